import { type Static, Type } from 'typebox'
import { specSlugPattern } from '../../openapi/index.ts'

const sourceProperties = {
  type: Type.Literal('builtin:openapi'),
  dependencies: Type.Object({
    spec: Type.Object({
      ref: Type.Object({
        kind: Type.Literal('openapi'),
        spec: Type.String({ minLength: 1, maxLength: 100, pattern: specSlugPattern }),
      }),
      value: Type.Optional(Type.Unknown({ description: 'Ignored. The reference is resolved instead.' })),
    }),
  }),
}

export const ComputedRevisionSource = Type.Object(
  {
    ...sourceProperties,
    props: Type.Object({
      models: Type.Boolean({ description: 'Whether to add a page with the schemas.' }),
      grouping: Type.Optional(
        Type.Enum(['by-tag', 'by-operation'], {
          type: 'string',
          default: 'by-tag',
          description: 'One page for all operations of a tag, or a child page for each of them.',
        }),
      ),
      downloadLink: Type.Optional(Type.Boolean({ description: 'Whether the first page links to the spec.' })),
    }),
  },
  {
    'x-name': 'ComputedContentSourceRevision',
    description: 'Pages that are generated from an OpenAPI spec of the organization.',
  },
)
export type ComputedRevisionSource = Static<typeof ComputedRevisionSource>

const page = Type.String({ minLength: 1, maxLength: 2048 })

export const ComputedDocumentSource = Type.Object(
  {
    ...sourceProperties,
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
  {
    'x-name': 'ComputedContentSourceDocument',
    description: 'The document of a page that is generated from a spec.',
  },
)
export type ComputedDocumentSource = Static<typeof ComputedDocumentSource>
