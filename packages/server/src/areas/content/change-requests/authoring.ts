import { parseMarkdown, revertBlocks, writeMarkdown } from '@verso/markdown'
import {
  applyChanges,
  type Change,
  type DocumentInput,
  type Hash,
  type Page,
  RevisionError,
  type RevisionView,
  UnknownPage,
  UnknownReusableContent,
  type Written,
} from '@verso/revisions'
import { type Static, Type } from 'typebox'
import { Conflict, type DomainError, Invalid, NotFound } from '../../../common/errors.ts'
import { newId } from '../../../common/ids.ts'
import { slugOf } from '../../../common/slug.ts'
import type { Content, Revision } from '../store/content.ts'
import { markdownOf } from '../documents/written.ts'
import type { Transaction } from '../../../database/database.ts'
import { type HeadFields, readText } from '../../../git-layout/index.ts'
import { Id, JSONDocument, nullable } from '../../../http/schemas.ts'
import type { ContentConditions } from './conditions.ts'
import { ComputedRevisionSource } from '../computed-sources/schema.ts'
import { computedPage } from '../computed-sources/source.ts'
import { InsertFiles, type InsertedFiles } from './insert-files.ts'
import type { BatchRefs } from './refs.ts'

const longestMarkdown = 1_000_000
const deepestPage = 30

const Document = Type.Object(
  {
    markdown: Type.Optional(Type.String({ maxLength: longestMarkdown })),
    document: Type.Optional(JSONDocument),
  },
  {
    description:
      'The text: `markdown`, kept byte for byte, or `document`, kept as the Markdown that it is written as. What ' +
      'Markdown cannot say is refused.',
  },
)

const fields = {
  title: Type.Optional(Type.String({ minLength: 1, maxLength: 256 })),
  slug: Type.Optional(Type.String({ minLength: 1, maxLength: 100, pattern: '^[^/]+$' })),
  emoji: Type.Optional(Type.String({ maxLength: 50 })),
  icon: Type.Optional(Type.String({ maxLength: 50 })),
  description: Type.Optional(Type.String({ maxLength: 1000 })),
  hidden: Type.Optional(Type.Boolean()),
  noIndex: Type.Optional(Type.Boolean()),
  noRobotsIndex: Type.Optional(Type.Boolean()),
  condition: Type.Optional(Type.String({ maxLength: 2048 })),
}

const InsertPage = Type.Object({
  operation: Type.Literal('insert_page'),
  ...fields,
  into: Type.Optional(
    Type.String({ ...Id, description: 'The parent: a page, or the `ref` of one inserted before.' }),
  ),
  at: Type.Optional(Type.Integer({ minimum: 0 })),
  ref: Type.Optional(Type.String({ minLength: 1, maxLength: 256 })),
  document: Type.Optional(Document),
  computed: Type.Optional(
    Type.Object(ComputedRevisionSource.properties, {
      description: 'Instead of a text: pages that are made from elsewhere stand in the place of this one.',
    }),
  ),
})

const UpdatePage = Type.Object({
  operation: Type.Literal('update_page'),
  page: Id,
  ...fields,
  into: Type.Optional(nullable(Id)),
  at: Type.Optional(Type.Integer({ minimum: 0 })),
  document: Type.Optional(Document),
})

const DeletePage = Type.Object({ operation: Type.Literal('delete_page'), page: Id })

const RevertPage = Type.Object({
  operation: Type.Literal('revert_page'),
  page: Id,
  revision: Type.Optional(Id),
  block: Type.Optional(
    Type.Array(Type.String({ maxLength: 200 }), {
      minItems: 1,
      maxItems: 1000,
      description:
        'Keys of blocks at the top of the document, as it is or as it was: only those are reverted, and the text is ' +
        'written anew.',
    }),
  ),
})

// The contract has no words for these: reusable contents and variables come from Git alone there.

const PutReusableContent = Type.Object(
  {
    operation: Type.Literal('put_reusable_content'),
    reusableContent: Type.Optional(
      Type.String({ ...Id, description: 'The one to change; without it, a new one is made.' }),
    ),
    title: Type.Optional(Type.String({ minLength: 1, maxLength: 256 })),
    document: Type.Optional(Document),
  },
  { description: 'Pages include it with `{% include "/reusable-contents/{id}" %}`.' },
)

const DeleteReusableContent = Type.Object({
  operation: Type.Literal('delete_reusable_content'),
  reusableContent: Id,
})

const SetVariables = Type.Object(
  {
    operation: Type.Literal('set_variables'),
    variables: Type.Record(
      Type.String({ pattern: '^[A-Za-z_][A-Za-z0-9_]{0,99}$' }),
      nullable(Type.String({ maxLength: 256 })),
      { maxProperties: 1000, additionalProperties: false },
    ),
  },
  { description: 'Those of the space: null unsets one, those not named stay.' },
)

const AuthoredChange = Type.Union(
  [
    InsertPage,
    UpdatePage,
    DeletePage,
    RevertPage,
    InsertFiles,
    PutReusableContent,
    DeleteReusableContent,
    SetVariables,
  ],
  { 'x-name': 'ChangeRequestContentChange' },
)
export type AuthoredChange = Static<typeof AuthoredChange>

/** What became of a page or a reusable content, in the order of the changes. */
export type Affected =
  | { object: 'created_page'; page: string; ref?: string }
  | { object: 'updated_page'; page: string }
  | { object: 'deleted_page'; page: string }
  | {
      object: 'created_reusable_content' | 'updated_reusable_content' | 'deleted_reusable_content'
      reusableContent: string
    }

export const AuthorContent = Type.Object({
  changes: Type.Array(AuthoredChange, { minItems: 1, maxItems: 50 }),
})

interface Batch {
  head: Revision
  /** Where the change request and the space last were one: what a page is reverted to. */
  ancestor: Revision
  changes: AuthoredChange[]
  files: InsertedFiles
  refs: BatchRefs
  /** The ids of `nameInsertedPages`. */
  insertedPages: readonly (string | undefined)[]
  conditions: ContentConditions
  now: Date
}

/** Applies a batch to the head of a change request; what is wrong with one change is wrong with all. */
export async function author(
  content: Content,
  tx: Transaction,
  batch: Batch,
): Promise<{ written: Written; affected: Affected[] }> {
  const changes: Change[] = []
  const affected: Affected[] = []
  for (const [index, change] of batch.changes.entries()) {
    const translated = await translate(
      content,
      tx,
      batch,
      change,
      batch.insertedPages[index] ?? '',
      `body.changes.${index}`,
    )
    // What is put back was there before.
    if (change.operation !== 'revert_page') {
      await batch.conditions.require(tx, batch.head.spaceId, translated, `body.changes.${index}`)
    }
    changes.push(...translated)
    const [first] = translated
    const effect = first && affectedBy(first, change)
    if (effect) affected.push(effect)
  }
  try {
    const written = await applyChanges(content.store.reader(tx), batch.head.root, changes)
    await content.store.save(tx, written.objects)
    await requireShallow(content.view(tx, written.root), changes)
    return { written, affected }
  } catch (error) {
    throw error instanceof RevisionError ? explain(error) : error
  }
}

/** Pages come out nested in each other: so deep that a client chokes on it is no use to anyone. */
async function requireShallow(view: RevisionView, changes: Change[]): Promise<void> {
  const placed = changes.flatMap((change) =>
    change.type === 'insert-page' || change.type === 'move-page' ? [change.id] : [],
  )
  for (const { id } of (await view.pages(placed)).values()) {
    if ((await view.page(id)).ancestors.length >= deepestPage) {
      throw new Invalid(`A page would stand below ${deepestPage} others: that is too deep.`)
    }
  }
}

function affectedBy(change: Change, authored: AuthoredChange): Affected | undefined {
  switch (change.type) {
    case 'insert-page': {
      const ref = authored.operation === 'insert_page' ? authored.ref : undefined
      return { object: 'created_page', page: change.id, ...(ref !== undefined && { ref }) }
    }
    case 'update-page':
    case 'move-page':
      return { object: 'updated_page', page: change.id }
    case 'delete-page':
      return { object: 'deleted_page', page: change.id }
    case 'put-reusable-content': {
      const isNew = authored.operation === 'put_reusable_content' && authored.reusableContent === undefined
      const object = isNew ? 'created_reusable_content' : 'updated_reusable_content'
      return { object, reusableContent: change.id }
    }
    case 'delete-reusable-content':
      return { object: 'deleted_reusable_content', reusableContent: change.id }
    default:
      return undefined
  }
}

/**
 * Gives an id to each page that the batch inserts, so that every text of the batch can link to it. Call it before the
 * transaction: when that is retried, a name that was added twice would be refused.
 */
export function nameInsertedPages(
  changes: readonly AuthoredChange[],
  refs: BatchRefs,
): (string | undefined)[] {
  return changes.map((change, index) => {
    if (change.operation !== 'insert_page') return undefined
    const id = newId()
    if (change.ref !== undefined) refs.addPage(change.ref, id, `body.changes.${index}`)
    return id
  })
}

async function translate(
  content: Content,
  tx: Transaction,
  batch: Batch,
  change: AuthoredChange,
  /** Of the page that the change inserts. */
  insertedId: string,
  where: string,
): Promise<Change[]> {
  const { refs } = batch
  switch (change.operation) {
    case 'insert_page': {
      const { operation: _operation, into, at, ref: _ref, document, computed, slug, ...given } = change
      const moment = batch.now.toISOString()
      const parent = into === undefined ? null : refs.page(into)
      const place = { id: insertedId, parent, ...(at !== undefined && { at }) }
      if ((document === undefined) === (computed === undefined)) {
        throw new Invalid(`${where} must have one of \`document\` and \`computed\`.`)
      }
      const { title = 'Untitled', ...fields } = { ...given, ...saidBy(document ?? {}) }
      if (computed) return [computedPage({ ...place, title, fields, moment }, computed)]
      return [
        {
          type: 'insert-page',
          ...place,
          fields: {
            type: 'document',
            title,
            slug: slug ?? slugOf(title),
            ...fields,
            createdAt: moment,
            updatedAt: moment,
          },
          document: input(document ?? {}, refs, where),
        },
      ]
    }
    case 'update_page': {
      const { operation: _operation, page, into, at, document, ...given } = change
      const id = refs.page(page)
      const fields = { ...given, ...saidBy(document) }
      return [
        {
          type: 'update-page',
          id,
          fields: { ...fields, updatedAt: batch.now.toISOString() },
          ...(document && { document: input(document, refs, where) }),
        },
        ...(into === undefined && at === undefined
          ? []
          : [
              {
                type: 'move-page' as const,
                id,
                ...(into !== undefined && { parent: into === null ? null : refs.page(into) }),
                ...(at !== undefined && { at }),
              },
            ]),
      ]
    }
    case 'delete_page':
      return [{ type: 'delete-page', id: refs.page(change.page) }]
    case 'revert_page':
      return revert(content, tx, batch, change, where)
    case 'put_reusable_content':
      return putReusableContent(content, tx, batch, change, where)
    case 'delete_reusable_content':
      return [{ type: 'delete-reusable-content', id: change.reusableContent }]
    case 'set_variables':
      return [{ type: 'set-variables', variables: change.variables }]
    case 'insert_files':
      return batch.files.changesFor(change)
  }
}

/**
 * What the head of a Markdown text says of its page. It counts more than what is said beside the text, as it does when
 * the same file comes from a repository; what it does not say stays.
 */
function saidBy(document: Static<typeof Document> | undefined): HeadFields {
  return document?.markdown === undefined ? {} : readText(document.markdown)
}

async function putReusableContent(
  content: Content,
  tx: Transaction,
  { head, refs }: Batch,
  { reusableContent: id, title, document }: Static<typeof PutReusableContent>,
  where: string,
): Promise<Change[]> {
  const text = document && { document: input(document, refs, where) }
  if (id === undefined) {
    if (title === undefined) throw new Invalid(`${where}.title must be given: a new one has none yet.`)
    return [{ type: 'put-reusable-content', id: newId(), title, ...text }]
  }
  const known = await content.view(tx, head.root).reusableContent(id)
  if (!known) throw new NotFound('reusable content', id)
  return [{ type: 'put-reusable-content', id, title: title ?? known.title, ...text }]
}

/** Puts a page back to what an earlier revision has: its fields and its text. What is not there is deleted. */
async function revert(
  content: Content,
  tx: Transaction,
  { head, ancestor, now: moment }: Batch,
  { page: id, revision: revisionId, block }: Static<typeof RevertPage>,
  where: string,
): Promise<Change[]> {
  const source = revisionId === undefined ? ancestor : await content.find(tx, head.spaceId, revisionId)
  if (!source) throw new NotFound('revision', revisionId ?? '')
  const now = (await content.view(tx, head.root).pages([id])).get(id)
  const then = (await content.view(tx, source.root).pages([id])).get(id)
  if (!now && !then) throw new Invalid(`${where}.page "${id}" is in neither of the two revisions.`)
  if (block) {
    if (!now || !then) throw new Invalid(`${where}.block: the page is not in both revisions.`)
    return revertBlocksOf(content, tx, { head, after: now, before: then, moment }, block, where)
  }
  if (!then) return [{ type: 'delete-page', id }]
  const document = then.document === null ? null : { hash: then.document }
  if (!now) return [{ type: 'insert-page', id, parent: then.parent, fields: then.fields, document }]
  const unset = Object.fromEntries(Object.keys(now.fields).map((name) => [name, null]))
  return [{ type: 'update-page', id, fields: { ...unset, ...then.fields }, document }]
}

/** Only some blocks of a page's text. Text that becomes the earlier one has its bytes too. */
async function revertBlocksOf(
  content: Content,
  tx: Transaction,
  { head, after, before, moment }: { head: Revision; after: Page; before: Page; moment: Date },
  block: string[],
  where: string,
): Promise<Change[]> {
  const hashes = [after.document, before.document].flatMap((hash) => hash ?? [])
  const texts = await content.view(tx, head.root).documents(hashes)
  const parse = (hash: Hash | null) => parseMarkdown((hash !== null && texts.get(hash)) || '')
  const [current, earlier] = [parse(after.document), parse(before.document)]
  const known = new Set([...current.document.nodes, ...earlier.document.nodes].map(({ key }) => key))
  for (const [index, key] of block.entries()) {
    if (!known.has(key)) {
      throw new Invalid(`${where}.block.${index} "${key}" is at the top of neither of the two documents.`)
    }
  }
  const markdown = writeMarkdown(
    revertBlocks(current.document, earlier.document, new Set(block)),
    current.frontMatter,
  )
  const isEarlier = markdown === writeMarkdown(earlier.document, current.frontMatter)
  const document = isEarlier && before.document !== null ? { hash: before.document } : { markdown }
  return [{ type: 'update-page', id: after.id, fields: { updatedAt: moment.toISOString() }, document }]
}

function input(
  { markdown, document }: Static<typeof Document>,
  refs: BatchRefs,
  where: string,
): DocumentInput {
  if (document === undefined) return { markdown: refs.resolveIn(markdown ?? '') }
  if (markdown !== undefined)
    throw new Invalid(`${where}.document must have one of \`markdown\` and \`document\`.`)
  const written = markdownOf(document, `${where}.document.document`)
  if (written.length > longestMarkdown) {
    throw new Invalid(`${where}.document.document is longer than ${longestMarkdown} characters of Markdown.`)
  }
  return { markdown: refs.resolveIn(written) }
}

/** An error of the engine in the words of an answer. */
function explain(error: RevisionError): DomainError | RevisionError {
  const where = error.changeIndex === undefined ? 'The changes' : `Change ${error.changeIndex + 1}`
  switch (error.code) {
    case 'unknown-page':
      return new NotFound('page', error instanceof UnknownPage ? error.page : '')
    case 'unknown-reusable-content':
      return new NotFound(
        'reusable content',
        error instanceof UnknownReusableContent ? error.reusableContent : '',
      )
    case 'page-under-itself':
    case 'duplicate-slug':
    case 'duplicate-page':
      return new Conflict(`${where}: ${error.message}.`)
    case 'invalid-value':
      return new Invalid(`${where}: ${error.message}.`)
    default:
      return error
  }
}
