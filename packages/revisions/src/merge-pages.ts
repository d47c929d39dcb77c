import { collectConflictValues, type Conflict, type ConflictKind, type Sides } from './conflict.ts'
import type { Draft } from './draft.ts'
import { compareKeys, equalJson, type Json } from './encoding.ts'
import { isTimestamp, mergeFields, pickChangedValue } from './merge-fields.ts'
import { mergeLists } from './merge-lists.ts'
import { mergeDocuments } from './merge-records.ts'
import {
  decodePage,
  encodePage,
  createSlugKey,
  type PageFields,
  type PageRecord,
  type Root,
} from './model.ts'
import { findFreeSlug } from './slug.ts'
import type { TextMerger } from './merge-markdown.ts'
import { diffMaps } from './tree-diff.ts'

/**
 * The versions of a page that at least one side changed. `mergedRecord` is undefined when the merge deletes the page.
 */
export interface PageMerge extends Sides<PageRecord | undefined> {
  mergedRecord: PageRecord | undefined
}

/**
 * Merges the pages of three revisions into a draft of our side. The cost depends on the changes, not on the size.
 */
export async function mergePages(
  draft: Draft,
  roots: Sides<Root>,
  mergeText: TextMerger,
): Promise<Conflict[]> {
  const merge = new PageMerger(draft, roots, mergeText)
  await merge.run()
  return merge.conflicts
}

class PageMerger {
  readonly conflicts: Conflict[] = []
  readonly #draft: Draft
  readonly #roots: Sides<Root>
  readonly #mergeText: TextMerger
  readonly #pages = new Map<string, PageMerge>()
  readonly #restoredPages = new Set<string>()
  readonly #conflictKinds = new Map<string, Set<ConflictKind>>()
  /** The parents of pages that no side changed, for the pages that were looked up. */
  readonly #unchangedParents = new Map<string, string | null>()

  constructor(draft: Draft, roots: Sides<Root>, mergeText: TextMerger) {
    this.#draft = draft
    this.#roots = roots
    this.#mergeText = mergeText
  }

  async run(): Promise<void> {
    await this.#loadChangedPages()
    for (const [id, page] of this.#pages) page.mergedRecord = await this.#mergePage(id, page)
    // Undoing a move can put a page back under a deleted one, and restoring a page can close another cycle.
    do this.#restoreParents()
    while (await this.#breakCycle())
    const lists = await mergeLists(this.#draft.workspace, this.#pages, this.#roots)
    for (const id of lists.conflicts) {
      if (!this.#hasConflict(id, 'moved-moved', 'cycle')) this.#addPositionConflict(id, 'moved-moved')
    }
    await this.#mergeSlugs()

    for (const [id, { ours, mergedRecord }] of this.#pages) {
      const children = lists.storedLists.get(id) ?? null
      const record = mergedRecord && { ...mergedRecord, children }
      const before = ours && encodePage(ours)
      if (!equalJson(before, record && encodePage(record))) this.#draft.setPage(id, record ?? null)
    }
    this.#draft.setTopLevelList(lists.storedLists.get(null) ?? null)
    for (const [parent, ids] of lists.mergedLists) this.#draft.childLists.set(parent, ids)
  }

  async #loadChangedPages(): Promise<void> {
    const { workspace } = this.#draft
    const ourChanges = await diffMaps(workspace, this.#roots.base.pages, this.#roots.ours.pages)
    const theirChanges = await diffMaps(workspace, this.#roots.base.pages, this.#roots.theirs.pages)
    const ids = [...new Set([...ourChanges.keys(), ...theirChanges.keys()])].sort(compareKeys)
    const documentsToMerge: string[] = []
    for (const id of ids) {
      const [ourChange, theirChange] = [ourChanges.get(id), theirChanges.get(id)]
      const base = decodeOptionalPage((ourChange ?? theirChange)?.before)
      const ours = ourChange === undefined ? base : decodeOptionalPage(ourChange.after)
      const theirs = theirChange === undefined ? base : decodeOptionalPage(theirChange.after)
      this.#pages.set(id, { base, ours, theirs, mergedRecord: undefined })
      const documents = [base, ours, theirs].map((page) => page?.document ?? null)
      if (ours !== undefined && theirs !== undefined && new Set(documents).size === 3) {
        documentsToMerge.push(...documents.filter((hash) => hash !== null))
      }
    }
    await workspace.load(documentsToMerge)
  }

  async #mergePage(id: string, { base, ours, theirs }: PageMerge): Promise<PageRecord | undefined> {
    if (ours === undefined || theirs === undefined) {
      const remainingPage = ours ?? theirs
      if (base === undefined || remainingPage === undefined) return remainingPage
      if (!wasEdited(base, remainingPage)) return undefined
      this.#addPositionConflict(id, 'deleted-edited')
      return remainingPage
    }
    const parents = { base: base && base.parent, ours: ours.parent, theirs: theirs.parent }
    const parent = pickChangedValue<string | null | undefined>(parents, (a, b) => a === b)
    if (parent === undefined) this.#addPositionConflict(id, 'moved-moved')

    const { fields, conflicts } = mergeFields({
      base: base?.fields ?? {},
      ours: ours.fields,
      theirs: theirs.fields,
    })
    for (const conflict of conflicts) this.#addConflict(id, 'field', conflict)

    const documents = { base: base?.document ?? null, ours: ours.document, theirs: theirs.document }
    const text = await mergeDocuments(this.#draft, documents, this.#mergeText)
    if (text.conflict) this.#addConflict(id, 'content', collectConflictValues(documents))
    return {
      parent: parent?.value === undefined ? ours.parent : parent.value,
      // Both sides have a title and a type, so the merged fields have them as well.
      fields: fields as PageFields & typeof fields,
      document: text.document,
      children: null,
    }
  }

  /** Restores the deleted pages that still have children. */
  #restoreParents(): void {
    const queue = [...this.#pages.keys()]
    for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
      const parent = this.#pages.get(id)?.mergedRecord?.parent ?? null
      const parentPage = parent === null ? undefined : this.#pages.get(parent)
      if (parent === null || parentPage === undefined || parentPage.mergedRecord !== undefined) continue
      parentPage.mergedRecord = parentPage.ours ?? parentPage.theirs
      this.#restoredPages.add(parent)
      queue.push(parent)
    }
    for (const [id, { mergedRecord }] of this.#pages) {
      if (
        mergedRecord === undefined ||
        mergedRecord.parent === null ||
        !this.#restoredPages.has(mergedRecord.parent)
      )
        continue
      // Nobody asked for the pages that were only restored, and an edited page already has a conflict.
      if (this.#restoredPages.has(id) || this.#hasConflict(id, 'deleted-edited', 'parent-deleted')) continue
      this.#addPositionConflict(id, 'parent-deleted')
    }
  }

  /**
   * Finds pages that are under each other and moves them back to their parents on our side. Each side alone is a
   * tree, so every cycle has a page that only their side moved.
   */
  async #breakCycle(): Promise<boolean> {
    const starts = [...this.#pages]
      .filter(([, { ours, mergedRecord }]) => ours && mergedRecord && mergedRecord.parent !== ours.parent)
      .map(([id]) => id)
    await this.#loadAncestors(starts)
    const cycle = starts.map((id) => this.#findCycle(id)).find((candidate) => candidate.length > 0)
    if (cycle === undefined) return false
    for (const id of cycle) {
      const page = this.#pages.get(id)
      if (page?.mergedRecord === undefined) continue
      if (page.mergedRecord.parent !== page.base?.parent) this.#addPositionConflict(id, 'cycle')
      if (page.ours !== undefined) page.mergedRecord = { ...page.mergedRecord, parent: page.ours.parent }
    }
    return true
  }

  /** Loads the ancestors of all these pages together, with one round trip per level. */
  async #loadAncestors(starts: readonly string[]): Promise<void> {
    const visitedIds = new Set(starts)
    let level = [...starts]
    while (level.length > 0) {
      const unknownIds = level.filter((id) => !this.#pages.has(id) && !this.#unchangedParents.has(id))
      for (const [id, page] of await this.#draft.findPages(unknownIds))
        this.#unchangedParents.set(id, page.parent)
      const parents = level.map((id) => this.#getParent(id))
      level = [...new Set(parents)].filter((id) => id !== null).filter((id) => !visitedIds.has(id))
      for (const id of level) visitedIds.add(id)
    }
  }

  #findCycle(start: string): string[] {
    const path: string[] = []
    const visitedIds = new Set<string>()
    for (let id: string | null = start; id !== null; id = this.#getParent(id)) {
      if (visitedIds.has(id)) return path.slice(path.indexOf(id))
      visitedIds.add(id)
      path.push(id)
    }
    return []
  }

  #getParent(id: string): string | null {
    const page = this.#pages.get(id)
    return page === undefined ? (this.#unchangedParents.get(id) ?? null) : (page.mergedRecord?.parent ?? null)
  }

  async #mergeSlugs(): Promise<void> {
    const changedPages = [...this.#pages].filter(
      ([, { ours, mergedRecord }]) => getSlugKey(ours) !== getSlugKey(mergedRecord),
    )
    await this.#draft.loadSlugClaims(
      changedPages.flatMap(([, { ours, mergedRecord }]) =>
        [getSlugKey(ours) ?? [], getSlugKey(mergedRecord) ?? []].flat(),
      ),
    )
    for (const [id, { ours }] of changedPages) {
      if (ours !== undefined) await this.#draft.releaseSlug(ours.parent, ours.fields.slug, id)
    }
    for (const [id, { mergedRecord }] of changedPages) {
      if (mergedRecord !== undefined)
        await this.#draft.claimSlug(mergedRecord.parent, mergedRecord.fields.slug, id)
    }
    for (const [, { mergedRecord }] of changedPages) {
      const { slug } = mergedRecord?.fields ?? {}
      if (mergedRecord === undefined || slug === undefined) continue
      const claims = [...(await this.#draft.getSlugClaims(mergedRecord.parent, slug))].sort(compareKeys)
      if (claims.length > 1) await this.#resolveSlugConflict(mergedRecord.parent, slug, claims)
    }
  }

  async #resolveSlugConflict(parent: string | null, slug: string, claims: readonly string[]): Promise<void> {
    const key = createSlugKey(parent, slug)
    // A page that no side changed has its slug on our side as well.
    const slugOwner = claims.find((id) => {
      const page = this.#pages.get(id)
      return page === undefined || getSlugKey(page.ours) === key
    })
    for (const id of claims) {
      const page = this.#pages.get(id)
      this.#addConflict(id, 'slug', { ours: slug, theirs: slug })
      if (id === (slugOwner ?? claims[0]) || page?.mergedRecord === undefined) continue
      await this.#draft.releaseSlug(parent, slug, id)
      const freeSlug = await findFreeSlug(
        slug,
        async (slug) => (await this.#draft.getSlugClaims(parent, slug)).size === 0,
      )
      await this.#draft.claimSlug(parent, freeSlug, id)
      page.mergedRecord = { ...page.mergedRecord, fields: { ...page.mergedRecord.fields, slug: freeSlug } }
    }
  }

  #addConflict(id: string, kind: ConflictKind, detail: Omit<Conflict, 'on' | 'id' | 'kind'> = {}): void {
    this.conflicts.push({ on: 'page', id, kind, ...detail })
    const kinds = this.#conflictKinds.get(id)
    if (kinds === undefined) this.#conflictKinds.set(id, new Set([kind]))
    else kinds.add(kind)
  }

  #addPositionConflict(id: string, kind: ConflictKind): void {
    const page = this.#pages.get(id)
    const { base, ours, theirs } = page ?? {}
    this.#addConflict(
      id,
      kind,
      collectConflictValues({
        base: base && base.parent,
        ours: ours && ours.parent,
        theirs: theirs && theirs.parent,
      }),
    )
  }

  #hasConflict(id: string, ...kinds: readonly ConflictKind[]): boolean {
    return kinds.some((kind) => this.#conflictKinds.get(id)?.has(kind) === true)
  }
}

/** Whether a side changed the page itself, apart from its timestamps and its list of children. */
function wasEdited(base: PageRecord, side: PageRecord): boolean {
  if (base.parent !== side.parent || base.document !== side.document) return true
  const names = new Set([...Object.keys(base.fields), ...Object.keys(side.fields)])
  return [...names].some((name) => !isTimestamp(name) && !equalJson(base.fields[name], side.fields[name]))
}

function getSlugKey(page: PageRecord | undefined): string | undefined {
  return page?.fields.slug === undefined ? undefined : createSlugKey(page.parent, page.fields.slug)
}

function decodeOptionalPage(value: Json | undefined): PageRecord | undefined {
  return value === undefined ? undefined : decodePage(value)
}
