import { type Static, Type } from 'typebox'
import { IdSchema, TimestampSchema, WebUrlSchema } from '../../../http/schemas.ts'
import { ShareKeyQuery } from '../structure/schema.ts'

const segment = '(?:[A-Za-z0-9\\-._~+]|%[0-9A-Fa-f]{2})+'

const Source = Type.String({
  maxLength: 512,
  pattern: `^/${segment}(?:/${segment})*(?:/?\\*)?$`,
  description: 'A path below the site; with `*` at the end it stands for everything that begins so.',
})

const destinations = [
  Type.Object({ kind: Type.Literal('site-section'), siteSectionId: IdSchema }),
  Type.Object({ kind: Type.Literal('site-space'), siteSpaceId: IdSchema }),
  Type.Object({ kind: Type.Literal('site-page'), siteSpaceId: IdSchema, pageId: IdSchema }),
  Type.Object({ kind: Type.Literal('external'), url: WebUrlSchema }),
]
const Destination = Type.Unsafe<Destination>(Type.Union(destinations))

const DestinationInput = Type.Unsafe<DestinationInput>(
  Type.Union([
    ...destinations,
    Type.Object(
      { kind: Type.Literal('path'), spaceId: IdSchema, path: Type.String({ maxLength: 1024 }) },
      { description: 'The page that is at this path of the space now.' },
    ),
  ]),
)
type Destination =
  | { kind: 'site-section'; siteSectionId: string }
  | { kind: 'site-space'; siteSpaceId: string }
  | { kind: 'site-page'; siteSpaceId: string; pageId: string }
  | { kind: 'external'; url: string }
export type DestinationInput = Destination | { kind: 'path'; spaceId: string; path: string }

export const SiteRedirect = Type.Object(
  {
    object: Type.Literal('site-redirect'),
    id: Type.String(),
    source: Type.String(),
    draft: Type.Boolean(),
    captureWildcard: Type.Boolean(),
    permanent: Type.Boolean(),
    destination: Destination,
    createdAt: TimestampSchema,
    updatedAt: Type.Optional(TimestampSchema),
    urls: Type.Object({ location: Type.String() }),
  },
  { 'x-name': 'SiteRedirect' },
)
export type SiteRedirect = Static<typeof SiteRedirect>

const fields = {
  captureWildcard: Type.Optional(
    Type.Boolean({ description: 'Whether what follows the source is carried over to the destination.' }),
  ),
  draft: Type.Optional(Type.Boolean({ description: 'Prepared, and not followed yet.' })),
  permanent: Type.Optional(Type.Boolean()),
}

export const CreateRedirect = Type.Object({ source: Source, destination: DestinationInput, ...fields })
export type CreateRedirect = Static<typeof CreateRedirect>

export const UpdateRedirect = Type.Object({
  source: Type.Optional(Source),
  destination: Type.Optional(DestinationInput),
  ...fields,
})
export type UpdateRedirect = Static<typeof UpdateRedirect>

export const ListRedirectsQuery = Type.Object({
  search: Type.Optional(
    Type.String({ maxLength: 512, description: 'Only those whose source has this in it.' }),
  ),
})

export const RedirectBySourceQuery = Type.Object({
  ...ShareKeyQuery.properties,
  source: Type.String({ minLength: 1, maxLength: 2048 }),
})

export const FoundRedirect = Type.Object({ redirect: SiteRedirect, target: Type.String() })
export type FoundRedirect = Static<typeof FoundRedirect>

const Intent = Type.Enum(['live', 'draft', 'publish'], { type: 'string' })

export const UpsertRedirects = Type.Object({
  redirects: Type.Array(
    Type.Object({
      source: Source,
      intent: Type.Optional(Intent),
      captureWildcard: Type.Optional(Type.Boolean()),
      permanent: Type.Optional(Type.Boolean()),
      destination: Type.Optional(Type.Union([DestinationInput, Type.Null()])),
    }),
    { minItems: 1, maxItems: 500 },
  ),
})
export type UpsertRedirects = Static<typeof UpsertRedirects>
export type UpsertRedirect = UpsertRedirects['redirects'][number]

export const UpsertedRedirects = Type.Object({
  results: Type.Array(
    Type.Object({
      status: Type.Enum(['created', 'updated', 'deleted', 'published', 'error'], { type: 'string' }),
      source: Type.String(),
      draft: Type.Boolean(),
      id: Type.Optional(Type.String()),
      error: Type.Optional(Type.String()),
    }),
  ),
})
export type UpsertedRedirects = Static<typeof UpsertedRedirects>
