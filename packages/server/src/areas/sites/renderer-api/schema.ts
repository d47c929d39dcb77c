import { type Static, Type } from 'typebox'
import type { PlainObject } from '../../../audience/claims.ts'
import { IdSchema, UrlSchema } from '../../../http/schemas.ts'
import { MAX_QUERY_LENGTH } from '../../search/index.ts'
import { Customization } from '../customization/schema.ts'
import { Site } from '../sites/schema.ts'
import { SiteStructure } from '../structure/schema.ts'

/** An address that someone typed: longer than those we make, and not always well-formed. */
const GivenUrl = Type.String({
  maxLength: 8192,
  description: 'The address to resolve, or the beginning of one.',
})

const redirectOnError = Type.Optional(
  Type.Boolean({
    default: false,
    description: 'Accepted and not needed: visitors who have to sign in are always sent there.',
  }),
)

const VisitorPayload = Type.Object(
  {
    jwtToken: Type.Optional(
      Type.String({ maxLength: 16_384, description: 'A JWT that was signed with the key of the site.' }),
    ),
    unsignedClaims: Type.Optional(
      Type.Unsafe<PlainObject>({
        type: 'object',
        additionalProperties: true,
        description: 'What nobody vouches for: `visitor.claims.unsigned` of conditions.',
      }),
    ),
    type: Type.Optional(Type.Enum(['human', 'agent'], { type: 'string' })),
  },
  { 'x-name': 'SiteVisitorPayload', additionalProperties: true },
)

export const ResolvePublished = Type.Object(
  { url: GivenUrl, redirectOnError, visitor: Type.Optional(VisitorPayload) },
  { additionalProperties: true },
)
export type ResolvePublished = Static<typeof ResolvePublished>

export const PublishedQuery = Type.Object({
  url: GivenUrl,
  visitorAuthToken: Type.Optional(VisitorPayload.properties.jwtToken),
  redirectOnError,
})
export type PublishedQuery = Static<typeof PublishedQuery>

const PublishedRedirect = Type.Object(
  {
    target: Type.Enum(['content', 'external'], {
      type: 'string',
      description: '`content`: the site has another address now; `external`: visitors sign in there.',
    }),
    site: Type.String(),
    redirect: UrlSchema,
  },
  { 'x-name': 'PublishedContentRedirect' },
)

const PublishedContent = Type.Object(
  {
    site: Type.String(),
    siteSection: Type.Optional(Type.String()),
    siteSpace: Type.String(),
    space: Type.String(),
    changeRequest: Type.Optional(Type.String({ description: 'The one that this preview shows.' })),
    revision: Type.Optional(Type.String({ description: 'The one that this preview shows.' })),
    organization: Type.String(),
    pathname: Type.String({ description: 'What is left of the address: the path of a page.' }),
    basePath: Type.String({ description: 'What the path of the address has before that.' }),
    siteBasePath: Type.String({ description: 'The part of it that leads to the site.' }),
    canonicalUrl: UrlSchema,
    complete: Type.Boolean({
      description: 'Whether no further segment can name a section, a variant or a preview.',
    }),
    apiToken: Type.String({
      description: 'A token that reads what this site shows to this visitor, for an hour.',
    }),
    shareKey: Type.Optional(Type.String()),
    contextId: Type.Optional(Type.String({ description: 'Another one for other claims.' })),
    preview: Type.Optional(Type.Boolean()),
  },
  { 'x-name': 'PublishedSiteContent' },
)

export const PublishedLookup = Type.Union([PublishedContent, PublishedRedirect], {
  'x-name': 'PublishedSiteContentLookup',
})
export type PublishedLookup = Static<typeof PublishedLookup>

export const PublishedContentSite = Type.Object(
  {
    object: Type.Literal('published-content-site'),
    site: Site,
    structure: SiteStructure,
    customizations: Type.Object({
      site: Customization,
      siteSpaces: Type.Record(Type.String(), Customization),
    }),
    scripts: Type.Array(
      Type.Object({ script: UrlSchema, contentSecurityPolicy: Type.String(), cookies: Type.Boolean() }),
      { description: 'Of integrations; there are none.' },
    ),
  },
  { 'x-name': 'PublishedContentSite' },
)
export type PublishedContentSite = Static<typeof PublishedContentSite>

export const PublishedSiteQuery = Type.Object({ shareKey: Type.Optional(Type.String({ maxLength: 512 })) })
export type PublishedSiteQuery = Static<typeof PublishedSiteQuery>

const SiteSpaceIds = Type.Array(IdSchema, { maxItems: 1000 })

export const SearchSite = Type.Object({
  query: Type.String({ maxLength: MAX_QUERY_LENGTH }),
  scope: Type.Optional(
    Type.Object(
      {
        mode: Type.Enum(['default', 'specific', 'all'], { type: 'string' }),
        currentSiteSpace: Type.Optional(IdSchema),
        restrictTo: Type.Optional(
          Type.Enum(['currentSiteSpace', 'otherSiteSpaces'], {
            type: 'string',
            description: 'Of the default scope, only the current site space, or all but it.',
          }),
        ),
        includedSiteSpaces: Type.Optional(SiteSpaceIds),
        siteSpaceIds: Type.Optional(SiteSpaceIds),
      },
      { description: 'Where to search: the default site spaces and the current one, certain ones, or all.' },
    ),
  ),
  mode: Type.Optional(
    Type.Enum(['specific', 'current', 'all'], { type: 'string', description: 'An older form of the scope.' }),
  ),
  siteSpaceId: Type.Optional(IdSchema),
  siteSpaceIds: Type.Optional(SiteSpaceIds),
})
export type SearchSite = Static<typeof SearchSite>
