import { type Static, Type } from 'typebox'
import type { AdaptiveJsonSchema } from '../../../audience/adaptive-schema.ts'
import { IdSchema, nullable, TimestampSchema, UrlSchema, WebUrlSchema } from '../../../http/schemas.ts'

const ShareLinkName = Type.String({ maxLength: 50 })

export const ShareLink = Type.Object(
  {
    object: Type.Literal('share-link'),
    id: Type.String(),
    createdAt: TimestampSchema,
    name: ShareLinkName,
    active: Type.Boolean({ description: 'One that is not opens nothing until it is again.' }),
    expiresAt: Type.Optional(
      Type.String({ ...TimestampSchema, description: 'From then on it opens nothing. Absent for never.' }),
    ),
    urls: Type.Object({ location: UrlSchema, published: UrlSchema }),
  },
  { 'x-name': 'ShareLink' },
)
export type ShareLink = Static<typeof ShareLink>

const ShareLinkEnd = Type.String({
  ...TimestampSchema,
  description: 'When the link stops to open the site. Null for never.',
})

export const CreateShareLink = Type.Object({
  name: ShareLinkName,
  expiresAt: Type.Optional(nullable(ShareLinkEnd)),
})
export type CreateShareLink = Static<typeof CreateShareLink>

export const UpdateShareLink = Type.Object(
  {
    active: Type.Optional(Type.Boolean()),
    name: Type.Optional(ShareLinkName),
    expiresAt: Type.Optional(nullable(ShareLinkEnd)),
  },
  { minProperties: 1 },
)
export type UpdateShareLink = Static<typeof UpdateShareLink>

const Backend = Type.Literal('custom', {
  description: 'Whoever signs the JWTs of visitors. There are no integrations that do.',
})

export const PublishingAuth = Type.Object(
  {
    object: Type.Literal('publishing-auth'),
    backend: Backend,
    privateKey: Type.String({ description: 'What JWTs are signed with, as HS256. Keep it to yourself.' }),
    fallbackURL: Type.Optional(UrlSchema),
  },
  { 'x-name': 'SitePublishingAuth' },
)
export type PublishingAuth = Static<typeof PublishingAuth>

export const UpdatePublishingAuth = Type.Object({
  backend: Type.Optional(Backend),
  fallbackURL: Type.Optional(
    nullable(Type.String({ ...WebUrlSchema, description: 'Where visitors without a valid JWT are sent.' })),
  ),
})
export type UpdatePublishingAuth = Static<typeof UpdatePublishingAuth>

const JsonSchema = Type.Unsafe<AdaptiveJsonSchema>({
  type: 'object',
  additionalProperties: true,
  description:
    'JSON Schema (draft-07) of the claims: an object with boolean properties, and with `unsigned`, an object of boolean ' +
    'properties; closed by `additionalProperties: false`.',
})

export const AdaptiveSchema = Type.Object(
  { object: Type.Literal('site-adaptive-schema'), jsonSchema: JsonSchema, updatedAt: TimestampSchema },
  { 'x-name': 'SiteAdaptiveSchema' },
)
export type AdaptiveSchema = Static<typeof AdaptiveSchema>

export const UpdateAdaptiveSchema = Type.Object({
  jsonSchema: Type.Unknown({ description: 'The JSON Schema.' }),
})
export type UpdateAdaptiveSchema = Static<typeof UpdateAdaptiveSchema>

export const TemplateConditions = Type.Object({
  items: Type.Array(
    Type.Object(
      { description: Type.String(), condition: Type.String() },
      { 'x-name': 'SiteAdaptiveTemplateCondition' },
    ),
  ),
})
export type TemplateConditions = Static<typeof TemplateConditions>

export const PreviewQuery = Type.Object({
  siteSpace: Type.Optional(
    Type.String({ ...IdSchema, description: 'What to open; the default site space, unless given.' }),
  ),
  claims: Type.Optional(
    Type.String({
      maxLength: 600,
      description: 'What to take for the claims of the visitor, in Rison: `(isBeta:!t,unsigned:(dark:!f))`.',
    }),
  ),
})
export type PreviewQuery = Static<typeof PreviewQuery>

export const Preview = Type.Object({ url: UrlSchema }, { 'x-name': 'SitePreview' })
export type Preview = Static<typeof Preview>
