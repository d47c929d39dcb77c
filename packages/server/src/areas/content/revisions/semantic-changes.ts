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

export type CreateDownloadUrl = (file: FileRecord) => string

/** Whether a page is hidden from the caller. Its child pages are then hidden too. */
export type IsHidden = (page: Page) => boolean

/** Creates the id that the API uses for the text of a page or of a reusable content. */
export type CreateDocumentId = (
  ownerKind: 'page' | 'reusable-content',
  ownerId: string,
  document: Hash,
) => string

/**
 * Lists the differences between two contents: first those of pages, in the order of the pages, with deleted pages last;
 * then those of files, reusable contents and variables.
 */
export async function findSemanticChanges(
  reader: ObjectReader,
  before: Hash,
  after: Hash,
  {
    limit,
    createDocumentId,
    createDownloadUrl,
    isHidden,
    select,
  }: {
    limit: number
    createDocumentId: CreateDocumentId
    createDownloadUrl: CreateDownloadUrl
    isHidden?: IsHidden
    /** What the caller gets of a change; undefined to leave it out. */
    select?: (change: SemanticChange) => SemanticChange | undefined
  },
): Promise<SemanticChanges> {
  const { pages, files, reusableContents, variables } = await diffRevisions(reader, before, after)
  const pageChanges = pages.filter((change) => change.kind !== 'edited' || hasVisibleEdit(change))
  const all = [
    ...(await presentPageChanges(reader, before, after, pageChanges, createDocumentId, isHidden)),
    ...files.flatMap((change) => presentFileChange(change, createDownloadUrl)),
    ...reusableContents.flatMap((change) => presentReusableContentChange(change, createDocumentId)),
    ...presentVariableChanges(variables),
  ]
  const selected = select ? all.flatMap((change) => select(change) ?? []) : all
  const more = selected.length - limit
  return { changes: selected.slice(0, limit), ...(more > 0 && { more }) }
}

async function presentPageChanges(
  reader: ObjectReader,
  before: Hash,
  after: Hash,
  changes: readonly PageChange[],
  createDocumentId: CreateDocumentId,
  isHidden: IsHidden | undefined,
): Promise<SemanticChange[]> {
  if (changes.length === 0) return []
  const [oldPages, newPages] = await Promise.all([
    indexPages(reader, before, isHidden),
    indexPages(reader, after, isHidden),
  ])
  const isVisible = (change: PageChange) =>
    (change.kind === 'created' || !oldPages.isHidden(change.before.id)) &&
    (change.kind === 'deleted' || !newPages.isHidden(change.after.id))
  const getPosition = (change: PageChange) =>
    change.kind === 'deleted'
      ? newPages.size + oldPages.getPosition(change.before.id)
      : newPages.getPosition(change.after.id)
  return changes
    .filter(isVisible)
    .toSorted((one, other) => getPosition(one) - getPosition(other))
    .map((change) => presentPageChange(change, oldPages, newPages, createDocumentId))
}

function presentFileChange(
  change: RecordChange<FileRecord>,
  createDownloadUrl: CreateDownloadUrl,
): SemanticChange[] {
  const { id } = change
  const present = (file: FileRecord) => ({
    id,
    name: file.name,
    contentType: file.contentType,
    downloadURL: createDownloadUrl(file),
  })
  switch (change.kind) {
    case 'created':
      return [{ type: 'file_created', file: present(change.after) }]
    case 'deleted':
      return [{ type: 'file_deleted', file: present(change.before) }]
    case 'edited': {
      const { before, after } = change
      const { name, contentType, size, dimensions } = change.fields
      const downloadURL = { before: createDownloadUrl(before), after: createDownloadUrl(after) }
      const attributes = {
        ...(name && { name }),
        ...(contentType && { contentType }),
        ...(size && { size }),
        ...(dimensions && { dimensions }),
        ...(downloadURL.before !== downloadURL.after && { downloadURL }),
      }
      // A change of its path in Git alone is not visible to readers.
      if (Object.keys(attributes).length === 0) return []
      return [{ type: 'file_edited', file: present(after), attributes }]
    }
  }
}

function presentReusableContentChange(
  change: RecordChange<ReusableContentRecord>,
  createDocumentId: CreateDocumentId,
): SemanticChange[] {
  const { id } = change
  const createId = (document: unknown) =>
    typeof document === 'string' ? createDocumentId('reusable-content', id, document) : undefined
  const present = ({ title, document }: ReusableContentRecord): ChangedReusableContent => {
    const documentId = createId(document)
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
        ...(document && { document: pickSides(createId(document.before), createId(document.after)) }),
      }
      // A change of its path in Git alone is not visible to readers.
      if (Object.keys(attributes).length === 0) return []
      return [{ type: 'reusable_content_edited', reusableContent: present(change.after), attributes }]
    }
  }
}

function presentVariableChanges(changes: readonly VariableChange[]): SemanticChange[] {
  if (changes.length === 0) return []
  const variables = Object.fromEntries(
    changes.map(({ name, before, after }) => [name, pickSides(before, after)]),
  )
  return [{ type: 'variables_edited', variables }]
}

/** Leaves out a side that does not exist. */
const pickSides = (before: string | undefined, after: string | undefined) => ({
  ...(before !== undefined && { before }),
  ...(after !== undefined && { after }),
})

type PageEdit = Extract<PageChange, { kind: 'edited' }>

const presentAttributes = (
  { fields, document, after: { id } }: PageEdit,
  createDocumentId: CreateDocumentId,
) => {
  const { updatedAt: _updatedAt, git: _git, ...attributes } = fields
  if (!document) return attributes
  const createId = (hash: Hash | null) => (hash === null ? undefined : createDocumentId('page', id, hash))
  return { ...attributes, document: pickSides(createId(document.before), createId(document.after)) }
}

/** A page that was written again with the same content differs only in its date or its path in Git. */
export const isVisibleField = (field: string): boolean => field !== 'updatedAt' && field !== 'git'

const hasVisibleEdit = ({ fields, document }: PageEdit): boolean =>
  document !== undefined || Object.keys(fields).some(isVisibleField)

function presentPageChange(
  change: PageChange,
  oldPages: PageIndex,
  newPages: PageIndex,
  createDocumentId: CreateDocumentId,
): SemanticChange {
  switch (change.kind) {
    case 'created':
      return { type: 'page_created', page: newPages.present(change.after) }
    case 'edited':
      return {
        type: 'page_edited',
        page: newPages.present(change.after),
        attributes: presentAttributes(change, createDocumentId),
      }
    case 'deleted':
      return { type: 'page_deleted', page: oldPages.present(change.before) }
    case 'moved': {
      const parent = {
        before: oldPages.presentParent(change.before),
        after: newPages.presentParent(change.after),
      }
      return {
        type: 'page_moved',
        page: newPages.present(change.after),
        parent: {
          ...(parent.before && { before: parent.before }),
          ...(parent.after && { after: parent.after }),
        },
      }
    }
  }
}

const indexPages = async (
  reader: ObjectReader,
  root: Hash,
  isHidden: IsHidden = () => false,
): Promise<PageIndex> => new PageIndex(await new RevisionView(reader, root).getPageTree(), isHidden)

/** All pages of a revision, with their positions in the order of the tree. */
class PageIndex {
  readonly #pages = new Map<string, { page: PageTree; position: number }>()
  readonly #hiddenIds = new Set<string>()

  constructor(tree: readonly PageTree[], isHidden: IsHidden) {
    this.#add(tree, isHidden)
  }

  isHidden(id: string): boolean {
    return this.#hiddenIds.has(id)
  }

  get size(): number {
    return this.#pages.size
  }

  getPosition(id: string): number {
    return this.#pages.get(id)?.position ?? 0
  }

  present({ id, fields: { type, title } }: Page): ChangedPage {
    const path = this.#pages.get(id)?.page.path
    return { id, type, title, ...(path !== undefined && { path }) }
  }

  presentParent({ parent }: Page): ChangedPage | undefined {
    const entry = parent === null ? undefined : this.#pages.get(parent)
    return entry && this.present(entry.page)
  }

  #add(tree: readonly PageTree[], isHidden: IsHidden): void {
    for (const page of tree) {
      this.#pages.set(page.id, { page, position: this.#pages.size })
      const hidden = isHidden(page)
      if (hidden) this.#hiddenIds.add(page.id)
      this.#add(page.pages, hidden ? () => true : isHidden)
    }
  }
}
