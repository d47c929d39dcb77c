import { type Static, Type } from 'typebox'
import { nullable, TimestampSchema, UrlSchema, WebUrlSchema } from '../../../http/schemas.ts'

/** The maximum size of a text. The files of one description have the same limit together. */
export const MAX_DESCRIPTION_BYTES = 16 * 1024 * 1024

export const specSlugPattern = '^[a-z0-9]+(?:-[a-z0-9]+)*$'
const Slug = Type.String({ minLength: 1, maxLength: 100, pattern: specSlugPattern })

const Visibility = Type.Enum(['private', 'public'], {
  type: 'string',
  'x-name': 'OpenAPISpecVisibility',
  description: '`public`: anyone can read the latest version at `urls.published`.',
})

export const specProcessingStates = ['pending', 'progress', 'complete'] as const
export const specErrorCodes = ['FETCH_TIMEOUT', 'FETCH_ERROR', 'PARSE_ERROR'] as const
export type SpecErrorCode = (typeof specErrorCodes)[number]

export const OpenAPISpec = Type.Object(
  {
    object: Type.Literal('openapi-spec'),
    id: Type.String(),
    createdAt: TimestampSchema,
    updatedAt: TimestampSchema,
    slug: Slug,
    sourceURL: Type.Optional(UrlSchema),
    processingState: Type.Enum([...specProcessingStates], {
      type: 'string',
      description: '`complete` when it was processed. If that failed, there is a `lastProcessErrorCode`.',
    }),
    visibility: Visibility,
    lastVersion: Type.Optional(Type.String({ description: 'The latest version that could be read.' })),
    lastProcessedAt: Type.Optional(TimestampSchema),
    lastProcessErrorCode: Type.Optional(Type.Enum([...specErrorCodes], { type: 'string' })),
    lastProcessedErrors: Type.Array(
      Type.Object({ message: Type.String(), code: Type.Optional(Type.String()) }),
      {
        description:
          'The first errors of the last processing. If there is no error code, they are violations of the OpenAPI ' +
          'specification, and there is a version nevertheless.',
      },
    ),
    lastProcessedErrorCount: Type.Integer({ description: 'How many errors there were.' }),
    permissions: Type.Object({ view: Type.Boolean(), edit: Type.Boolean() }),
    urls: Type.Object({ location: UrlSchema, app: UrlSchema, published: Type.Optional(UrlSchema) }),
  },
  { 'x-name': 'OpenAPISpec' },
)
export type OpenAPISpec = Static<typeof OpenAPISpec>

const SpecSource = Type.Object(
  {
    url: Type.Optional(WebUrlSchema),
    text: Type.Optional(Type.String({ minLength: 1 })),
  },
  {
    additionalProperties: false,
    description:
      'Either a URL, which is read now and every six hours, or the text itself. JSON or YAML; ' +
      'Swagger 2.0, OpenAPI 3.0, 3.1 or 3.2.',
  },
)
export type SpecSource = Static<typeof SpecSource>

export const CreateOpenAPISpec = Type.Object({ slug: Slug, source: SpecSource })
export type CreateOpenAPISpec = Static<typeof CreateOpenAPISpec>

export const PutOpenAPISpec = Type.Object({ source: SpecSource })
export type PutOpenAPISpec = Static<typeof PutOpenAPISpec>

export const UpdateOpenAPISpec = Type.Object({ visibility: Visibility })
export type UpdateOpenAPISpec = Static<typeof UpdateOpenAPISpec>

export const OpenAPISpecVersion = Type.Object(
  {
    object: Type.Literal('openapi-spec-version'),
    id: Type.String(),
    createdAt: TimestampSchema,
    url: { ...UrlSchema, description: 'Where the content of the version can be read.' },
    urls: Type.Object({ location: UrlSchema }),
  },
  { 'x-name': 'OpenAPISpecVersion' },
)
export type OpenAPISpecVersion = Static<typeof OpenAPISpecVersion>

/** How many changes of a kind are listed. */
export const MAX_LISTED_CHANGES = 1000

const SpecChange = Type.Enum(['added', 'removed', 'changed'], {
  type: 'string',
  'x-name': 'OpenAPISpecChange',
  description:
    '`changed` when anything has changed that it says or refers to; a model also counts when only its text has.',
})

const SpecChangeCounts = Type.Object({
  added: Type.Integer(),
  removed: Type.Integer(),
  changed: Type.Integer(),
})

export const OpenAPISpecChanges = Type.Object(
  {
    object: Type.Literal('openapi-spec-changes'),
    version: Type.String({ description: 'The later version.' }),
    since: nullable(
      Type.String({ description: 'The earlier version; null for the first, which has changed nothing.' }),
    ),
    counts: Type.Object({ operations: SpecChangeCounts, models: SpecChangeCounts }),
    operations: Type.Array(
      Type.Object({
        change: SpecChange,
        path: Type.String({ description: 'A path, or the name of a webhook.' }),
        method: Type.String({ description: 'In lower case.' }),
        webhook: Type.Optional(Type.Literal(true)),
        title: Type.String(),
      }),
      {
        description: `At most ${MAX_LISTED_CHANGES}, in the order of the version; what was removed comes last.`,
      },
    ),
    models: Type.Array(Type.Object({ change: SpecChange, name: Type.String() }), {
      description: `At most ${MAX_LISTED_CHANGES}.`,
    }),
  },
  { 'x-name': 'OpenAPISpecChanges' },
)
export type OpenAPISpecChanges = Static<typeof OpenAPISpecChanges>

export const OpenAPISpecContent = Type.Object(
  {
    filesystem: Type.Array(
      Type.Object({
        dir: Type.String(),
        isEntrypoint: Type.Boolean(),
        references: Type.Object({}, { additionalProperties: true }),
        filename: Type.String(),
        specification: Type.Unsafe<object>({
          type: 'object',
          additionalProperties: true,
          description:
            'The description as one OpenAPI 3 document. Other files that it refers to are under `x-files`, and ' +
            'references point there. Beside each description is its HTML, as `x-gitbook-description-html`.',
        }),
      }),
      { description: 'One file: what the description consists of is bundled in it.' },
    ),
    url: UrlSchema,
    urls: Type.Object({ source: UrlSchema, public: nullable(UrlSchema) }),
  },
  { 'x-name': 'OpenAPISpecContent' },
)
export type OpenAPISpecContent = Static<typeof OpenAPISpecContent>

export const OpenAPISpecRawContent = Type.Object(
  {
    text: Type.String({ description: 'The first file, exactly as it was received.' }),
    format: Type.Enum(['json', 'yaml'], { type: 'string' }),
  },
  { 'x-name': 'OpenAPISpecRawContent' },
)
export type OpenAPISpecRawContent = Static<typeof OpenAPISpecRawContent>
