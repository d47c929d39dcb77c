import type { Change, JsonObject, PageFields } from '@verso/revisions'
import { Invalid } from '../../../common/errors.ts'
import { slugifyPageTitle } from '../../../common/slug.ts'
import type { Transaction } from '../../../database/database.ts'
import { type HeadFields, parseMarkdownHead } from '../../../git-layout/index.ts'
import { createComputedPage } from '../computed-sources/source.ts'
import { requireMarkdown } from '../documents/document-markdown.ts'
import type { ReplacedText } from '../documents/text-tasks.ts'
import type { RevisionStore } from '../store/revision-store.ts'
import {
  type DocumentInput,
  type InsertPage,
  MAX_MARKDOWN_LENGTH,
  type UpdatePage,
} from './content-operations.ts'
import { findFollowedSlug } from './followed-slug.ts'
import type { OperationBatch } from './operation-changes.ts'
import type { BatchRefs } from './refs.ts'

/** Builds the change that inserts a page of any type. */
export async function insertPage(
  batch: OperationBatch,
  operation: InsertPage,
  pageId: string,
  fieldPath: string,
): Promise<Change[]> {
  const {
    operation: _operation,
    type = 'document',
    into,
    at,
    ref: _ref,
    document,
    computed,
    slug,
    target,
    ...givenFields
  } = operation
  const now = batch.now.toISOString()
  const parent = into === undefined ? null : batch.refs.resolvePage(into)
  const position = { id: pageId, parent, ...(at !== undefined && { at }) }
  requirePageParts(operation, fieldPath)
  const { title = 'Untitled', ...fields } = omitNulls({ ...givenFields, ...readHeadFields(document) })
  if (computed) return [createComputedPage({ ...position, title, fields, createdAt: now }, computed)]
  const times = { createdAt: now, updatedAt: now }
  if (type === 'link' && target) {
    const linkFields = { type, title, ...fields, target: resolveTarget(batch.refs, target), ...times }
    return [{ type: 'insert-page', ...position, fields: linkFields, document: null }]
  }
  const pageFields: PageFields = { type, title, slug: slug ?? slugifyPageTitle(title), ...fields, ...times }
  const text = type === 'group' ? null : await readDocument(document ?? {}, batch, fieldPath)
  return [{ type: 'insert-page', ...position, fields: pageFields, document: text }]
}

/** Checks that a new page has what pages of its type have, and nothing else. */
function requirePageParts(
  { type = 'document', document, computed, target, slug }: InsertPage,
  fieldPath: string,
): void {
  if (type === 'document' && (document === undefined) === (computed === undefined)) {
    throw new Invalid(`${fieldPath} must have one of \`document\` and \`computed\`.`)
  }
  if (type !== 'document' && (document ?? computed) !== undefined) {
    throw new Invalid(`${fieldPath}: a page of the type ${type} has no \`document\` and no \`computed\`.`)
  }
  if ((type === 'link') !== (target !== undefined)) {
    throw new Invalid(
      type === 'link'
        ? `${fieldPath}.target must be given for a link.`
        : `${fieldPath}.target: only a page of the type link has a target.`,
    )
  }
  if (type === 'link' && slug !== undefined) throw new Invalid(`${fieldPath}.slug: a link has no slug.`)
}

/** Builds the changes that give a page other fields, another text and another place. */
export async function updatePage(
  revisionStore: RevisionStore,
  tx: Transaction,
  batch: OperationBatch,
  operation: UpdatePage,
  fieldPath: string,
): Promise<Change[]> {
  const { operation: _operation, page, into, at, document, target, ...givenFields } = operation
  const { refs } = batch
  const id = refs.resolvePage(page)
  if (target !== undefined || document !== undefined) {
    const current = (await revisionStore.createView(tx, batch.head.root).getPages([id])).get(id)
    // A page that this batch inserts is not in the head yet, and is a document where its text changes.
    const type = current?.fields.type
    if (target !== undefined && type !== 'link') {
      throw new Invalid(`${fieldPath}.target: only a page of the type link has a target.`)
    }
    if (document !== undefined && (type === 'group' || type === 'link')) {
      throw new Invalid(`${fieldPath}.document: a page of the type ${type} has no text.`)
    }
  }
  const fields = { ...givenFields, ...readHeadFields(document) }
  const replaced = document?.document
    ? await describeReplacedText(revisionStore, tx, batch, id, fields.title)
    : undefined
  const followedSlug =
    fields.title === undefined || operation.slug !== undefined
      ? undefined
      : await findFollowedSlug(revisionStore, tx, batch, id, fields.title)
  return [
    {
      type: 'update-page',
      id,
      fields: {
        ...fields,
        ...(followedSlug !== undefined && { slug: followedSlug }),
        ...(target && { target: resolveTarget(refs, target) }),
        updatedAt: batch.now.toISOString(),
      },
      ...(document && { document: await readDocument(document, batch, fieldPath, replaced) }),
    },
    ...(into === undefined && at === undefined
      ? []
      : [
          {
            type: 'move-page' as const,
            id,
            ...(into !== undefined && { parent: into === null ? null : refs.resolvePage(into) }),
            ...(at !== undefined && { at }),
          },
        ]),
  ]
}

/** A target with the id of a page that the same batch inserts in the place of its name. */
const resolveTarget = (refs: BatchRefs, target: NonNullable<InsertPage['target']>): JsonObject =>
  'page' in target ? { ...target, page: refs.resolvePage(target.page) } : { ...target }

/** In a new page, a field that would be removed is left out. */
const omitNulls = <Fields extends object>(
  fields: Fields,
): { [Name in keyof Fields]: Exclude<Fields[Name], null> } =>
  // Entries with null are those that the type leaves out.
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)) as {
    [Name in keyof Fields]: Exclude<Fields[Name], null>
  }

/**
 * The fields of a page that the front matter and the leading heading of its Markdown set. They take precedence over the
 * fields of the operation, as they do when a repository is imported; what they do not set is left unchanged.
 */
function readHeadFields(document: DocumentInput | undefined): HeadFields {
  return document?.markdown === undefined ? {} : parseMarkdownHead(document.markdown)
}

/** Describes the text of a page in the head, for a document that replaces it. A page of this batch has none there. */
async function describeReplacedText(
  revisionStore: RevisionStore,
  tx: Transaction,
  { head, reader }: OperationBatch,
  id: string,
  newTitle: string | undefined,
): Promise<ReplacedText | undefined> {
  const view = revisionStore.createView(tx, head.root)
  if (!(await view.getPages([id])).has(id)) return undefined
  const replaced = await reader.describeReplacedText(view, await view.getPage(id))
  // The title in the text is shown as the title of the page. With another title it would be a heading, so it is dropped.
  const keepsTitle = newTitle === undefined || newTitle.trim() === replaced?.title
  return replaced && (keepsTitle ? replaced : { ...replaced, title: undefined })
}

export async function readDocument(
  { markdown, document }: DocumentInput,
  { refs, textWorkers }: OperationBatch,
  fieldPath: string,
  replaced?: ReplacedText,
): Promise<{ markdown: string }> {
  if (document === undefined) return { markdown: refs.resolveLinks(markdown ?? '') }
  if (markdown !== undefined) {
    throw new Invalid(`${fieldPath}.document must have one of \`markdown\` and \`document\`.`)
  }
  const writtenMarkdown = requireMarkdown(
    await textWorkers.write(document, replaced),
    `${fieldPath}.document.document`,
  )
  if (writtenMarkdown.length > MAX_MARKDOWN_LENGTH) {
    throw new Invalid(
      `${fieldPath}.document.document is longer than ${MAX_MARKDOWN_LENGTH} characters of Markdown.`,
    )
  }
  return { markdown: refs.resolveLinks(writtenMarkdown) }
}
