import type { Hash, PageTree } from '@verso/revisions'
import type { SplitText } from './head.ts'
import { type GitOrigin, readOrigin, type CommitTree } from './origin.ts'
import { getFileName } from './paths.ts'
import type { StructureEntry } from './structure.ts'
import { isSameValue } from './yaml-lines.ts'
import type { PagePlacement } from './page-placement.ts'

/** With more pairs than this, contents are not compared, because that would take too long. */
const MAX_COMPARED_PAIRS = 40_000
/** Files that are at least half the same count as one renamed file, as in Git. */
const MIN_SIMILARITY = 0.5

/**
 * Finds the existing page of each entry of the repository, so that it keeps its id. A page is matched by its file. If
 * that is gone, it is matched by the same bytes at another path, by the same title at the same position of the summary,
 * or by a file with mostly the same lines.
 */
export class PageMatcher {
  readonly #pages: PageTree[] = []
  readonly #byPath = new Map<string, PageTree>()
  readonly #byId = new Map<string, PageTree>()
  readonly #parents = new Map<string, string | null>()
  readonly #pagesByEntry = new Map<StructureEntry, PageTree>()
  readonly #matchedIds = new Set<string>()
  readonly #bodies = new Map<string, string>()

  constructor(pages: readonly PageTree[], known: ReadonlyMap<string, string> = new Map()) {
    const collect = (children: readonly PageTree[], parent: string | null) => {
      for (const page of children) {
        this.#pages.push(page)
        this.#byId.set(page.id, page)
        this.#parents.set(page.id, parent)
        const origin = readOrigin(page.fields)
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

  /** Returns the origin of the page at a path. */
  findOrigin(path: string): GitOrigin | undefined {
    const page = this.#byPath.get(path)
    const origin = page && readOrigin(page.fields)
    return origin?.path === path ? origin : undefined
  }

  findPage(entry: StructureEntry): PageTree | undefined {
    return this.#pagesByEntry.get(entry)
  }

  /** Returns the current text of a page, if it was read for the comparison. */
  findBody(page: PageTree): string | undefined {
    return this.#bodies.get(page.id)
  }

  /** Lists the pages that a repository cannot contain. They are neither deleted nor moved. */
  listUnplacedPages(placements: readonly PagePlacement[]): Set<string> {
    const placedIds = new Set(placements.map(({ id }) => id))
    return new Set(
      this.#pages
        .filter(({ id, fields }) => !placedIds.has(id) && !isExpressible(fields))
        .map(({ id }) => id),
    )
  }

  async matchPages(
    entries: readonly StructureEntry[],
    tree: CommitTree,
    texts: ReadonlyMap<string, SplitText>,
    documents: (hashes: Iterable<Hash>) => Promise<ReadonlyMap<Hash, string>>,
  ): Promise<void> {
    const allEntries = flattenEntries(entries)
    const pages = allEntries.filter((entry): entry is PageEntry => entry.kind === 'page')
    for (const entry of pages) this.#assign(entry, this.#byPath.get(entry.path))
    const listUnmatchedPages = (): PageTree[] =>
      this.#pages.filter(
        ({ id, fields }) => fields.type === 'document' && !this.#matchedIds.has(id) && readOrigin(fields),
      )
    const listUnmatchedEntries = () => pages.filter((entry) => !this.#pagesByEntry.has(entry))

    if (listUnmatchedEntries().length > 0) {
      const byOid = new Map(listUnmatchedPages().map((page) => [readOrigin(page.fields)?.oid, page]))
      for (const entry of listUnmatchedEntries()) this.#assign(entry, byOid.get(tree.get(entry.path)?.oid))
    }
    this.#matchGroupsAndLinks(entries, allEntries)
    this.#matchByTitle(entries, null, listUnmatchedPages)
    await this.#readBodies(
      pages,
      texts,
      documents,
      listUnmatchedEntries().length > 0 ? listUnmatchedPages() : [],
    )
    this.#matchByLines(listUnmatchedEntries(), listUnmatchedPages(), texts)
    this.#matchGroupsAndLinks(entries, allEntries)
  }

  #assign(entry: StructureEntry, page: PageTree | undefined): void {
    if (!page || this.#matchedIds.has(page.id) || this.#pagesByEntry.has(entry)) return
    this.#matchedIds.add(page.id)
    this.#pagesByEntry.set(entry, page)
  }

  /** Matches entries with the only unmatched page of the same title and parent. */
  #matchByTitle(
    entries: readonly StructureEntry[],
    parent: string | null,
    listUnmatchedPages: () => PageTree[],
  ): void {
    for (const entry of entries) {
      if (entry.kind === 'page' && !this.#pagesByEntry.has(entry) && entry.title !== undefined) {
        const candidates = listUnmatchedPages().filter(
          ({ id, fields }) => this.#parents.get(id) === parent && fields.title === entry.title,
        )
        if (candidates.length === 1) this.#assign(entry, candidates[0])
      }
      const page = this.#pagesByEntry.get(entry)
      if (page || entry.kind !== 'page')
        this.#matchByTitle(entry.children, page?.id ?? null, listUnmatchedPages)
    }
  }

  #matchByLines(
    unmatchedEntries: readonly PageEntry[],
    unmatchedPages: readonly PageTree[],
    texts: ReadonlyMap<string, SplitText>,
  ): void {
    if (unmatchedPages.length === 0 || unmatchedEntries.length * unmatchedPages.length > MAX_COMPARED_PAIRS)
      return
    const lines = new Map(unmatchedPages.map((page) => [page, countLines(this.#bodies.get(page.id) ?? '')]))
    const pairs: { entry: PageEntry; page: PageTree; score: number }[] = []
    for (const entry of unmatchedEntries) {
      const entryLines = countLines(texts.get(entry.path)?.body ?? '')
      for (const page of unmatchedPages) {
        const sameName =
          getFileName(readOrigin(page.fields)?.path ?? '') === getFileName(entry.path) &&
          !/^readme\./i.test(getFileName(entry.path))
        const score = computeSimilarity(entryLines, lines.get(page) ?? new Map()) + (sameName ? 0.1 : 0)
        if (score >= MIN_SIMILARITY) pairs.push({ entry, page, score })
      }
    }
    for (const { entry, page } of pairs.sort((a, b) => b.score - a.score)) this.#assign(entry, page)
  }

  /** Matches groups by their title, or by the pages in them, and links by their URL. */
  #matchGroupsAndLinks(entries: readonly StructureEntry[], allEntries: readonly StructureEntry[]): void {
    const listUnmatchedOfType = (type: string) =>
      this.#pages.filter(({ id, fields }) => fields.type === type && !this.#matchedIds.has(id))
    for (const entry of allEntries) {
      if (entry.kind === 'link' && !this.#pagesByEntry.has(entry)) {
        this.#assign(
          entry,
          listUnmatchedOfType('link').find(({ fields: { target } }) =>
            entry.place
              ? target?.['anchor'] === entry.place.anchor &&
                target['page'] === this.#byPath.get(entry.place.path)?.id
              : target?.['url'] === entry.url,
          ),
        )
      }
      if (entry.kind === 'computed' && !this.#pagesByEntry.has(entry)) {
        const candidates = listUnmatchedOfType('computed')
        this.#assign(
          entry,
          candidates.find(({ fields }) => isSameValue(fields.computed, entry.computed)) ?? candidates[0],
        )
      }
      if (entry.kind === 'group' && !this.#pagesByEntry.has(entry)) {
        this.#assign(
          entry,
          listUnmatchedOfType('group').find(({ fields }) => fields.title === entry.title),
        )
      }
    }
    for (const entry of entries) {
      if (entry.kind !== 'group' || this.#pagesByEntry.has(entry)) continue
      const votes = entry.children.flatMap(
        (child) => this.#parents.get(this.#pagesByEntry.get(child)?.id ?? '') ?? [],
      )
      const group = listUnmatchedOfType('group').find(
        ({ id }) => votes.filter((vote) => vote === id).length * 2 > votes.length,
      )
      this.#assign(entry, group)
    }
  }

  async #readBodies(
    pages: readonly PageEntry[],
    texts: ReadonlyMap<string, SplitText>,
    documents: (hashes: Iterable<Hash>) => Promise<ReadonlyMap<Hash, string>>,
    others: readonly PageTree[],
  ): Promise<void> {
    const pagesToRead = [
      ...pages.flatMap((entry) => (texts.has(entry.path) ? (this.#pagesByEntry.get(entry) ?? []) : [])),
      ...others,
    ]
    const bodies = await documents(pagesToRead.flatMap(({ document }) => document ?? []))
    for (const page of pagesToRead) {
      const body = page.document === null ? undefined : bodies.get(page.document)
      if (body !== undefined) this.#bodies.set(page.id, body)
    }
  }
}

type PageEntry = Extract<StructureEntry, { kind: 'page' }>

/** Whether a repository can contain such a page. */
export const isExpressible = (fields: PageTree['fields']): boolean =>
  fields.type === 'document' ||
  fields.type === 'group' ||
  (fields.type === 'computed' && fields.computed !== undefined) ||
  (fields.type === 'link' &&
    (typeof fields.target?.['url'] === 'string' || readTargetPlace(fields) !== undefined))

/** The page and the anchor in it that a link leads to; undefined for links to anything else. */
export function readTargetPlace({
  target,
}: PageTree['fields']): { page: string; anchor: string } | undefined {
  const { kind, page, anchor, space } = target ?? {}
  return kind === 'anchor' && typeof page === 'string' && typeof anchor === 'string' && space === undefined
    ? { page, anchor }
    : undefined
}

const flattenEntries = (entries: readonly StructureEntry[]): StructureEntry[] =>
  entries.flatMap((entry) => [entry, ...flattenEntries(entry.children)])

type Lines = ReadonlyMap<string, number>

function countLines(text: string): Lines {
  const lines = new Map<string, number>()
  for (const raw of text.split('\n')) {
    const line = raw.trim()
    if (line !== '') lines.set(line, (lines.get(line) ?? 0) + 1)
  }
  return lines
}

/** Returns the share of characters in lines that both texts have. */
function computeSimilarity(a: Lines, b: Lines): number {
  const weight = (lines: Lines) => [...lines].reduce((sum, [line, count]) => sum + line.length * count, 0)
  const larger = Math.max(weight(a), weight(b))
  if (larger === 0) return 0
  let common = 0
  for (const [line, count] of a) common += line.length * Math.min(count, b.get(line) ?? 0)
  return common / larger
}
