import { type Static, Type } from 'typebox'
import { SiteGitSync } from './git-source.ts'
import { segmentPattern } from '../../../common/slug.ts'
import { DefaultLevelSchema, IdSchema, nullable, TimestampSchema, UrlSchema } from '../../../http/schemas.ts'

// prettier-ignore
export const siteTypes = ['basic', 'premium', 'ultimate', 'sponsored', 'legacy-basic', 'legacy-premium'] as const

export const SiteType = Type.Enum([...siteTypes], {
  type: 'string',
  'x-name': 'SiteType',
  description: 'Stored as given: every site has every feature.',
})

export const SiteTitle = Type.String({ minLength: 2, maxLength: 128 })

const Visibility = Type.Enum(['public', 'unlisted', 'share-link', 'visitor-auth'], {
  type: 'string',
  'x-name': 'SiteVisibility',
  description:
    '`public`: anyone, indexed; `unlisted`: anyone, not indexed; `share-link`: with a secret token in the address; ' +
    '`visitor-auth`: with a signed JWT.',
})

const AgentsContext = Type.Enum(['excluded', 'included'], { type: 'string' })

const Basename = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: segmentPattern,
  description: 'One segment of the address, unique in the organization.',
})

export const Hostname = Type.String({
  maxLength: 512,
  pattern: '^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?[.]){2,}[a-z0-9][a-z0-9-]{0,61}[a-z0-9]$',
  description: 'A host of its own for the site.',
})

const ProxyOrigin = Type.String({
  maxLength: 512,
  pattern: String.raw`^([\w-]+\.)*[\w-]+\.[a-zA-Z]{2,}(\/[\w-]+)+$`,
  description: 'A host and one or more segments.',
})

const MAX_EMBED_ORIGINS = 20

const Embedding = Type.Object(
  {
    origins: Type.Array(
      Type.String({
        maxLength: 300,
        pattern: String.raw`^https?://(\*\.[a-z0-9-]+\.)?([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(:[0-9]{1,5})?$`,
        description: 'As in `https://www.example.com` or `https://*.example.com`.',
      }),
      { maxItems: MAX_EMBED_ORIGINS, uniqueItems: true },
    ),
  },
  { 'x-name': 'SiteEmbedding', description: 'The websites that may show the site in a frame.' },
)

const AdaptiveContent = Type.Object({ enabled: Type.Boolean() })

export const Site = Type.Object(
  {
    object: Type.Literal('site'),
    id: Type.String(),
    type: SiteType,
    appliedType: SiteType,
    title: SiteTitle,
    icon: Type.Optional(Type.Object({}, { additionalProperties: true })),
    hostname: Type.Optional(Type.String()),
    basename: Type.String(),
    proxy: Type.Optional(Type.Object({ origin: Type.String(), target: UrlSchema })),
    visibility: Visibility,
    defaultLevel: DefaultLevelSchema,
    published: Type.Boolean(),
    siteSpaces: Type.Integer(),
    gitSync: Type.Optional(SiteGitSync),
    createdAt: TimestampSchema,
    adaptiveContent: AdaptiveContent,
    ads: Type.Object(
      {
        status: Type.Literal('disabled'),
        submittable: Type.Boolean(),
        topic: Type.Literal('webdev'),
        zoneId: Type.String(),
      },
      { description: 'There are no ads. Clients require the other fields beside the status.' },
    ),
    agentsContext: AgentsContext,
    embedding: Embedding,
    features: Type.Array(Type.Object({ id: Type.String(), plan: SiteType, frozen: Type.Boolean() })),
    urls: Type.Object({
      location: UrlSchema,
      app: UrlSchema,
      published: Type.Optional(UrlSchema),
      preview: UrlSchema,
    }),
    permissions: Type.Object({
      view: Type.Boolean(),
      access: Type.Boolean(),
      edit: Type.Boolean(),
      create: Type.Boolean(),
      admin: Type.Boolean(),
      installIntegration: Type.Boolean(),
      viewAdaptiveSchema: Type.Boolean(),
      editAdaptiveSchema: Type.Boolean(),
    }),
  },
  { 'x-name': 'Site' },
)
export type Site = Static<typeof Site>

export const MAX_SITE_SPACES = 100

export const CreateSite = Type.Object({
  type: Type.Optional(SiteType),
  title: Type.Optional(SiteTitle),
  visibility: Type.Optional(Visibility),
  spaces: Type.Optional(
    Type.Union([
      Type.Array(IdSchema, { maxItems: MAX_SITE_SPACES }),
      Type.Enum(['empty', 'sample'], {
        type: 'string',
        description: 'A new space for the site: without pages, or with some to look at.',
      }),
    ]),
  ),
})
export type CreateSite = Static<typeof CreateSite>

export const UpdateSite = Type.Object({
  title: Type.Optional(SiteTitle),
  visibility: Type.Optional(Visibility),
  basename: Type.Optional(Basename),
  hostname: Type.Optional(nullable(Hostname)),
  adaptiveContent: Type.Optional(AdaptiveContent),
  agentsContext: Type.Optional(AgentsContext),
  embedding: Type.Optional(Embedding),
  defaultLevel: Type.Optional(DefaultLevelSchema),
  defaultSiteSpace: Type.Optional(IdSchema),
  defaultSiteSection: Type.Optional(IdSchema),
  proxy: Type.Optional(nullable(ProxyOrigin)),
})
export type UpdateSite = Static<typeof UpdateSite>

export const ListSitesQuery = Type.Object({
  space: Type.Optional(Type.String({ ...IdSchema, description: 'Only sites that show this space.' })),
  title: Type.Optional(
    Type.String({ maxLength: 128, description: 'Only sites whose title has this in it.' }),
  ),
  published: Type.Optional(Type.Boolean()),
  type: Type.Optional(Type.Array(SiteType, { maxItems: siteTypes.length })),
})
export type ListSitesQuery = Static<typeof ListSitesQuery>
