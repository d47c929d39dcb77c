import { type Static, Type } from 'typebox'
import { specSlugPattern } from '../../openapi/index.ts'

const source = {
  type: Type.Literal('builtin:openapi'),
  dependencies: Type.Object({
    spec: Type.Object({
      ref: Type.Object({
        kind: Type.Literal('openapi'),
        spec: Type.String({ minLength: 1, maxLength: 100, pattern: specSlugPattern }),
      }),
      value: Type.Optional(Type.Unknown({ description: 'Not asked for: what the reference leads to is.' })),
    }),
  }),
}

export const ComputedRevisionSource = Type.Object(
  {
    ...source,
    props: Type.Object({
      models: Type.Boolean({ description: 'Whether there is a page of the schemas.' }),
      grouping: Type.Optional(
        Type.Enum(['by-tag', 'by-operation'], {
          type: 'string',
          default: 'by-tag',
          description: 'One page for the operations of a tag, or one for each below it.',
        }),
      ),
      downloadLink: Type.Optional(
        Type.Boolean({ description: 'Whether the first page leads to the description itself.' }),
      ),
    }),
  },
  {
    'x-name': 'ComputedContentSourceRevision',
    description: 'Pages made from an OpenAPI spec of the organization.',
  },
)
export type ComputedRevisionSource = Static<typeof ComputedRevisionSource>

const page = Type.String({ minLength: 1, maxLength: 2048 })

export const ComputedDocumentSource = Type.Object(
  {
    ...source,
    props: Type.Union([
      Type.Object({ doc: Type.Literal('models') }),
      Type.Object({ doc: Type.Enum(['operations', 'info', 'tag'], { type: 'string' }), page }),
      Type.Object({
        doc: Type.Literal('operation'),
        page,
        method: Type.String({ maxLength: 10 }),
        deprecated: Type.Optional(Type.Boolean()),
      }),
    ]),
  },
  { 'x-name': 'ComputedContentSourceDocument', description: 'The text of a page that was made from a spec.' },
)
export type ComputedDocumentSource = Static<typeof ComputedDocumentSource>
