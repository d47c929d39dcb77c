import { valuesOf, type Conflict, type ConflictKind, type Sides } from './conflict.ts'
import type { Draft } from './draft.ts'
import { compareKeys, equalJson, type Json } from './encoding.ts'
import { isStamp, mergeFields, pickChanged } from './merge-fields.ts'
import { mergeLists } from './merge-lists.ts'
import { mergeDocuments } from './merge-records.ts'
import { decodePage, encodePage, slugKey, type PageFields, type PageRecord, type Root } from './model.ts'
import { freeSlug } from './slug.ts'
import type { Marking } from './text.ts'
import { diffMaps } from './tree-diff.ts'

/** A page that a side changed, on all sides; `merged` is what becomes of it, if anything. */
export interface PageMerge extends Sides<PageRecord | undefined> {
  merged: PageRecord | undefined
}

/** Merges the pages of three revisions into a draft of our side, at a cost that follows the changes. */
export async function mergePages(draft: Draft, roots: Sides<Root>, labels: Marking): Promise<Conflict[]> {
  const merge = new PagesMerge(draft, roots, labels)
  await merge.run()
  return merge.conflicts
}

class PagesMerge {
  readonly conflicts: Conflict[] = []
  readonly #draft: Draft
  readonly #roots: Sides<Root>
  readonly #labels: Marking
  readonly #pages = new Map<string, PageMerge>()
  readonly #revived = new Set<string>()
  readonly #kinds = new Map<string, Set<ConflictKind>>()
  /** The parents of pages that no side changed, as far as they were looked up. */
  readonly #parents = new Map<string, string | null>()

  constructor(draft: Draft, roots: Sides<Root>, labels: Marking) {
    this.#draft = draft
    this.#roots = roots
    this.#labels = labels
  }

  async run(): Promise<void> {
    await this.#compare()
    for (const [id, page] of this.#pages) page.merged = await this.#mergePage(id, page)
    // Undoing a move can lead back under a deleted page, and bringing a page back can close a cycle.
    do this.#reviveParents()
    while (await this.#breakCycle())
    const lists = await mergeLists(this.#draft.workspace, this.#pages, this.#roots)
    for (const id of lists.conflicts) {
      if (!this.#named(id, 'moved-moved', 'cycle')) this.#conflictOverPlace(id, 'moved-moved')
    }
    await this.#mergeSlugs()

    for (const [id, { ours, merged }] of this.#pages) {
      const children = lists.stored.get(id) ?? null
      const record = merged && { ...merged, children }
      const before = ours && encodePage(ours)
      if (!equalJson(before, record && encodePage(record))) this.#draft.setPage(id, record ?? null)
    }
    this.#draft.setTopList(lists.stored.get(null) ?? null)
    for (const [parent, ids] of lists.merged) this.#draft.lists.set(parent, ids)
  }

  async #compare(): Promise<void> {
    const { workspace } = this.#draft
    const byOurs = await diffMaps(workspace, this.#roots.base.pages, this.#roots.ours.pages)
    const byTheirs = await diffMaps(workspace, this.#roots.base.pages, this.#roots.theirs.pages)
    const ids = [...new Set([...byOurs.keys(), ...byTheirs.keys()])].sort(compareKeys)
    const texts: string[] = []
    for (const id of ids) {
      const [o, t] = [byOurs.get(id), byTheirs.get(id)]
      const base = decoded((o ?? t)?.before)
      const ours = o === undefined ? base : decoded(o.after)
      const theirs = t === undefined ? base : decoded(t.after)
      this.#pages.set(id, { base, ours, theirs, merged: undefined })
      const documents = [base, ours, theirs].map((page) => page?.document ?? null)
      if (ours !== undefined && theirs !== undefined && new Set(documents).size === 3) {
        texts.push(...documents.filter((hash) => hash !== null))
      }
    }
    await workspace.load(texts)
  }

  async #mergePage(id: string, { base, ours, theirs }: PageMerge): Promise<PageRecord | undefined> {
    if (ours === undefined || theirs === undefined) {
      const left = ours ?? theirs
      if (base === undefined || left === undefined) return left
      if (!wasEdited(base, left)) return undefined
      this.#conflictOverPlace(id, 'deleted-edited')
      return left
    }
    const parents = { base: base && base.parent, ours: ours.parent, theirs: theirs.parent }
    const parent = pickChanged<string | null | undefined>(parents, (a, b) => a === b)
    if (parent === undefined) this.#conflictOverPlace(id, 'moved-moved')

    const { fields, conflicts } = mergeFields({
      base: base?.fields ?? {},
      ours: ours.fields,
      theirs: theirs.fields,
    })
    for (const conflict of conflicts) this.#conflict(id, 'field', conflict)

    const documents = { base: base?.document ?? null, ours: ours.document, theirs: theirs.document }
    const text = await mergeDocuments(this.#draft, documents, this.#labels)
    if (text.conflict) this.#conflict(id, 'content', valuesOf(documents))
    return {
      parent: parent?.value === undefined ? ours.parent : parent.value,
      // Both sides have a title and a type, so the merged fields have them.
      fields: fields as PageFields & typeof fields,
      document: text.document,
      children: null,
    }
  }

  /** Brings back the deleted pages under which pages are left. */
  #reviveParents(): void {
    const queue = [...this.#pages.keys()]
    for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
      const parent = this.#pages.get(id)?.merged?.parent ?? null
      const above = parent === null ? undefined : this.#pages.get(parent)
      if (parent === null || above === undefined || above.merged !== undefined) continue
      above.merged = above.ours ?? above.theirs
      this.#revived.add(parent)
      queue.push(parent)
    }
    for (const [id, { merged }] of this.#pages) {
      if (merged === undefined || merged.parent === null || !this.#revived.has(merged.parent)) continue
      // Pages brought back themselves are no one's wish, and an edited one has been named.
      if (this.#revived.has(id) || this.#named(id, 'deleted-edited', 'parent-deleted')) continue
      this.#conflictOverPlace(id, 'parent-deleted')
    }
  }

  /**
   * Finds pages that came to lie under each other and puts them back where our side has them. Each side alone
   * is a tree, so in every cycle there is a page of ours that only they moved.
   */
  async #breakCycle(): Promise<boolean> {
    const starts = [...this.#pages]
      .filter(([, { ours, merged }]) => ours && merged && merged.parent !== ours.parent)
      .map(([id]) => id)
    await this.#loadAncestors(starts)
    const cycle = starts.map((id) => this.#cycleFrom(id)).find((found) => found.length > 0)
    if (cycle === undefined) return false
    for (const id of cycle) {
      const page = this.#pages.get(id)
      if (page?.merged === undefined) continue
      if (page.merged.parent !== page.base?.parent) this.#conflictOverPlace(id, 'cycle')
      if (page.ours !== undefined) page.merged = { ...page.merged, parent: page.ours.parent }
    }
    return true
  }

  /** Looks up the way to the top from all of these at once: a round trip a level. */
  async #loadAncestors(starts: readonly string[]): Promise<void> {
    const seen = new Set(starts)
    let level = [...starts]
    while (level.length > 0) {
      const unknown = level.filter((id) => !this.#pages.has(id) && !this.#parents.has(id))
      for (const [id, page] of await this.#draft.findPages(unknown)) this.#parents.set(id, page.parent)
      const above = level.map((id) => this.#parentOf(id))
      level = [...new Set(above)].filter((id) => id !== null).filter((id) => !seen.has(id))
      for (const id of level) seen.add(id)
    }
  }

  #cycleFrom(start: string): string[] {
    const way: string[] = []
    const onTheWay = new Set<string>()
    for (let id: string | null = start; id !== null; id = this.#parentOf(id)) {
      if (onTheWay.has(id)) return way.slice(way.indexOf(id))
      onTheWay.add(id)
      way.push(id)
    }
    return []
  }

  #parentOf(id: string): string | null {
    const page = this.#pages.get(id)
    return page === undefined ? (this.#parents.get(id) ?? null) : (page.merged?.parent ?? null)
  }

  async #mergeSlugs(): Promise<void> {
    const changed = [...this.#pages].filter(([, { ours, merged }]) => slugKeyOf(ours) !== slugKeyOf(merged))
    await this.#draft.loadClaims(
      changed.flatMap(([, { ours, merged }]) => [slugKeyOf(ours) ?? [], slugKeyOf(merged) ?? []].flat()),
    )
    for (const [id, { ours }] of changed) {
      if (ours !== undefined) await this.#draft.release(ours.parent, ours.fields.slug, id)
    }
    for (const [id, { merged }] of changed) {
      if (merged !== undefined) await this.#draft.claim(merged.parent, merged.fields.slug, id)
    }
    for (const [, { merged }] of changed) {
      const { slug } = merged?.fields ?? {}
      if (merged === undefined || slug === undefined) continue
      const claims = [...(await this.#draft.claims(merged.parent, slug))].sort(compareKeys)
      if (claims.length > 1) await this.#shareSlug(merged.parent, slug, claims)
    }
  }

  async #shareSlug(parent: string | null, slug: string, claims: readonly string[]): Promise<void> {
    const key = slugKey(parent, slug)
    // A page that no side changed has its slug on our side, too.
    const keeper = claims.find((id) => {
      const page = this.#pages.get(id)
      return page === undefined || slugKeyOf(page.ours) === key
    })
    for (const id of claims) {
      const page = this.#pages.get(id)
      this.#conflict(id, 'slug', { ours: slug, theirs: slug })
      if (id === (keeper ?? claims[0]) || page?.merged === undefined) continue
      await this.#draft.release(parent, slug, id)
      const free = await freeSlug(slug, async (slug) => (await this.#draft.claims(parent, slug)).size === 0)
      await this.#draft.claim(parent, free, id)
      page.merged = { ...page.merged, fields: { ...page.merged.fields, slug: free } }
    }
  }

  #conflict(id: string, kind: ConflictKind, detail: Omit<Conflict, 'on' | 'id' | 'kind'> = {}): void {
    this.conflicts.push({ on: 'page', id, kind, ...detail })
    const kinds = this.#kinds.get(id)
    if (kinds === undefined) this.#kinds.set(id, new Set([kind]))
    else kinds.add(kind)
  }

  #conflictOverPlace(id: string, kind: ConflictKind): void {
    const page = this.#pages.get(id)
    const { base, ours, theirs } = page ?? {}
    this.#conflict(
      id,
      kind,
      valuesOf({ base: base && base.parent, ours: ours && ours.parent, theirs: theirs && theirs.parent }),
    )
  }

  #named(id: string, ...kinds: readonly ConflictKind[]): boolean {
    return kinds.some((kind) => this.#kinds.get(id)?.has(kind) === true)
  }
}

/** Whether more happened to a page than that pages below it came, went or changed places. */
function wasEdited(base: PageRecord, side: PageRecord): boolean {
  if (base.parent !== side.parent || base.document !== side.document) return true
  const names = new Set([...Object.keys(base.fields), ...Object.keys(side.fields)])
  return [...names].some((name) => !isStamp(name) && !equalJson(base.fields[name], side.fields[name]))
}

function slugKeyOf(page: PageRecord | undefined): string | undefined {
  return page?.fields.slug === undefined ? undefined : slugKey(page.parent, page.fields.slug)
}

function decoded(value: Json | undefined): PageRecord | undefined {
  return value === undefined ? undefined : decodePage(value)
}
