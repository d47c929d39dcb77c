import { type Static, Type } from 'typebox'
import { JsonDocumentSchema, TimestampSchema, UrlSchema } from '../../../http/schemas.ts'
import { User } from '../../identity/index.ts'
import { ChangeRequest } from '../change-requests/schema.ts'
import { RevisionFile } from '../files/schema.ts'

const Layout = Type.Object({
  width: Type.String(),
  cover: Type.Boolean(),
  coverSize: Type.String(),
  coverMask: Type.String(),
  title: Type.Boolean(),
  description: Type.Boolean(),
  tableOfContents: Type.Boolean(),
  outline: Type.Boolean(),
  pagination: Type.Boolean(),
  metadata: Type.Boolean(),
  tags: Type.Boolean(),
  actions: Type.Boolean(),
  anchors: Type.Boolean(),
})

const GitBlob = Type.Object(
  { oid: Type.String(), path: Type.String() },
  { 'x-name': 'GitSyncBlob', description: 'The file in Git that it is synchronized with.' },
)

const anyObject = <Shape>(description: string) =>
  Type.Unsafe<Shape>({ type: 'object', additionalProperties: true, description })

const htmlFields = {
  html: Type.String({
    description:
      'The text as HTML, without scripts and without `style` attributes. Elements have the keys of their blocks as ' +
      '`data-block`; keys of included blocks begin with that of the block that includes them. Links lead to pages of ' +
      'the console, and blocks with a condition have it as `data-condition`.',
  }),
  styles: Type.String({ description: 'The CSS rules that the HTML needs beyond the style sheet of sites.' }),
  outline: Type.Array(
    Type.Object({
      key: Type.Optional(Type.String({ description: 'The key of the block; generated headings have none.' })),
      anchor: Type.String(),
      level: Type.Integer(),
      title: Type.String(),
    }),
    { description: 'The headings, in the order of the text.' },
  ),
}

export const HtmlDocument = Type.Object(htmlFields, { 'x-name': 'HTMLDocument' })
export type HtmlDocument = Static<typeof HtmlDocument>

/** A page of any type. Each type has only the fields that apply to it. */
export const RevisionPage = Type.Object(
  {
    id: Type.String(),
    parent: Type.Optional(
      Type.String({
        description: 'The parent page. Only in lists with `fields=tree`; missing at the top level.',
      }),
    ),
    title: Type.String(),
    linkTitle: Type.Optional(Type.String()),
    emoji: Type.Optional(Type.String()),
    icon: Type.Optional(Type.String()),
    createdAt: Type.Optional(TimestampSchema),
    updatedAt: Type.Optional(TimestampSchema),
    kind: Type.Optional(Type.String({ description: 'The name of the type in older clients.' })),
    type: Type.Enum(['document', 'group', 'link', 'computed'], { type: 'string' }),
    urls: Type.Optional(Type.Object({ app: UrlSchema })),
    slug: Type.Optional(Type.String()),
    path: Type.Optional(Type.String()),
    description: Type.Optional(Type.String()),
    layout: Type.Optional(Layout),
    cover: Type.Optional(anyObject<object>('The cover.')),
    variables: Type.Optional(anyObject<object>('Variables of the page.')),
    target: Type.Optional(anyObject<object>('The target of a link.')),
    computed: Type.Optional(anyObject<object>('What the page is computed from.')),
    computedSeed: Type.Optional(Type.String()),
    hidden: Type.Optional(Type.Boolean()),
    noIndex: Type.Optional(Type.Boolean()),
    noRobotsIndex: Type.Optional(Type.Boolean()),
    condition: Type.Optional(Type.String()),
    metaLinks: Type.Optional(
      anyObject<object>('The canonical and alternate addresses that the page declares.'),
    ),
    tags: Type.Optional(
      Type.Array(anyObject<object>('A tag of the page: `tag`, and whether it is the `primary` one.')),
    ),
    git: Type.Optional(GitBlob),
    documentId: Type.Optional(
      Type.String({
        description: 'The id of the document. It changes with the text; a page without a text has none.',
      }),
    ),
    markdown: Type.Optional(Type.String({ description: 'The text, byte for byte as it was written.' })),
    document: Type.Optional(JsonDocumentSchema),
    html: Type.Optional(htmlFields.html),
    styles: Type.Optional(htmlFields.styles),
    outline: Type.Optional(htmlFields.outline),
    pages: Type.Optional(
      Type.Unsafe<object[]>({ type: 'array', items: {}, description: 'The child pages, in the same shape.' }),
    ),
  },
  { 'x-name': 'RevisionPage' },
)
export type RevisionPage = Static<typeof RevisionPage>

export const RevisionReusableContent = Type.Object(
  {
    id: Type.String(),
    title: Type.String(),
    document: Type.Optional(
      Type.String({ description: 'The id of the document; a reusable content without a text has none.' }),
    ),
    markdown: Type.Optional(
      Type.String({ description: 'The text as it was written, with `format=markdown`. Not for visitors.' }),
    ),
    git: Type.Optional(GitBlob),
  },
  { 'x-name': 'RevisionReusableContent' },
)
export type RevisionReusableContent = Static<typeof RevisionReusableContent>

const GitCommit = Type.Object(
  {
    oid: Type.String(),
    message: Type.String(),
    createdByGitBook: Type.Boolean({ description: 'Whether Verso made the commit.' }),
    createdByService: Type.Boolean({ description: 'Equal to `createdByGitBook`.' }),
    url: Type.Optional(Type.String()),
    ref: Type.Optional(Type.String()),
  },
  { 'x-name': 'GitSyncCommit' },
)

export const Revision = Type.Object(
  {
    object: Type.Literal('revision'),
    id: Type.String(),
    parents: Type.Array(Type.String()),
    type: Type.Enum(['edits', 'merge', 'update', 'computed'], { type: 'string' }),
    mergedFrom: Type.Optional(ChangeRequest),
    pages: Type.Array(RevisionPage),
    files: Type.Array(RevisionFile),
    reusableContents: Type.Array(RevisionReusableContent),
    tags: Type.Array(anyObject<object>('A tag.')),
    variables: Type.Unsafe<Record<string, string>>({
      type: 'object',
      additionalProperties: { type: 'string' },
    }),
    createdAt: TimestampSchema,
    git: Type.Optional(GitCommit),
    urls: Type.Object({ app: UrlSchema }),
  },
  { 'x-name': 'Revision' },
)
export type Revision = Static<typeof Revision>

/** A revision that was the current one of its space, without its content. */
export const RevisionEntry = Type.Object(
  {
    object: Type.Literal('revision-entry'),
    id: Type.String(),
    type: Type.Enum(['merge', 'git', 'import', 'template', 'computed', 'update', 'edits'], {
      type: 'string',
      description:
        'How it came about: a merged change request, a synchronisation with Git, an import, a template, pages that were ' +
        'computed again, or edits without a change request.',
    }),
    current: Type.Boolean({ description: 'Whether it is the current revision of the space.' }),
    createdAt: TimestampSchema,
    createdBy: Type.Optional(User),
    summary: Type.Optional(
      Type.String({ description: 'The subject of the change request, or the first line of the commit.' }),
    ),
    changeRequest: Type.Optional(
      Type.Object({
        id: Type.String(),
        number: Type.Integer(),
        subject: Type.String(),
        urls: Type.Object({ app: UrlSchema, location: UrlSchema }),
      }),
    ),
    git: Type.Optional(GitCommit),
    urls: Type.Object({ app: UrlSchema, location: UrlSchema }),
  },
  { 'x-name': 'RevisionEntry' },
)
export type RevisionEntry = Static<typeof RevisionEntry>

export const RevisionPages = Type.Object({ pages: Type.Array(RevisionPage) })
export type RevisionPages = Static<typeof RevisionPages>

export const RevisionQuery = Type.Object({
  metadata: Type.Optional(
    Type.Boolean({ default: true, description: 'Whether to include the fields about Git.' }),
  ),
  computed: Type.Optional(
    Type.Boolean({
      default: true,
      description: 'Whether computed pages are replaced by the pages that are generated from their source.',
    }),
  ),
})
export type RevisionQuery = Static<typeof RevisionQuery>

export const RevisionContentQuery = Type.Object({
  ...RevisionQuery.properties,
  fields: Type.Optional(
    Type.Enum(['all', 'shared'], {
      type: 'string',
      default: 'all',
      description:
        'With `shared`, only what pages share: `pages` and `files` are empty, which a large space answers fast.',
    }),
  ),
})
export type RevisionContentQuery = Static<typeof RevisionContentQuery>

export const ReusableContentQuery = Type.Object({
  ...RevisionQuery.properties,
  format: Type.Optional(Type.Enum(['document', 'markdown'], { type: 'string', default: 'document' })),
})
export type ReusableContentQuery = Static<typeof ReusableContentQuery>

export const PagesQuery = Type.Object({
  ...RevisionQuery.properties,
  fields: Type.Optional(
    Type.Enum(['all', 'tree'], {
      type: 'string',
      default: 'all',
      description:
        'With `tree`, a flat list in the order of the table of contents: each page comes after its parent, and has ' +
        '`id`, `parent`, `type`, `title`, `path`, `emoji`, `icon` and `hidden` only.',
    }),
  ),
})
export type PagesQuery = Static<typeof PagesQuery>

export const DocumentQuery = Type.Object({
  evaluated: Type.Optional(
    Type.Enum(['true', 'false', 'deterministic-only'], {
      type: 'string',
      default: 'false',
      description:
        'Whether conditions and expressions are evaluated: all of them, or only those that do not depend on the ' +
        'visitor. Those that fail are left out.',
    }),
  ),
  dereferenced: Type.Optional(
    Type.Enum(['true', 'false', 'reusable-contents'], {
      type: 'string',
      default: 'false',
      description: 'Whether included reusable contents are replaced by their blocks.',
    }),
  ),
})
export type DocumentQuery = Static<typeof DocumentQuery>

export const PageQuery = Type.Object({
  ...RevisionQuery.properties,
  ...DocumentQuery.properties,
  format: Type.Optional(Type.Enum(['document', 'markdown', 'html'], { type: 'string', default: 'document' })),
  'format.markdown.refs': Type.Optional(
    Type.Enum(['relative', 'stable'], {
      type: 'string',
      default: 'relative',
      description:
        'References as they were written, or by ids (`/pages/{id}#anchor`, `/spaces/{spaceId}/files/{id}`) in a text ' +
        'that begins with the title.',
    }),
  ),
})
export type PageQuery = Static<typeof PageQuery>

const DocumentFormat = Type.Optional(Type.Enum(['document', 'html'], { type: 'string', default: 'document' }))

export const PageDocumentQuery = Type.Object({ ...DocumentQuery.properties, format: DocumentFormat })

/** Both values give the same document: there is one version of the schema. */
export const DocumentByIdQuery = Type.Object({
  schema: Type.Optional(Type.Enum(['current', 'next'], { type: 'string' })),
  format: DocumentFormat,
})

const ChangedPage = Type.Object(
  {
    id: Type.String(),
    type: RevisionPage.properties.type,
    title: Type.String(),
    path: Type.Optional(Type.String()),
  },
  { 'x-name': 'ChangedRevisionPage' },
)
export type ChangedPage = Static<typeof ChangedPage>

const ChangedReusableContent = Type.Object(
  { id: Type.String(), title: Type.String(), document: Type.Optional(Type.String()) },
  { 'x-name': 'ChangedRevisionReusableContent' },
)
export type ChangedReusableContent = Static<typeof ChangedReusableContent>

const ChangedFile = Type.Object(
  { id: Type.String(), name: Type.String(), contentType: Type.String(), downloadURL: Type.String() },
  { 'x-name': 'ChangedRevisionFile' },
)

const SemanticChange = Type.Object(
  {
    type: Type.Enum(
      [
        'page_created',
        'page_edited',
        'page_moved',
        'page_deleted',
        'file_created',
        'file_edited',
        'file_deleted',
        'reusable_content_created',
        'reusable_content_edited',
        'reusable_content_deleted',
        'variables_edited',
      ],
      { type: 'string' },
    ),
    page: Type.Optional(ChangedPage),
    file: Type.Optional(ChangedFile),
    reusableContent: Type.Optional(ChangedReusableContent),
    variables: Type.Optional(anyObject<object>('The variables that changed, each as `{ before, after }`.')),
    attributes: Type.Optional(
      anyObject<object>('The fields that changed, each as `{ before, after }`; for a document, its id.'),
    ),
    parent: Type.Optional(
      Type.Object(
        { before: Type.Optional(ChangedPage), after: Type.Optional(ChangedPage) },
        { description: 'The old and the new parent of a moved page; missing for the top level.' },
      ),
    ),
  },
  { 'x-name': 'RevisionSemanticChange' },
)
export type SemanticChange = Static<typeof SemanticChange>

export const SemanticChanges = Type.Object(
  {
    mergedFrom: Type.Optional(ChangeRequest),
    changes: Type.Array(SemanticChange),
    more: Type.Optional(Type.Integer({ description: 'How many changes are left out.' })),
  },
  { 'x-name': 'RevisionSemanticChanges' },
)
export type SemanticChanges = Static<typeof SemanticChanges>

export const ChangesQuery = Type.Object({
  ...RevisionQuery.properties,
  limit: Type.Optional(Type.Integer({ minimum: 0, maximum: 1000, default: 10 })),
})
export type ChangesQuery = Static<typeof ChangesQuery>
