// Written by `npm run generate:operations` from the route table of the server. Do not edit.
import { defineOperation } from '../operation.ts'
import type {
  ShareLink,
  SiteAdaptiveSchema,
  SiteAdaptiveTemplateCondition,
  SitePreview,
  SitePublishingAuth,
} from './types.ts'

/** Create a share link. */
export const createSiteShareLink = /* @__PURE__ */ defineOperation<
  { organizationId: string; siteId: string; body: { name: string; expiresAt?: string | null } },
  ShareLink
>('createSiteShareLink', 'POST', '/orgs/{organizationId}/sites/{siteId}/share-links')

/** Delete a share link. */
export const deleteSiteShareLinkById = /* @__PURE__ */ defineOperation<
  { organizationId: string; siteId: string; shareLinkId: string },
  undefined
>('deleteSiteShareLinkById', 'DELETE', '/orgs/{organizationId}/sites/{siteId}/share-links/{shareLinkId}')

/** Get the schema of visitors’ claims. */
export const getSiteAdaptiveSchema = /* @__PURE__ */ defineOperation<
  { organizationId: string; siteId: string },
  SiteAdaptiveSchema
>('getSiteAdaptiveSchema', 'GET', '/orgs/{organizationId}/sites/{siteId}/adaptive-schema')

/** Get the key that visitors’ JWTs are signed with. */
export const getSitePublishingAuthById = /* @__PURE__ */ defineOperation<
  { organizationId: string; siteId: string },
  SitePublishingAuth
>('getSitePublishingAuthById', 'GET', '/orgs/{organizationId}/sites/{siteId}/publishing/auth')

/** Get an address that previews a site. */
export const getSitePublishingPreviewById = /* @__PURE__ */ defineOperation<
  {
    organizationId: string
    siteId: string
    query?: { siteSpace?: string | undefined; claims?: string | undefined }
  },
  SitePreview
>('getSitePublishingPreviewById', 'GET', '/orgs/{organizationId}/sites/{siteId}/publishing/preview')

/** List conditions that the schema of visitors’ claims suggests. */
export const listSiteAdaptiveTemplateConditions = /* @__PURE__ */ defineOperation<
  { organizationId: string; siteId: string },
  { items: Array<SiteAdaptiveTemplateCondition> }
>(
  'listSiteAdaptiveTemplateConditions',
  'GET',
  '/orgs/{organizationId}/sites/{siteId}/adaptive-schema/template-conditions',
)

/** List the share links of a site. */
export const listSiteShareLinks = /* @__PURE__ */ defineOperation<
  {
    organizationId: string
    siteId: string
    query?: { page?: string | undefined; limit?: number | undefined }
  },
  { next?: { page: string }; previous?: { page: string }; count: number; items: Array<ShareLink> }
>('listSiteShareLinks', 'GET', '/orgs/{organizationId}/sites/{siteId}/share-links')

/** Replace the key that visitors’ JWTs are signed with. */
export const regenerateSitePublishingAuthById = /* @__PURE__ */ defineOperation<
  { organizationId: string; siteId: string },
  SitePublishingAuth
>(
  'regenerateSitePublishingAuthById',
  'POST',
  '/orgs/{organizationId}/sites/{siteId}/publishing/auth/regenerate',
)

/** Set the schema of visitors’ claims. */
export const updateSiteAdaptiveSchema = /* @__PURE__ */ defineOperation<
  { organizationId: string; siteId: string; body: { jsonSchema: unknown } },
  SiteAdaptiveSchema
>('updateSiteAdaptiveSchema', 'PUT', '/orgs/{organizationId}/sites/{siteId}/adaptive-schema')

/** Update where visitors without a valid JWT are sent. */
export const updateSitePublishingAuthById = /* @__PURE__ */ defineOperation<
  { organizationId: string; siteId: string; body: { backend?: 'custom'; fallbackURL?: string | null } },
  SitePublishingAuth
>('updateSitePublishingAuthById', 'PATCH', '/orgs/{organizationId}/sites/{siteId}/publishing/auth')

/** Update a share link. */
export const updateSiteShareLinkById = /* @__PURE__ */ defineOperation<
  {
    organizationId: string
    siteId: string
    shareLinkId: string
    body: { active?: boolean; name?: string; expiresAt?: string | null }
  },
  ShareLink
>('updateSiteShareLinkById', 'PATCH', '/orgs/{organizationId}/sites/{siteId}/share-links/{shareLinkId}')
