import type { Change } from '../../packages/revisions/src/index.ts'
import { insertion } from '../support/library.ts'
import { Text } from '../support/text.ts'
import { headers } from '../support/verso.ts'
import type { GrowthBench } from './bench.ts'
import { averageCosts, type Cost, type GrowthRow, measureRequests } from './measure.ts'

export const sizes = (process.env['BENCH_GROWTH_PAGES'] ?? '1000,10000,50000').split(',').map(Number)
const PAGES_PER_SECTION = 10
/** A page is about a kilobyte of Markdown. */
const SECTIONS_PER_PAGE = 2
const READS = 400
const MERGES = 20
const TREES_AFTER_MERGES = 5
const REPEATED_TREES = 20

/** What reading pages and trees of pages costs in spaces of several sizes. */
export async function measurePages(bench: GrowthBench): Promise<GrowthRow[]> {
  const costs: Record<keyof typeof names, Cost[]> = {
    firstRead: [],
    afterMerge: [],
    treeAfterMerge: [],
    gzipTreeAfterMerge: [],
    tree: [],
    gzipTree: [],
  }
  await new SizedSpace(bench, 300).warmUp()
  for (const size of sizes) {
    const space = new SizedSpace(bench, size)
    await space.create()
    costs.firstRead.push(await space.readPages())
    costs.afterMerge.push(await space.readAfterMerges())
    costs.treeAfterMerge.push(await space.readTreesAfterMerges('identity'))
    costs.gzipTreeAfterMerge.push(await space.readTreesAfterMerges('gzip'))
    costs.tree.push(await space.readTreeAgain('identity'))
    costs.gzipTree.push(await space.readTreeAgain('gzip'))
  }
  return Object.entries(names).map(([key, { name, aim }]) => ({
    name,
    aim,
    // The names are those of the costs.
    costs: costs[key as keyof typeof names],
  }))
}

const names = {
  firstRead: { name: 'first read of a page as document', aim: '1.5' },
  afterMerge: { name: 'the same, right after a merge', aim: '1.5' },
  treeAfterMerge: { name: 'first tree of pages after a merge', aim: 'follows what changed' },
  gzipTreeAfterMerge: { name: 'the same, gzip, as browsers ask', aim: 'follows what changed' },
  tree: { name: 'tree of pages, repeated', aim: '' },
  gzipTree: { name: 'tree of pages, repeated, gzip', aim: 'as uncompressed' },
}

/** A space with so many pages, in sections of ten, each with links to others. */
export class SizedSpace {
  readonly #bench: GrowthBench
  readonly #size: number
  readonly #text: Text
  #id = ''
  #reads = 0

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
    for (let round = 0; round < 5; round += 1) await this.readPages()
    for (let round = 0; round < 5; round += 1) await this.readTreesAfterMerges('gzip')
  }

  readPages(count = READS): Promise<Cost> {
    // 7919 has no factor in common with the sizes, so no page comes twice before all came once.
    const ids = Array.from({ length: count }, () => (this.#reads++ * 7919) % this.#size)
    return measureRequests(
      this.#size,
      ids.map((n) => () => this.#get(`/content/page/page-${n}`)),
      this.#bench.meters,
    )
  }

  async readAfterMerges(): Promise<Cost> {
    const costs: Cost[] = []
    for (let merge = 0; merge < MERGES; merge += 1) {
      await this.#editPage(merge)
      costs.push(await this.readPages(READS / MERGES))
    }
    return averageCosts(costs)
  }

  async readTreesAfterMerges(encoding: string): Promise<Cost> {
    const costs: Cost[] = []
    // Somebody has read the tree before it changes.
    await this.#get('/content/pages', encoding)
    for (let merge = 0; merge < TREES_AFTER_MERGES; merge += 1) {
      await this.#editPage(100 + merge)
      costs.push(
        await measureRequests(
          this.#size,
          [() => this.#get('/content/pages', encoding)],
          this.#bench.meters,
          1,
        ),
      )
    }
    return averageCosts(costs)
  }

  async readTreeAgain(encoding: string): Promise<Cost> {
    const get = () => this.#get('/content/pages', encoding)
    await get()
    return measureRequests(
      this.#size,
      Array.from({ length: REPEATED_TREES }, () => get),
      this.#bench.meters,
    )
  }

  #insert(n: number): Change {
    const section = n - (n % PAGES_PER_SECTION)
    const page = insertion(
      { title: this.#text.title(), markdown: this.#text.page(n, SECTIONS_PER_PAGE) },
      `page-${n}`,
    )
    return n === section || page.type !== 'insert-page' ? page : { ...page, parent: `page-${section}` }
  }

  #editPage(edit: number): Promise<void> {
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
