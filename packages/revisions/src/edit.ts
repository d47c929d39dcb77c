import { Draft } from './draft.ts'
import type { Hash, Json, JsonObject } from './encoding.ts'
import {
  DuplicatePage,
  InvalidValue,
  PageUnderItself,
  RevisionError,
  UnknownFile,
  UnknownReusableContent,
} from './errors.ts'
import { emptyRoot, putRoot, slugKey, type FileRecord, type PageFields, type PageRecord } from './model.ts'
import { Workspace, type ObjectReader, type Written } from './objects.ts'
import { checkSlug, freeSlug } from './slug.ts'

/** A text given as Markdown, or as a document that is stored already. */
export type DocumentInput = { readonly markdown: string } | { readonly hash: Hash } | null

/** New values of fields; `null` unsets a field. */
export interface FieldsPatch {
  readonly [field: string]: Json | undefined
}

export type Change =
  | {
      readonly type: 'insert-page'
      readonly id: string
      /** `null` is the top. */
      readonly parent: string | null
      /** Index among the siblings; at the end when absent or larger than their number. */
      readonly at?: number
      readonly fields: PageFields
      readonly document?: DocumentInput
    }
  | {
      readonly type: 'update-page'
      readonly id: string
      readonly fields?: FieldsPatch
      readonly document?: DocumentInput
    }
  | {
      readonly type: 'move-page'
      readonly id: string
      /** Absent: the parent it has. */
      readonly parent?: string | null
      /** Index among the other children; absent: where it is, or at the end of a new parent. */
      readonly at?: number
    }
  /** Deletes everything below the page as well. */
  | { readonly type: 'delete-page'; readonly id: string }
  /** Adds the file or takes its place. */
  | { readonly type: 'put-file'; readonly id: string; readonly file: FileRecord }
  | { readonly type: 'delete-file'; readonly id: string }
  /** `null` unsets a variable; those not named stay. */
  | { readonly type: 'set-variables'; readonly variables: Readonly<Record<string, string | null>> }
  /** Adds the reusable content or changes it; a document left out stays as it is. */
  | {
      readonly type: 'put-reusable-content'
      readonly id: string
      readonly title: string
      readonly fields?: FieldsPatch
      readonly document?: DocumentInput
    }
  | { readonly type: 'delete-reusable-content'; readonly id: string }

export interface EditOptions {
  /**
   * When a page comes to want a slug that a sibling has: `suffix` (the default) gives it a numbered one, as
   * readers expect when they type the same title twice; `exact` lets pages trade slugs within a batch and
   * throws `DuplicateSlug` when two are left with one at its end.
   */
  readonly slugs?: 'suffix' | 'exact'
}

/** The revision content with nothing in it. */
export function emptyRevision(): Written {
  const workspace = new Workspace({ get: () => Promise.resolve(new Map()) })
  return workspace.written(putRoot(workspace, emptyRoot))
}

/**
 * Makes the changes in order, all or none: there is nothing to undo after an error, which names the change it is
 * about in `changeIndex` (but for a duplicate slug of an `exact` batch, which is about the whole).
 */
export async function applyChanges(
  reader: ObjectReader,
  root: Hash,
  changes: readonly Change[],
  options: EditOptions = {},
): Promise<Written> {
  const workspace = new Workspace(reader)
  const draft = await Draft.open(workspace, root)
  // One look at every page named costs a round trip a level for the batch, not for each change.
  await draft.findPages([...pagesNamed(changes)])
  const editor = new Editor(draft, options.slugs ?? 'suffix')
  for (const [index, change] of changes.entries()) {
    try {
      await editor.apply(change)
    } catch (error) {
      if (error instanceof RevisionError) error.changeIndex = index
      throw error
    }
  }
  return workspace.written(await draft.commit())
}

function* pagesNamed(changes: readonly Change[]): Iterable<string> {
  for (const change of changes) {
    if (change.type === 'update-page' || change.type === 'delete-page') yield change.id
    if (change.type === 'insert-page' || change.type === 'move-page') {
      yield change.id
      if (typeof change.parent === 'string') yield change.parent
    }
  }
}

class Editor {
  readonly #draft: Draft
  readonly #slugs: 'suffix' | 'exact'

  constructor(draft: Draft, slugs: 'suffix' | 'exact') {
    this.#draft = draft
    this.#slugs = slugs
  }

  async apply(change: Change): Promise<void> {
    switch (change.type) {
      case 'insert-page':
        return this.#insertPage(change)
      case 'update-page':
        return this.#updatePage(change)
      case 'move-page':
        return this.#movePage(change)
      case 'delete-page':
        return this.#deletePage(change.id)
      case 'put-file':
        // A record may hold `undefined`, which the encoding leaves out.
        return this.#draft.setValue('files', checkId(change.id), change.file as JsonObject)
      case 'delete-file':
        if ((await this.#draft.value('files', change.id)) === undefined) throw new UnknownFile(change.id)
        return this.#draft.setValue('files', change.id, undefined)
      case 'set-variables':
        for (const [name, value] of Object.entries(change.variables)) {
          this.#draft.setValue('variables', name, value ?? undefined)
        }
        return undefined
      case 'put-reusable-content':
        return this.#putReusableContent(change)
      case 'delete-reusable-content':
        if ((await this.#draft.value('reusableContents', change.id)) === undefined) {
          throw new UnknownReusableContent(change.id)
        }
        return this.#draft.setValue('reusableContents', change.id, undefined)
    }
  }

  async #insertPage({ id, parent, at, fields, document }: Extract<Change, { type: 'insert-page' }>) {
    checkId(id)
    checkPosition(at)
    if ((await this.#draft.findPage(id)) !== undefined) throw new DuplicatePage(id)
    if (parent !== null) await this.#draft.page(parent)
    const page: PageRecord = {
      parent,
      fields: patchFields(fields, {}),
      document: this.#document(document) ?? null,
      children: null,
    }
    this.#draft.setPage(id, await this.#claimSlug(id, page))
    // An id may come back within the batch that deleted it; its old children do not.
    this.#draft.lists.set(id, [])
    await this.#draft.lists.insert(parent, id, at)
  }

  async #updatePage({ id, fields = {}, document }: Extract<Change, { type: 'update-page' }>) {
    const page = await this.#draft.page(id)
    const hash = this.#document(document)
    const changed: PageRecord = {
      ...page,
      fields: patchFields(page.fields, fields),
      document: hash === undefined ? page.document : hash,
    }
    if (changed.fields.slug === page.fields.slug) {
      this.#draft.setPage(id, changed)
      return
    }
    await this.#draft.release(page.parent, page.fields.slug, id)
    this.#draft.setPage(id, await this.#claimSlug(id, changed))
  }

  async #movePage({ id, parent, at }: Extract<Change, { type: 'move-page' }>) {
    checkPosition(at)
    const page = await this.#draft.page(id)
    const target = parent === undefined ? page.parent : parent
    if (target === page.parent && at === undefined) return
    for (let above = target; above !== null; above = (await this.#draft.page(above)).parent) {
      if (above === id) throw new PageUnderItself(id, target ?? '')
    }
    await this.#draft.lists.remove(page.parent, id)
    await this.#draft.lists.insert(target, id, at)
    if (target === page.parent) return
    await this.#draft.release(page.parent, page.fields.slug, id)
    this.#draft.setPage(id, await this.#claimSlug(id, { ...page, parent: target }))
  }

  async #deletePage(id: string) {
    const page = await this.#draft.page(id)
    await this.#draft.lists.remove(page.parent, id)
    let level: readonly string[] = [id]
    while (level.length > 0) {
      const pages = await this.#draft.findPages(level)
      const lists = await this.#draft.lists.read(level)
      await this.#draft.loadClaims(
        [...pages.values()].flatMap(({ parent, fields: { slug } }) =>
          slug === undefined ? [] : slugKey(parent, slug),
        ),
      )
      for (const [gone, { parent, fields }] of pages) {
        await this.#draft.release(parent, fields.slug, gone)
        this.#draft.setPage(gone, null)
      }
      level = [...lists.values()].flat()
    }
  }

  async #putReusableContent(change: Extract<Change, { type: 'put-reusable-content' }>) {
    const known = await this.#draft.value('reusableContents', checkId(change.id))
    const hash = this.#document(change.document)
    const { document: stored = null, ...fields } = (known ?? {}) as JsonObject
    const patched = patchObject(fields, { ...change.fields, title: change.title })
    this.#draft.setValue('reusableContents', change.id, {
      ...patched,
      document: hash === undefined ? stored : hash,
    })
  }

  async #claimSlug(id: string, page: PageRecord): Promise<PageRecord> {
    const { slug: wanted } = page.fields
    if (wanted === undefined) return page
    checkSlug(wanted)
    const slug =
      this.#slugs === 'exact'
        ? wanted
        : await freeSlug(wanted, async (slug) => (await this.#draft.claims(page.parent, slug)).size === 0)
    await this.#draft.claim(page.parent, slug, id)
    return slug === wanted ? page : { ...page, fields: { ...page.fields, slug } }
  }

  #document(input: DocumentInput | undefined): Hash | null | undefined {
    if (input === undefined || input === null) return input
    return 'hash' in input ? input.hash : this.#draft.putDocument(input.markdown)
  }
}

function patchFields(fields: PageFields, patch: FieldsPatch): PageFields {
  // Title and type can be replaced but not unset, so what comes out still has them.
  const { title, type, ...rest } = patch
  const kept = patchObject(fields, rest)
  return patchObject(kept, { ...(title && { title }), ...(type && { type }) }) as PageFields & JsonObject
}

function patchObject(object: FieldsPatch, patch: FieldsPatch): JsonObject {
  const members = Object.entries({ ...object, ...patch })
  return Object.fromEntries(members.filter((m): m is [string, Json] => m[1] !== undefined && m[1] !== null))
}

function checkId(id: string): string {
  if (id === '' || !id.isWellFormed()) throw new InvalidValue('An id is text, and not empty')
  return id
}

function checkPosition(at: number | undefined): void {
  if (at !== undefined && (!Number.isInteger(at) || at < 0)) {
    throw new InvalidValue(`A position is a whole number from 0, not ${at}`)
  }
}
