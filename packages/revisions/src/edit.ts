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
import {
  emptyRoot,
  putRoot,
  createSlugKey,
  type FileRecord,
  type PageFields,
  type PageRecord,
} from './model.ts'
import { Workspace, type ObjectReader, type WrittenRevision } from './workspace.ts'
import { checkSlug, findFreeSlug } from './slug.ts'

/** A document, given as Markdown or as the hash of one that is already stored. */
export type DocumentInput = { readonly markdown: string } | { readonly hash: Hash } | null

/** New values of fields. `null` removes a field. */
export interface FieldsPatch {
  readonly [field: string]: Json | undefined
}

export type Change =
  | {
      readonly type: 'insert-page'
      readonly id: string
      /** `null` is the top level. */
      readonly parent: string | null
      /** The index among the siblings. The page goes to the end when it is absent or larger than their number. */
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
      /** The page keeps its parent when this is absent. */
      readonly parent?: string | null
      /**
       * The index among the other children. When absent, the page keeps its index, or goes to the end of a new
       * parent.
       */
      readonly at?: number
    }
  /** Deletes everything below the page as well. */
  | { readonly type: 'delete-page'; readonly id: string }
  /** Adds the file or replaces it. */
  | { readonly type: 'put-file'; readonly id: string; readonly file: FileRecord }
  | { readonly type: 'delete-file'; readonly id: string }
  /** `null` removes a variable. Variables that are not named stay. */
  | { readonly type: 'set-variables'; readonly variables: Readonly<Record<string, string | null>> }
  /** Adds the reusable content or changes it. Without `document`, its document stays as it is. */
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
   * What happens to a page whose slug a sibling already has. `suffix` (the default) appends a number, as people
   * expect when they type the same title twice. `exact` lets pages exchange slugs within a batch and throws
   * `DuplicateSlug` when two siblings have the same slug at its end.
   */
  readonly slugs?: 'suffix' | 'exact'
}

/** Creates a revision without any content. */
export function emptyRevision(): WrittenRevision {
  const workspace = new Workspace({ get: () => Promise.resolve(new Map()) })
  return workspace.collectWrittenObjects(putRoot(workspace, emptyRoot))
}

/**
 * Applies the changes in order, all or none, so there is nothing to undo after an error. `changeIndex` of the
 * error says which change failed, except for a duplicate slug of an `exact` batch, which concerns the whole batch.
 */
export async function applyChanges(
  reader: ObjectReader,
  root: Hash,
  changes: readonly Change[],
  options: EditOptions = {},
): Promise<WrittenRevision> {
  const workspace = new Workspace(reader)
  const draft = await Draft.open(workspace, root)
  // Loading all pages at once costs one round trip per tree level for the batch, instead of for each change.
  await draft.findPages([...listChangedPageIds(changes)])
  const editor = new RevisionEditor(draft, options.slugs ?? 'suffix')
  for (const [index, change] of changes.entries()) {
    try {
      await editor.apply(change)
    } catch (error) {
      if (error instanceof RevisionError) error.changeIndex = index
      throw error
    }
  }
  return workspace.collectWrittenObjects(await draft.commit())
}

function* listChangedPageIds(changes: readonly Change[]): Iterable<string> {
  for (const change of changes) {
    if (change.type === 'update-page' || change.type === 'delete-page') yield change.id
    if (change.type === 'insert-page' || change.type === 'move-page') {
      yield change.id
      if (typeof change.parent === 'string') yield change.parent
    }
  }
}

class RevisionEditor {
  readonly #draft: Draft
  readonly #slugPolicy: 'suffix' | 'exact'

  constructor(draft: Draft, slugPolicy: 'suffix' | 'exact') {
    this.#draft = draft
    this.#slugPolicy = slugPolicy
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
        // The type of a record allows `undefined` members, which the encoding omits.
        return this.#draft.setValue('files', checkId(change.id), change.file as JsonObject)
      case 'delete-file':
        if ((await this.#draft.getValue('files', change.id)) === undefined) throw new UnknownFile(change.id)
        return this.#draft.setValue('files', change.id, undefined)
      case 'set-variables':
        for (const [name, value] of Object.entries(change.variables)) {
          this.#draft.setValue('variables', name, value ?? undefined)
        }
        return undefined
      case 'put-reusable-content':
        return this.#putReusableContent(change)
      case 'delete-reusable-content':
        if ((await this.#draft.getValue('reusableContents', change.id)) === undefined) {
          throw new UnknownReusableContent(change.id)
        }
        return this.#draft.setValue('reusableContents', change.id, undefined)
    }
  }

  async #insertPage({ id, parent, at, fields, document }: Extract<Change, { type: 'insert-page' }>) {
    checkId(id)
    checkPosition(at)
    if ((await this.#draft.findPage(id)) !== undefined) throw new DuplicatePage(id)
    if (parent !== null) await this.#draft.getPage(parent)
    const page: PageRecord = {
      parent,
      fields: patchFields(fields, {}),
      document: this.#storeDocument(document) ?? null,
      children: null,
    }
    this.#draft.setPage(id, await this.#claimSlug(id, page))
    // A batch may insert an id that it deleted before. The page must not get its old children back.
    this.#draft.childLists.set(id, [])
    await this.#draft.childLists.insert(parent, id, at)
  }

  async #updatePage({ id, fields = {}, document }: Extract<Change, { type: 'update-page' }>) {
    const page = await this.#draft.getPage(id)
    const hash = this.#storeDocument(document)
    const updatedPage: PageRecord = {
      ...page,
      fields: patchFields(page.fields, fields),
      document: hash === undefined ? page.document : hash,
    }
    if (updatedPage.fields.slug === page.fields.slug) {
      this.#draft.setPage(id, updatedPage)
      return
    }
    await this.#draft.releaseSlug(page.parent, page.fields.slug, id)
    this.#draft.setPage(id, await this.#claimSlug(id, updatedPage))
  }

  async #movePage({ id, parent, at }: Extract<Change, { type: 'move-page' }>) {
    checkPosition(at)
    const page = await this.#draft.getPage(id)
    const newParent = parent === undefined ? page.parent : parent
    if (newParent === page.parent && at === undefined) return
    for (
      let ancestorId = newParent;
      ancestorId !== null;
      ancestorId = (await this.#draft.getPage(ancestorId)).parent
    ) {
      if (ancestorId === id) throw new PageUnderItself(id, newParent ?? '')
    }
    await this.#draft.childLists.remove(page.parent, id)
    await this.#draft.childLists.insert(newParent, id, at)
    if (newParent === page.parent) return
    await this.#draft.releaseSlug(page.parent, page.fields.slug, id)
    this.#draft.setPage(id, await this.#claimSlug(id, { ...page, parent: newParent }))
  }

  async #deletePage(id: string) {
    const page = await this.#draft.getPage(id)
    await this.#draft.childLists.remove(page.parent, id)
    let level: readonly string[] = [id]
    while (level.length > 0) {
      const pages = await this.#draft.findPages(level)
      const lists = await this.#draft.childLists.read(level)
      await this.#draft.loadSlugClaims(
        [...pages.values()].flatMap(({ parent, fields: { slug } }) =>
          slug === undefined ? [] : createSlugKey(parent, slug),
        ),
      )
      for (const [deletedId, { parent, fields }] of pages) {
        await this.#draft.releaseSlug(parent, fields.slug, deletedId)
        this.#draft.setPage(deletedId, null)
      }
      level = [...lists.values()].flat()
    }
  }

  async #putReusableContent(change: Extract<Change, { type: 'put-reusable-content' }>) {
    const storedContent = await this.#draft.getValue('reusableContents', checkId(change.id))
    const hash = this.#storeDocument(change.document)
    const { document: storedDocument = null, ...fields } = (storedContent ?? {}) as JsonObject
    const patchedFields = patchObject(fields, { ...change.fields, title: change.title })
    this.#draft.setValue('reusableContents', change.id, {
      ...patchedFields,
      document: hash === undefined ? storedDocument : hash,
    })
  }

  async #claimSlug(id: string, page: PageRecord): Promise<PageRecord> {
    const { slug: requestedSlug } = page.fields
    if (requestedSlug === undefined) return page
    checkSlug(requestedSlug)
    const slug =
      this.#slugPolicy === 'exact'
        ? requestedSlug
        : await findFreeSlug(
            requestedSlug,
            async (slug) => (await this.#draft.getSlugClaims(page.parent, slug)).size === 0,
          )
    await this.#draft.claimSlug(page.parent, slug, id)
    return slug === requestedSlug ? page : { ...page, fields: { ...page.fields, slug } }
  }

  #storeDocument(input: DocumentInput | undefined): Hash | null | undefined {
    if (input === undefined || input === null) return input
    return 'hash' in input ? input.hash : this.#draft.putDocument(input.markdown)
  }
}

function patchFields(fields: PageFields, patch: FieldsPatch): PageFields {
  // Title and type can be replaced but not removed, so the result still has them.
  const { title, type, ...rest } = patch
  const patchedFields = patchObject(fields, rest)
  return patchObject(patchedFields, { ...(title && { title }), ...(type && { type }) }) as PageFields &
    JsonObject
}

function patchObject(object: FieldsPatch, patch: FieldsPatch): JsonObject {
  const members = Object.entries({ ...object, ...patch })
  return Object.fromEntries(
    members.filter((member): member is [string, Json] => member[1] !== undefined && member[1] !== null),
  )
}

function checkId(id: string): string {
  if (id === '' || !id.isWellFormed()) throw new InvalidValue('An id must be well-formed text and not empty')
  return id
}

function checkPosition(at: number | undefined): void {
  if (at !== undefined && (!Number.isInteger(at) || at < 0)) {
    throw new InvalidValue(`A position must be an integer of at least 0, not ${at}`)
  }
}
