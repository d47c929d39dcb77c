import type { Change } from '@verso/revisions'
import { Invalid, NotFound } from '../../../common/errors.ts'
import { newId } from '../../../common/ids.ts'
import { slugifyPageTitle } from '../../../common/slug.ts'
import type { Transaction } from '../../../database/database.ts'
import { type HeadFields, parseMarkdownHead } from '../../../git-layout/index.ts'
import { createComputedPage } from '../computed-sources/source.ts'
import { requireMarkdown } from '../documents/document-markdown.ts'
import type { TextWorkers } from '../documents/text-workers.ts'
import type { RevisionStore, StoredRevision } from '../store/revision-store.ts'
import type { ContentConditionValidator } from './condition-validator.ts'
import {
  type ContentOperation,
  type DocumentInput,
  MAX_MARKDOWN_LENGTH,
  type PutReusableContent,
} from './content-operations.ts'
import type { InsertedFiles } from './insert-files.ts'
import type { BatchRefs } from './refs.ts'
import { revertPage } from './revert-page.ts'

/** The operations of one request, and what is needed to carry them out. */
export interface OperationBatch {
  head: StoredRevision
  /** The last revision of the space that the change request contains. Pages are reverted to it. */
  ancestor: StoredRevision
  operations: readonly ContentOperation[]
  files: InsertedFiles
  refs: BatchRefs
  /** The result of `assignPageIds`. */
  pageIds: readonly (string | undefined)[]
  conditionValidator: ContentConditionValidator
  textWorkers: TextWorkers
  now: Date
}

/**
 * Translates an operation of the API into changes of a revision.
 *
 * @param pageId the id of the page that the operation inserts.
 * @param fieldPath the operation's place in the request body, such as `body.changes.0`, for error messages.
 */
export async function buildOperationChanges(
  revisionStore: RevisionStore,
  tx: Transaction,
  batch: OperationBatch,
  operation: ContentOperation,
  pageId: string,
  fieldPath: string,
): Promise<Change[]> {
  const { refs } = batch
  switch (operation.operation) {
    case 'insert_page': {
      const {
        operation: _operation,
        into,
        at,
        ref: _ref,
        document,
        computed,
        slug,
        ...givenFields
      } = operation
      const now = batch.now.toISOString()
      const parent = into === undefined ? null : refs.resolvePage(into)
      const position = { id: pageId, parent, ...(at !== undefined && { at }) }
      if ((document === undefined) === (computed === undefined)) {
        throw new Invalid(`${fieldPath} must have one of \`document\` and \`computed\`.`)
      }
      const { title = 'Untitled', ...fields } = { ...givenFields, ...readHeadFields(document) }
      if (computed) return [createComputedPage({ ...position, title, fields, createdAt: now }, computed)]
      return [
        {
          type: 'insert-page',
          ...position,
          fields: {
            type: 'document',
            title,
            slug: slug ?? slugifyPageTitle(title),
            ...fields,
            createdAt: now,
            updatedAt: now,
          },
          document: await readDocument(document ?? {}, batch, fieldPath),
        },
      ]
    }
    case 'update_page': {
      const { operation: _operation, page, into, at, document, ...givenFields } = operation
      const id = refs.resolvePage(page)
      const fields = { ...givenFields, ...readHeadFields(document) }
      return [
        {
          type: 'update-page',
          id,
          fields: { ...fields, updatedAt: batch.now.toISOString() },
          ...(document && { document: await readDocument(document, batch, fieldPath) }),
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
    case 'delete_page':
      return [{ type: 'delete-page', id: refs.resolvePage(operation.page) }]
    case 'revert_page':
      return revertPage(revisionStore, tx, batch, operation, fieldPath)
    case 'revert_all':
      throw new Invalid(`${fieldPath}: revert_all must be the only change of a request.`)
    case 'put_reusable_content':
      return putReusableContent(revisionStore, tx, batch, operation, fieldPath)
    case 'delete_reusable_content':
      return [{ type: 'delete-reusable-content', id: operation.reusableContent }]
    case 'set_variables':
      return [{ type: 'set-variables', variables: operation.variables }]
    case 'insert_files':
      return batch.files.buildChanges(operation)
  }
}

/**
 * The fields of a page that the front matter and the leading heading of its Markdown set. They take precedence over the
 * fields of the operation, as they do when a repository is imported; what they do not set is left unchanged.
 */
function readHeadFields(document: DocumentInput | undefined): HeadFields {
  return document?.markdown === undefined ? {} : parseMarkdownHead(document.markdown)
}

async function putReusableContent(
  revisionStore: RevisionStore,
  tx: Transaction,
  batch: OperationBatch,
  { reusableContent: id, title, document }: PutReusableContent,
  fieldPath: string,
): Promise<Change[]> {
  const text = document && { document: await readDocument(document, batch, fieldPath) }
  if (id === undefined) {
    if (title === undefined) throw new Invalid(`${fieldPath}.title must be given for a new reusable content.`)
    return [{ type: 'put-reusable-content', id: newId(), title, ...text }]
  }
  const current = await revisionStore.createView(tx, batch.head.root).findReusableContent(id)
  if (!current) throw new NotFound('reusable content', id)
  return [{ type: 'put-reusable-content', id, title: title ?? current.title, ...text }]
}

async function readDocument(
  { markdown, document }: DocumentInput,
  { refs, textWorkers }: OperationBatch,
  fieldPath: string,
): Promise<{ markdown: string }> {
  if (document === undefined) return { markdown: refs.resolveLinks(markdown ?? '') }
  if (markdown !== undefined) {
    throw new Invalid(`${fieldPath}.document must have one of \`markdown\` and \`document\`.`)
  }
  const writtenMarkdown = requireMarkdown(await textWorkers.write(document), `${fieldPath}.document.document`)
  if (writtenMarkdown.length > MAX_MARKDOWN_LENGTH) {
    throw new Invalid(
      `${fieldPath}.document.document is longer than ${MAX_MARKDOWN_LENGTH} characters of Markdown.`,
    )
  }
  return { markdown: refs.resolveLinks(writtenMarkdown) }
}
