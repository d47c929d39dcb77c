import type { Change } from '../../packages/revisions/src/index.ts'
import { insertion } from '../support/library.ts'
import { Text } from '../support/text.ts'
import { headers } from '../support/verso.ts'
import type { GrowthBench } from './bench.ts'
import { averageCosts, type Cost, type GrowthRow, LeastCosts, measureRequests, ROUNDS } from './measure.ts'

export const sizes = (process.env['BENCH_GROWTH_PAGES'] ?? '1000,10000,50000').split(',').map(Number)
const PAGES_PER_SECTION = 10
/** A page is about a kilobyte of Markdown. */
const SECTIONS_PER_PAGE = 2
/** In all rounds together, no page of the smallest space is read twice. */
const READS_PER_ROUND = 100
const MERGES_PER_ROUND = 10
const READS_PER_MERGE = 8
const REPEATED_TREES_PER_ROUND = 10

/** What reading pages and trees of pages costs in spaces of several sizes. */
export async function measurePages(bench: GrowthBench): Promise<GrowthRow[]> {
  await new SizedSpace(bench, 300).warmUp()
  const spaces = sizes.map((size) => new SizedSpace(bench, size))
  for (const space of spaces) await space.create()
  const costs = new Map(operations.map((operation) => [operation, new LeastCosts()]))
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const space of spaces) {
      for (const operation of operations) costs.get(operation)?.add(await space.measure(operation))
    }
  }
  return operations.map((operation) => {
    const { name, aim } = names[operation]
    return { name, aim, costs: costs.get(operation)?.list() ?? [] }
  })
}

const names = {
  firstRead: { name: 'first read of a page as document', aim: '1.5' },
  afterMerge: { name: 'the same, right after a merge', aim: '1.5' },
  treeAfterMerge: { name: 'first tree of pages after a merge', aim: 'follows what changed' },
  gzipTreeAfterMerge: { name: 'the same, gzip, as browsers ask', aim: 'follows what changed' },
  tree: { name: 'tree of pages, repeated', aim: '' },
  gzipTree: { name: 'tree of pages, repeated, gzip', aim: 'as uncompressed' },
}

type Operation = keyof typeof names

// The names are those of the operations.
const operations = Object.keys(names) as Operation[]

/** A space with so many pages, in sections of ten, each with links to others. */
export class SizedSpace {
  readonly #bench: GrowthBench
  readonly #size: number
  readonly #text: Text
  #id = ''
  #reads = 0
  #edits = 0

  constructor(bench: GrowthBench, size: number) {
    this.#bench = bench
    this.#size = size
    this.#text = new Text(size)
  }

  get id(): string {
    return this.#id
  }

  async create(): Promise<void> {
    const { library } = this.#bench
    this.#id = await library.space('en')
    for (let start = 0; start < this.#size; start += 1000) {
      const count = Math.min(1000, this.#size - start)
      await library.change(
        this.#id,
        Array.from({ length: count }, (_, n) => this.#insert(start + n)),
      )
    }
  }

  /** Reads until the code is compiled and the connections are open. */
  async warmUp(): Promise<void> {
    await this.create()
    for (let round = 0; round < 20; round += 1) await this.#readPages(READS_PER_ROUND)
    for (let round = 0; round < 25; round += 1) await this.#readTreeAfterMerge('gzip')
  }

  measure(operation: Operation): Promise<Cost> {
    switch (operation) {
      case 'firstRead':
        return this.#readPages(READS_PER_ROUND)
      case 'afterMerge':
        return this.#readAfterMerges()
      case 'treeAfterMerge':
        return this.#readTreeAfterMerge('identity')
      case 'gzipTreeAfterMerge':
        return this.#readTreeAfterMerge('gzip')
      case 'tree':
        return this.#readTreeAgain('identity')
      case 'gzipTree':
        return this.#readTreeAgain('gzip')
    }
  }

  #readPages(count: number): Promise<Cost> {
    // 7919 has no factor in common with the sizes, so no page comes twice before all came once.
    const ids = Array.from({ length: count }, () => (this.#reads++ * 7919) % this.#size)
    return measureRequests(
      this.#size,
      ids.map((n) => () => this.#get(`/content/page/page-${n}`)),
      this.#bench.meters,
    )
  }

  async #readAfterMerges(): Promise<Cost> {
    const costs: Cost[] = []
    for (let merge = 0; merge < MERGES_PER_ROUND; merge += 1) {
      await this.#editPage()
      costs.push(await this.#readPages(READS_PER_MERGE))
    }
    return averageCosts(costs)
  }

  async #readTreeAfterMerge(encoding: string): Promise<Cost> {
    const read = () => this.#get('/content/pages', encoding)
    // Somebody has read the tree before it changes.
    await read()
    await this.#editPage()
    return measureRequests(this.#size, [read], this.#bench.meters, 1)
  }

  async #readTreeAgain(encoding: string): Promise<Cost> {
    const read = () => this.#get('/content/pages', encoding)
    await read()
    const reads = Array.from({ length: REPEATED_TREES_PER_ROUND }, () => read)
    return measureRequests(this.#size, reads, this.#bench.meters)
  }

  #insert(n: number): Change {
    const section = n - (n % PAGES_PER_SECTION)
    const page = insertion(
      { title: this.#text.title(), markdown: this.#text.page(n, SECTIONS_PER_PAGE) },
      `page-${n}`,
    )
    return n === section || page.type !== 'insert-page' ? page : { ...page, parent: `page-${section}` }
  }

  #editPage(): Promise<void> {
    const edit = this.#edits++
    const id = `page-${(edit * 6151 + 17) % this.#size}`
    return this.#bench.library.change(this.#id, [
      { type: 'update-page', id, document: { markdown: this.#text.page(edit, SECTIONS_PER_PAGE) } },
    ])
  }

  async #get(path: string, encoding = 'identity'): Promise<void> {
    const url = `${this.#bench.url}/v1/spaces/${this.#id}${path}`
    const answer = await fetch(url, { headers: { ...headers, 'accept-encoding': encoding } })
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`${path} was answered ${answer.status}`)
  }
}
