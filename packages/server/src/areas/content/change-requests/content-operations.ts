import { type Static, Type } from 'typebox'
import { IdSchema, JsonDocumentSchema, nullable } from '../../../http/schemas.ts'
import { ComputedRevisionSource } from '../computed-sources/schema.ts'
import { InsertFiles } from './insert-files.ts'

export const MAX_MARKDOWN_LENGTH = 1_000_000

const DocumentInput = Type.Object(
  {
    markdown: Type.Optional(Type.String({ maxLength: MAX_MARKDOWN_LENGTH })),
    document: Type.Optional(JsonDocumentSchema),
  },
  {
    description:
      'The text: `markdown`, stored byte for byte, or `document`, stored as Markdown. A document that Markdown cannot ' +
      'express is refused.',
  },
)
export type DocumentInput = Static<typeof DocumentInput>

const Picture = Type.Union([
  Type.Object({ kind: Type.Literal('file'), file: IdSchema }),
  Type.Object({ kind: Type.Literal('url'), url: Type.String({ maxLength: 2048 }) }),
])

/** What a page shows around its text. What is not given stays as it is by default. */
const PageLayoutInput = Type.Partial(
  Type.Object({
    width: Type.Enum(['default', 'wide'], { type: 'string' }),
    cover: Type.Boolean(),
    coverSize: Type.Enum(['hero', 'full', 'background'], { type: 'string' }),
    coverMask: Type.Enum(['none', 'radial'], { type: 'string' }),
    title: Type.Boolean(),
    description: Type.Boolean(),
    tableOfContents: Type.Boolean(),
    outline: Type.Boolean(),
    pagination: Type.Boolean(),
    metadata: Type.Boolean(),
    tags: Type.Boolean(),
    actions: Type.Boolean(),
    anchors: Type.Boolean(),
  }),
)

const PageCoverInput = Type.Object({
  ref: Picture,
  refDark: Type.Optional(Picture),
  yPos: Type.Optional(Type.Number({ minimum: -100, maximum: 100 })),
})

const MetaLinkInput = Type.Union([
  Type.Object({ kind: Type.Literal('url'), url: Type.String({ minLength: 1, maxLength: 2048 }) }),
  Type.Object({ kind: Type.Literal('page'), page: IdSchema, space: Type.Optional(IdSchema) }),
])

const MetaLinksInput = Type.Object(
  {
    canonical: Type.Optional(MetaLinkInput),
    alternates: Type.Optional(Type.Array(MetaLinkInput, { maxItems: 100 })),
  },
  { description: 'Where the page has its canonical address, and pages that are the same in another form.' },
)

const PageTagInput = Type.Object({
  tag: Type.Object({ kind: Type.Literal('tag'), tag: Type.String({ minLength: 1, maxLength: 100 }) }),
  primary: Type.Optional(Type.Boolean()),
})

const LinkTargetInput = Type.Union(
  [
    Type.Object({ kind: Type.Literal('url'), url: Type.String({ minLength: 1, maxLength: 2048 }) }),
    Type.Object({ kind: Type.Literal('page'), page: IdSchema, space: Type.Optional(IdSchema) }),
    Type.Object({
      kind: Type.Literal('anchor'),
      anchor: Type.String({ minLength: 1, maxLength: 256 }),
      page: IdSchema,
      space: Type.Optional(IdSchema),
    }),
    Type.Object({ kind: Type.Literal('space'), space: IdSchema }),
    Type.Object({ kind: Type.Literal('file'), file: IdSchema }),
  ],
  { description: 'Where a page of the type `link` leads.' },
)

const pageFields = {
  title: Type.Optional(Type.String({ minLength: 1, maxLength: 256 })),
  linkTitle: Type.Optional(
    nullable(Type.String({ maxLength: 256, description: 'A shorter title for the table of contents.' })),
  ),
  layout: Type.Optional(nullable(PageLayoutInput)),
  cover: Type.Optional(nullable(PageCoverInput)),
  metaLinks: Type.Optional(nullable(MetaLinksInput)),
  tags: Type.Optional(nullable(Type.Array(PageTagInput, { maxItems: 50 }))),
  target: Type.Optional(LinkTargetInput),
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
  type: Type.Optional(
    Type.Enum(['document', 'group', 'link'], {
      type: 'string',
      default: 'document',
      description: 'A group has neither `document` nor `computed`; a link has `target` instead.',
    }),
  ),
  ...pageFields,
  into: Type.Optional(
    Type.String({ ...IdSchema, description: 'The parent: a page, or the `ref` of one inserted before.' }),
  ),
  at: Type.Optional(Type.Integer({ minimum: 0 })),
  ref: Type.Optional(Type.String({ minLength: 1, maxLength: 256 })),
  document: Type.Optional(DocumentInput),
  computed: Type.Optional(
    Type.Object(ComputedRevisionSource.properties, {
      description: 'A source that the pages in the place of this one are computed from, instead of a text.',
    }),
  ),
})

const UpdatePage = Type.Object({
  operation: Type.Literal('update_page'),
  page: IdSchema,
  ...pageFields,
  into: Type.Optional(nullable(IdSchema)),
  at: Type.Optional(Type.Integer({ minimum: 0 })),
  document: Type.Optional(DocumentInput),
})

const DeletePage = Type.Object({ operation: Type.Literal('delete_page'), page: IdSchema })

const wordPlaceFields = {
  node: Type.String({ maxLength: 200, description: 'The key of a paragraph, a heading or a line of code.' }),
  start: Type.Integer({
    minimum: 0,
    description:
      'Where the words start in the text of the block, in UTF-16 code units. A picture counts as one.',
  }),
  end: Type.Integer({
    minimum: 0,
    description: 'Where they end. Where it is the start, there are no words.',
  }),
}

const RevertPage = Type.Object({
  operation: Type.Literal('revert_page'),
  page: IdSchema,
  revision: Type.Optional(IdSchema),
  block: Type.Optional(
    Type.Array(Type.String({ maxLength: 200 }), {
      minItems: 1,
      maxItems: 1000,
      description:
        'Keys of top-level blocks of the current or the earlier document: only those blocks are reverted, and all other ' +
        'lines of the Markdown stay as they are.',
    }),
  ),
  words: Type.Optional(
    Type.Object(wordPlaceFields, {
      description: 'Words of the current document: only these are reverted. Needs `earlierWords`.',
    }),
  ),
  earlierWords: Type.Optional(
    Type.Object(wordPlaceFields, {
      description: 'The words of the earlier document that take the place of `words`.',
    }),
  ),
})
export type RevertPage = Static<typeof RevertPage>

const RevertAll = Type.Object(
  {
    operation: Type.Literal('revert_all'),
    revision: Type.Optional(IdSchema),
  },
  {
    description:
      'Gives the change request the whole content of a revision of the space; without one, that of the space when the ' +
      'change request was last up to date. It must be the only change of a request.',
  },
)

const DeleteFiles = Type.Object(
  {
    operation: Type.Literal('delete_files'),
    files: Type.Array(IdSchema, { minItems: 1, maxItems: 100 }),
  },
  { description: 'Links to the files in texts stay, and are broken.' },
)

const UpdateFile = Type.Object(
  {
    operation: Type.Literal('update_file'),
    file: IdSchema,
    name: Type.String({ minLength: 1, maxLength: 256 }),
  },
  { description: 'Renames a file. Texts that refer to it by its id still show it.' },
)

// The following operations are Verso's own: the GitBook API can change reusable contents and variables only through Git.

const PutReusableContent = Type.Object(
  {
    operation: Type.Literal('put_reusable_content'),
    reusableContent: Type.Optional(
      Type.String({
        ...IdSchema,
        description: 'The reusable content to change. Without it, a new one is created.',
      }),
    ),
    title: Type.Optional(Type.String({ minLength: 1, maxLength: 256 })),
    document: Type.Optional(DocumentInput),
  },
  { description: 'Pages include it with `{% include "/reusable-contents/{id}" %}`.' },
)
export type PutReusableContent = Static<typeof PutReusableContent>

const DeleteReusableContent = Type.Object({
  operation: Type.Literal('delete_reusable_content'),
  reusableContent: IdSchema,
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
  { description: 'Sets variables of the space. Null removes one; those that are not named stay.' },
)

const ContentOperation = Type.Union(
  [
    InsertPage,
    UpdatePage,
    DeletePage,
    RevertPage,
    RevertAll,
    InsertFiles,
    DeleteFiles,
    UpdateFile,
    PutReusableContent,
    DeleteReusableContent,
    SetVariables,
  ],
  { 'x-name': 'ChangeRequestContentChange' },
)
export type ContentOperation = Static<typeof ContentOperation>
export type InsertPage = Static<typeof InsertPage>
export type UpdatePage = Static<typeof UpdatePage>

export const UpdateContent = Type.Object({
  revision: Type.Optional(
    Type.String({
      ...IdSchema,
      description:
        'The revision that the changes were made to: `revision` of the change request when it was read.',
    }),
  ),
  changes: Type.Array(ContentOperation, { minItems: 1, maxItems: 50 }),
})

export type UpdateContent = Static<typeof UpdateContent>

/** Lists the specs that operations insert computed pages from. */
export const listComputedSpecs = (operations: readonly ContentOperation[]): string[] =>
  operations.flatMap((each) =>
    each.operation === 'insert_page' && each.computed ? [each.computed.dependencies.spec.ref.spec] : [],
  )
