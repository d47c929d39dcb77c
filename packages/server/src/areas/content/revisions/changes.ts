import {
  diffRevisions,
  type FileRecord,
  type Hash,
  type ObjectReader,
  type Page,
  type PageChange,
  type PageTree,
  type RecordChange,
  type ReusableContentRecord,
  RevisionView,
  type VariableChange,
} from '@verso/revisions'
import type { ChangedPage, ChangedReusableContent, SemanticChange, SemanticChanges } from './schema.ts'

/** Where the bytes of a file are read. */
export type CreateDownloadUrl = (file: FileRecord) => string

/** Whether a page is not there for who asks; what is below it is not either. */
export type IsHidden = (page: Page) => boolean

/** What names a text to the outside, where it is the text of this. */
export type CreateDocumentId = (of: 'page' | 'reusable-content', id: string, document: Hash) => string

/**
 * What happened between two contents: to the pages in their order, first those that are there, then those that are
 * gone; then to files, reusable contents and variables.
 */
export async function findSemanticChanges(
  reader: ObjectReader,
  before: Hash,
  after: Hash,
  {
    limit,
    name,
    addressOf,
    isHidden,
  }: { limit: number; name: CreateDocumentId; addressOf: CreateDownloadUrl; isHidden?: IsHidden },
): Promise<SemanticChanges> {
  const { pages, files, reusableContents, variables } = await diffRevisions(reader, before, after)
  const relevant = pages.filter((change) => change.kind !== 'edited' || hasContent(change))
  const all = [
    ...(await pageChanges(reader, before, after, relevant, name, isHidden)),
    ...files.flatMap((change) => presentFile(change, addressOf)),
    ...reusableContents.flatMap((change) => presentReusableContent(change, name)),
    ...presentVariables(variables),
  ]
  const more = all.length - limit
  return { changes: all.slice(0, limit), ...(more > 0 && { more }) }
}

async function pageChanges(
  reader: ObjectReader,
  before: Hash,
  after: Hash,
  relevant: readonly PageChange[],
  name: CreateDocumentId,
  isHidden: IsHidden | undefined,
): Promise<SemanticChange[]> {
  if (relevant.length === 0) return []
  const [old, now] = await Promise.all([read(reader, before, isHidden), read(reader, after, isHidden)])
  const isSeen = (change: PageChange) =>
    (change.kind === 'created' || !old.hides(change.before.id)) &&
    (change.kind === 'deleted' || !now.hides(change.after.id))
  const placeOf = (change: PageChange) =>
    change.kind === 'deleted' ? now.size + old.place(change.before.id) : now.place(change.after.id)
  return relevant
    .filter(isSeen)
    .toSorted((one, other) => placeOf(one) - placeOf(other))
    .map((change) => present(change, old, now, name))
}

/** Where a file stands in Git may change by itself, which is nothing that anyone sees. */
function presentFile(change: RecordChange<FileRecord>, addressOf: CreateDownloadUrl): SemanticChange[] {
  const { id } = change
  const present = (file: FileRecord) => ({
    id,
    name: file.name,
    contentType: file.contentType,
    downloadURL: addressOf(file),
  })
  switch (change.kind) {
    case 'created':
      return [{ type: 'file_created', file: present(change.after) }]
    case 'deleted':
      return [{ type: 'file_deleted', file: present(change.before) }]
    case 'edited': {
      const { before, after } = change
      const { name, contentType, size, dimensions } = change.fields
      const moved = { before: addressOf(before), after: addressOf(after) }
      const attributes = {
        ...(name && { name }),
        ...(contentType && { contentType }),
        ...(size && { size }),
        ...(dimensions && { dimensions }),
        ...(moved.before !== moved.after && { downloadURL: moved }),
      }
      if (Object.keys(attributes).length === 0) return []
      return [{ type: 'file_edited', file: present(after), attributes }]
    }
  }
}

function presentReusableContent(
  change: RecordChange<ReusableContentRecord>,
  name: CreateDocumentId,
): SemanticChange[] {
  const { id } = change
  const named = (document: unknown) =>
    typeof document === 'string' ? name('reusable-content', id, document) : undefined
  const present = ({ title, document }: ReusableContentRecord): ChangedReusableContent => {
    const documentId = named(document)
    return { id, title, ...(documentId !== undefined && { document: documentId }) }
  }
  switch (change.kind) {
    case 'created':
      return [{ type: 'reusable_content_created', reusableContent: present(change.after) }]
    case 'deleted':
      return [{ type: 'reusable_content_deleted', reusableContent: present(change.before) }]
    case 'edited': {
      const { title, document } = change.fields
      const attributes = {
        ...(title && { title }),
        ...(document && { document: sides(named(document.before), named(document.after)) }),
      }
      // Where it stands in Git may change by itself, which is nothing that anyone reads.
      if (Object.keys(attributes).length === 0) return []
      return [{ type: 'reusable_content_edited', reusableContent: present(change.after), attributes }]
    }
  }
}

function presentVariables(changes: readonly VariableChange[]): SemanticChange[] {
  if (changes.length === 0) return []
  const variables = Object.fromEntries(changes.map(({ name, before, after }) => [name, sides(before, after)]))
  return [{ type: 'variables_edited', variables }]
}

const sides = (before: string | undefined, after: string | undefined) => ({
  ...(before !== undefined && { before }),
  ...(after !== undefined && { after }),
})

type Edit = Extract<PageChange, { kind: 'edited' }>

/** What was written anew but says the same has only another date. */
const attributesOf = ({ fields, document, after: { id } }: Edit, name: CreateDocumentId) => {
  const { updatedAt: _updatedAt, git: _git, ...attributes } = fields
  if (!document) return attributes
  const named = (hash: Hash | null) => (hash === null ? undefined : name('page', id, hash))
  return { ...attributes, document: sides(named(document.before), named(document.after)) }
}

const hasContent = ({ fields, document }: Edit): boolean =>
  document !== undefined || Object.keys(fields).some((field) => field !== 'updatedAt' && field !== 'git')

function present(change: PageChange, old: Pages, now: Pages, name: CreateDocumentId): SemanticChange {
  switch (change.kind) {
    case 'created':
      return { type: 'page_created', page: now.present(change.after) }
    case 'edited':
      return { type: 'page_edited', page: now.present(change.after), attributes: attributesOf(change, name) }
    case 'deleted':
      return { type: 'page_deleted', page: old.present(change.before) }
    case 'moved': {
      const parent = { before: old.parentOf(change.before), after: now.parentOf(change.after) }
      return {
        type: 'page_moved',
        page: now.present(change.after),
        parent: {
          ...(parent.before && { before: parent.before }),
          ...(parent.after && { after: parent.after }),
        },
      }
    }
  }
}

const read = async (reader: ObjectReader, root: Hash, isHidden: IsHidden = () => false): Promise<Pages> =>
  new Pages(await new RevisionView(reader, root).tree(), isHidden)

/** All pages of a content, in their order. */
class Pages {
  readonly #pages = new Map<string, { page: PageTree; place: number }>()
  readonly #hidden = new Set<string>()

  constructor(tree: readonly PageTree[], isHidden: IsHidden) {
    this.#add(tree, isHidden)
  }

  hides(id: string): boolean {
    return this.#hidden.has(id)
  }

  get size(): number {
    return this.#pages.size
  }

  place(id: string): number {
    return this.#pages.get(id)?.place ?? 0
  }

  present({ id, fields: { type, title } }: Page): ChangedPage {
    const path = this.#pages.get(id)?.page.path
    return { id, type, title, ...(path !== undefined && { path }) }
  }

  parentOf({ parent }: Page): ChangedPage | undefined {
    const found = parent === null ? undefined : this.#pages.get(parent)
    return found && this.present(found.page)
  }

  #add(tree: readonly PageTree[], isHidden: IsHidden): void {
    for (const page of tree) {
      this.#pages.set(page.id, { page, place: this.#pages.size })
      const hidden = isHidden(page)
      if (hidden) this.#hidden.add(page.id)
      this.#add(page.pages, hidden ? () => true : isHidden)
    }
  }
}
