import { type Static, Type } from 'typebox'
import { IdSchema } from '../../../http/schemas.ts'

export const Template = Type.Object(
  {
    object: Type.Literal('template'),
    id: Type.String(),
    title: Type.String(),
    subtitle: Type.String(),
    emoji: Type.String({ description: 'The code points in hexadecimal.' }),
    features: Type.Array(Type.String(), { description: 'The features that its pages demonstrate.' }),
    pages: Type.Integer({ description: 'How many pages it adds.' }),
    contentRefs: Type.Array(Type.Object({ name: Type.String(), description: Type.String() }), {
      description: 'The references that must be given when it is applied.',
    }),
  },
  { 'x-name': 'Template' },
)
export type Template = Static<typeof Template>

/** All templates in one response: they are few. */
export const TemplateList = Type.Object({ items: Type.Array(Template), count: Type.Integer() })
export type TemplateList = Static<typeof TemplateList>

const space = Type.Optional(IdSchema)

const ContentRef = Type.Union(
  [
    Type.Object({ kind: Type.Literal('file'), file: IdSchema, space }),
    Type.Object({
      kind: Type.Literal('url'),
      url: Type.String({ maxLength: 2048, pattern: '^([hH][tT][tT][pP][sS]?://|mailto:)[^\\s]+$' }),
    }),
    Type.Object({ kind: Type.Literal('page'), page: IdSchema, space }),
    Type.Object({
      kind: Type.Literal('anchor'),
      anchor: Type.String({ minLength: 1, maxLength: 256 }),
      page: Type.Optional(IdSchema),
      space,
    }),
    Type.Object({ kind: Type.Literal('user'), user: IdSchema }),
    Type.Object({ kind: Type.Literal('collection'), collection: IdSchema }),
    Type.Object({ kind: Type.Literal('space'), space: IdSchema }),
    Type.Object({ kind: Type.Literal('reusable-content'), reusableContent: IdSchema, space }),
    Type.Object({ kind: Type.Literal('openapi'), spec: IdSchema }),
  ],
  { 'x-name': 'ContentRef' },
)

export const ApplySpaceTemplate = Type.Object(
  {
    id: Type.String({ minLength: 1, maxLength: 100 }),
    params: Type.Optional(
      Type.Object({ contentRefs: Type.Optional(Type.Record(Type.String({ maxLength: 100 }), ContentRef)) }),
    ),
  },
  { 'x-name': 'ApplySpaceTemplate' },
)
export type ApplySpaceTemplate = Static<typeof ApplySpaceTemplate>
