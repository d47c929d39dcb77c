import type { Document } from '@verso/markdown'
import { type Static, Type } from 'typebox'
import { Timestamp, Url } from '../../http/schemas.ts'
import { ChangeRequest } from '../change-requests/schema.ts'

const Layout = Type.Object({
  width: Type.String(),
  cover: Type.Boolean(),
  coverSize: Type.String(),
  title: Type.Boolean(),
  description: Type.Boolean(),
  tableOfContents: Type.Boolean(),
  outline: Type.Boolean(),
  pagination: Type.Boolean(),
  metadata: Type.Boolean(),
})

const anyObject = <Shape>(description: string) =>
  Type.Unsafe<Shape>({ type: 'object', additionalProperties: true, description })

/** A page of any type; each type has those of the fields that mean something for it. */
export const RevisionPage = Type.Object(
  {
    id: Type.String(),
    title: Type.String(),
    emoji: Type.Optional(Type.String()),
    icon: Type.Optional(Type.String()),
    createdAt: Type.Optional(Timestamp),
    updatedAt: Type.Optional(Timestamp),
    kind: Type.Optional(Type.String({ description: 'An older name of the type.' })),
    type: Type.Enum(['document', 'group', 'link', 'computed'], { type: 'string' }),
    urls: Type.Optional(Type.Object({ app: Url })),
    slug: Type.Optional(Type.String()),
    path: Type.Optional(Type.String()),
    description: Type.Optional(Type.String()),
    layout: Type.Optional(Layout),
    cover: Type.Optional(anyObject<object>('The cover.')),
    variables: Type.Optional(anyObject<object>('Variables of the page.')),
    target: Type.Optional(anyObject<object>('Where a link goes.')),
    computed: Type.Optional(anyObject<object>('What the page is computed from.')),
    computedSeed: Type.Optional(Type.String()),
    hidden: Type.Optional(Type.Boolean()),
    noIndex: Type.Optional(Type.Boolean()),
    noRobotsIndex: Type.Optional(Type.Boolean()),
    condition: Type.Optional(Type.String()),
    markdown: Type.Optional(Type.String({ description: 'The text, byte for byte as it was given.' })),
    document: Type.Optional(anyObject<Document>('The text as a tree of blocks.')),
    pages: Type.Optional(
      Type.Unsafe<object[]>({ type: 'array', items: {}, description: 'The pages below, in the same shape.' }),
    ),
  },
  { 'x-name': 'RevisionPage' },
)
export type RevisionPage = Static<typeof RevisionPage>

export const Revision = Type.Object(
  {
    object: Type.Literal('revision'),
    id: Type.String(),
    parents: Type.Array(Type.String()),
    type: Type.Enum(['edits', 'merge', 'update'], { type: 'string' }),
    mergedFrom: Type.Optional(ChangeRequest),
    pages: Type.Array(RevisionPage),
    files: Type.Array(Type.Object({})),
    reusableContents: Type.Array(Type.Object({ id: Type.String(), title: Type.String() })),
    variables: Type.Unsafe<Record<string, string>>({
      type: 'object',
      additionalProperties: { type: 'string' },
    }),
    createdAt: Timestamp,
    urls: Type.Object({ app: Url }),
  },
  { 'x-name': 'Revision' },
)
export type Revision = Static<typeof Revision>

export const RevisionPages = Type.Object({ pages: Type.Array(RevisionPage) })
export type RevisionPages = Static<typeof RevisionPages>

/** There is no Git metadata to leave out and nothing that is computed yet: both flags change nothing. */
export const RevisionQuery = Type.Object({
  metadata: Type.Optional(Type.Boolean({ default: true })),
  computed: Type.Optional(Type.Boolean({ default: true })),
})

export const PageQuery = Type.Object({
  ...RevisionQuery.properties,
  format: Type.Optional(Type.Enum(['document', 'markdown'], { type: 'string', default: 'document' })),
})
export type PageQuery = Static<typeof PageQuery>

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

const SemanticChange = Type.Object(
  {
    type: Type.Enum(['page_created', 'page_edited', 'page_moved', 'page_deleted'], { type: 'string' }),
    page: ChangedPage,
    attributes: Type.Optional(
      anyObject<object>('What was edited, as `{ before, after }` each; of a document, its hash.'),
    ),
    parent: Type.Optional(
      Type.Object(
        { before: Type.Optional(ChangedPage), after: Type.Optional(ChangedPage) },
        { description: 'Where it was moved from and to; without a page, the top.' },
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
    more: Type.Optional(Type.Integer({ description: 'How many are left out.' })),
  },
  { 'x-name': 'RevisionSemanticChanges' },
)
export type SemanticChanges = Static<typeof SemanticChanges>

export const ChangesQuery = Type.Object({
  ...RevisionQuery.properties,
  limit: Type.Optional(Type.Integer({ minimum: 0, maximum: 1000, default: 10 })),
})
export type ChangesQuery = Static<typeof ChangesQuery>
