import type { Hash, PageTree } from '@verso/revisions'
import type { SplitText } from './head.ts'
import { type GitOrigin, originOf, type Tree } from './origin.ts'
import { nameOf } from './paths.ts'
import type { Entry } from './structure.ts'
import type { Placed } from './arrange.ts'

/** More pairs than this are not compared by what they hold. */
const mostPairs = 40_000
/** As Git has it: files that are half the same are one file renamed. */
const alike = 0.5

/**
 * Which page an entry of the repository is. A page is known by its file; when that is gone, by the same bytes under
 * another name, by the same title in the same place of the summary, or by most of the same lines.
 */
export class Identities {
  readonly #pages: PageTree[] = []
  readonly #byPath = new Map<string, PageTree>()
  readonly #byId = new Map<string, PageTree>()
  readonly #parents = new Map<string, string | null>()
  readonly #entries = new Map<Entry, PageTree>()
  readonly #used = new Set<string>()
  readonly #bodies = new Map<string, string>()

  constructor(pages: readonly PageTree[], known: ReadonlyMap<string, string> = new Map()) {
    const collect = (children: readonly PageTree[], parent: string | null) => {
      for (const page of children) {
        this.#pages.push(page)
        this.#byId.set(page.id, page)
        this.#parents.set(page.id, parent)
        const origin = originOf(page.fields)
        if (origin && page.fields.type === 'document') this.#byPath.set(origin.path, page)
        collect(page.pages, page.id)
      }
    }
    collect(pages, null)
    for (const [path, id] of known) {
      const page = this.#byId.get(id)
      if (page) this.#byPath.set(path, page)
    }
  }

  /** What the page of a path says of where it came from. */
  atPath(path: string): GitOrigin | undefined {
    const page = this.#byPath.get(path)
    const origin = page && originOf(page.fields)
    return origin?.path === path ? origin : undefined
  }

  of(entry: Entry): PageTree | undefined {
    return this.#entries.get(entry)
  }

  /** The text that a page had, where it was looked at. */
  bodyOf(page: PageTree): string | undefined {
    return this.#bodies.get(page.id)
  }

  /** Pages that Git cannot say anything of, which are neither deleted nor moved. */
  kept(placed: readonly Placed[]): Set<string> {
    const gone = new Set(placed.map(({ id }) => id))
    return new Set(
      this.#pages.filter(({ id, fields }) => !gone.has(id) && !isExpressible(fields)).map(({ id }) => id),
    )
  }

  async match(
    entries: readonly Entry[],
    tree: Tree,
    texts: ReadonlyMap<string, SplitText>,
    documents: (hashes: Iterable<Hash>) => Promise<ReadonlyMap<Hash, string>>,
  ): Promise<void> {
    const all = flat(entries)
    const pages = all.filter((entry): entry is PageEntry => entry.kind === 'page')
    for (const entry of pages) this.#take(entry, this.#byPath.get(entry.path))
    const open = (): PageTree[] =>
      this.#pages.filter(
        ({ id, fields }) => fields.type === 'document' && !this.#used.has(id) && originOf(fields),
      )
    const missing = () => pages.filter((entry) => !this.#entries.has(entry))

    if (missing().length > 0) {
      const byOid = new Map(open().map((page) => [originOf(page.fields)?.oid, page]))
      for (const entry of missing()) this.#take(entry, byOid.get(tree.get(entry.path)?.oid))
    }
    this.#matchOthers(entries, all)
    this.#matchByPlace(entries, null, open)
    await this.#readBodies(pages, texts, documents, missing().length > 0 ? open() : [])
    this.#matchByLines(missing(), open(), texts)
    this.#matchOthers(entries, all)
  }

  #take(entry: Entry, page: PageTree | undefined): void {
    if (!page || this.#used.has(page.id) || this.#entries.has(entry)) return
    this.#used.add(page.id)
    this.#entries.set(entry, page)
  }

  /** The same title under the same parent. */
  #matchByPlace(entries: readonly Entry[], parent: string | null, open: () => PageTree[]): void {
    for (const entry of entries) {
      if (entry.kind === 'page' && !this.#entries.has(entry) && entry.title !== undefined) {
        const found = open().filter(
          ({ id, fields }) => this.#parents.get(id) === parent && fields.title === entry.title,
        )
        if (found.length === 1) this.#take(entry, found[0])
      }
      const page = this.#entries.get(entry)
      if (page || entry.kind !== 'page') this.#matchByPlace(entry.children, page?.id ?? null, open)
    }
  }

  #matchByLines(
    missing: readonly PageEntry[],
    open: readonly PageTree[],
    texts: ReadonlyMap<string, SplitText>,
  ): void {
    if (open.length === 0 || missing.length * open.length > mostPairs) return
    const lines = new Map(open.map((page) => [page, linesOf(this.#bodies.get(page.id) ?? '')]))
    const pairs: { entry: PageEntry; page: PageTree; score: number }[] = []
    for (const entry of missing) {
      const own = linesOf(texts.get(entry.path)?.body ?? '')
      for (const page of open) {
        const sameName =
          nameOf(originOf(page.fields)?.path ?? '') === nameOf(entry.path) &&
          !/^readme\./i.test(nameOf(entry.path))
        const score = likeness(own, lines.get(page) ?? new Map()) + (sameName ? 0.1 : 0)
        if (score >= alike) pairs.push({ entry, page, score })
      }
    }
    for (const { entry, page } of pairs.sort((a, b) => b.score - a.score)) this.#take(entry, page)
  }

  /** Groups by their title, or by the pages in them; links by where they lead. */
  #matchOthers(entries: readonly Entry[], all: readonly Entry[]): void {
    const of = (type: string) =>
      this.#pages.filter(({ id, fields }) => fields.type === type && !this.#used.has(id))
    for (const entry of all) {
      if (entry.kind === 'link' && !this.#entries.has(entry)) {
        this.#take(
          entry,
          of('link').find(({ fields }) => fields.target?.['url'] === entry.url),
        )
      }
      if (entry.kind === 'group' && !this.#entries.has(entry)) {
        this.#take(
          entry,
          of('group').find(({ fields }) => fields.title === entry.title),
        )
      }
    }
    for (const entry of entries) {
      if (entry.kind !== 'group' || this.#entries.has(entry)) continue
      const votes = entry.children.flatMap(
        (child) => this.#parents.get(this.#entries.get(child)?.id ?? '') ?? [],
      )
      const group = of('group').find(
        ({ id }) => votes.filter((vote) => vote === id).length * 2 > votes.length,
      )
      this.#take(entry, group)
    }
  }

  async #readBodies(
    pages: readonly PageEntry[],
    texts: ReadonlyMap<string, SplitText>,
    documents: (hashes: Iterable<Hash>) => Promise<ReadonlyMap<Hash, string>>,
    others: readonly PageTree[],
  ): Promise<void> {
    const wanted = [
      ...pages.flatMap((entry) => (texts.has(entry.path) ? (this.#entries.get(entry) ?? []) : [])),
      ...others,
    ]
    const read = await documents(wanted.flatMap(({ document }) => document ?? []))
    for (const page of wanted) {
      const body = page.document === null ? undefined : read.get(page.document)
      if (body !== undefined) this.#bodies.set(page.id, body)
    }
  }
}

type PageEntry = Extract<Entry, { kind: 'page' }>

/** Whether Git can hold such a page. */
export const isExpressible = (fields: PageTree['fields']): boolean =>
  fields.type === 'document' ||
  fields.type === 'group' ||
  (fields.type === 'link' && typeof fields.target?.['url'] === 'string')

const flat = (entries: readonly Entry[]): Entry[] =>
  entries.flatMap((entry) => [entry, ...flat(entry.children)])

type Lines = ReadonlyMap<string, number>

function linesOf(text: string): Lines {
  const lines = new Map<string, number>()
  for (const raw of text.split('\n')) {
    const line = raw.trim()
    if (line !== '') lines.set(line, (lines.get(line) ?? 0) + 1)
  }
  return lines
}

/** The part of the characters that both have, line by line. */
function likeness(a: Lines, b: Lines): number {
  const weight = (lines: Lines) => [...lines].reduce((sum, [line, count]) => sum + line.length * count, 0)
  const larger = Math.max(weight(a), weight(b))
  if (larger === 0) return 0
  let common = 0
  for (const [line, count] of a) common += line.length * Math.min(count, b.get(line) ?? 0)
  return common / larger
}
