import { type Static, Type } from 'typebox'
import { nullable, Timestamp, Url, WebUrl } from '../../../http/schemas.ts'

/** The longest text that is taken, in bytes; files that are fetched together have the same limit. */
export const MAX_DESCRIPTION_BYTES = 16 * 1024 * 1024

export const specSlugPattern = '^[a-z0-9]+(?:-[a-z0-9]+)*$'
const Slug = Type.String({ minLength: 1, maxLength: 100, pattern: specSlugPattern })

const Visibility = Type.Enum(['private', 'public'], {
  type: 'string',
  'x-name': 'OpenAPISpecVisibility',
  description: '`public`: anyone reads the latest version at `urls.published`.',
})

export const specProcessingStates = ['pending', 'progress', 'complete'] as const
export const specErrorCodes = ['FETCH_TIMEOUT', 'FETCH_ERROR', 'PARSE_ERROR'] as const
export type SpecErrorCode = (typeof specErrorCodes)[number]

export const OpenAPISpec = Type.Object(
  {
    object: Type.Literal('openapi-spec'),
    id: Type.String(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    slug: Slug,
    sourceURL: Type.Optional(Url),
    processingState: Type.Enum([...specProcessingStates], {
      type: 'string',
      description: '`complete` when it was read, or could not be: then there is a `lastProcessErrorCode`.',
    }),
    visibility: Visibility,
    lastVersion: Type.Optional(Type.String({ description: 'The latest version that could be read.' })),
    lastProcessedAt: Type.Optional(Timestamp),
    lastProcessErrorCode: Type.Optional(Type.Enum([...specErrorCodes], { type: 'string' })),
    lastProcessedErrors: Type.Array(
      Type.Object({ message: Type.String(), code: Type.Optional(Type.String()) }),
      {
        description:
          'What was wrong the last time, the first of it. Without an error code it is what the specification of ' +
          'OpenAPI asks for besides; there is a version all the same.',
      },
    ),
    lastProcessedErrorCount: Type.Integer({ description: 'How many there were.' }),
    permissions: Type.Object({ view: Type.Boolean(), edit: Type.Boolean() }),
    urls: Type.Object({ location: Url, app: Url, published: Type.Optional(Url) }),
  },
  { 'x-name': 'OpenAPISpec' },
)
export type OpenAPISpec = Static<typeof OpenAPISpec>

const SpecSource = Type.Object(
  {
    url: Type.Optional(WebUrl),
    text: Type.Optional(Type.String({ minLength: 1 })),
  },
  {
    additionalProperties: false,
    description:
      'One of the two: an address, which is read now and every six hours, or the text itself. JSON or YAML; ' +
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
    createdAt: Timestamp,
    url: { ...Url, description: 'Where it can be read.' },
    urls: Type.Object({ location: Url }),
  },
  { 'x-name': 'OpenAPISpecVersion' },
)
export type OpenAPISpecVersion = Static<typeof OpenAPISpecVersion>

export const OpenAPISpecContent = Type.Object(
  {
    filesystem: Type.Unsafe<object>({
      type: 'object',
      additionalProperties: true,
      description:
        'The description as one document of OpenAPI 3. Other files that it refers to stand under `x-files`, and ' +
        'references lead there.',
    }),
    url: Url,
    urls: Type.Object({ source: Url, public: nullable(Url) }),
  },
  { 'x-name': 'OpenAPISpecContent' },
)
export type OpenAPISpecContent = Static<typeof OpenAPISpecContent>

export const OpenAPISpecRawContent = Type.Object(
  {
    text: Type.String({ description: 'The first file, exactly as it came.' }),
    format: Type.Enum(['json', 'yaml'], { type: 'string' }),
  },
  { 'x-name': 'OpenAPISpecRawContent' },
)
export type OpenAPISpecRawContent = Static<typeof OpenAPISpecRawContent>
