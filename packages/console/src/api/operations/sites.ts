// Written by `npm run generate:operations` from the route table of the server. Do not edit.
import { defineOperation } from '../operation.ts'
import type {
  DefaultLevel,
  Site,
  SiteCertificate,
  SiteChecklist,
  SiteEmbedding,
  SiteExternalLink,
  SiteSection,
  SiteSectionGroup,
  SiteSpace,
  SiteType,
  SiteVisibility,
} from './types.ts'

/** Add a link to elsewhere among the sections of a site. */
export const addExternalLinkToSite = /* @__PURE__ */ defineOperation<
  {
    organizationId: string
    siteId: string
    body: {
      title: string
      url: string
      description?: string | null
      icon?: string | null
      parent?: string
      draft?: boolean
      localizedTitle?: Record<string, string> | null
      localizedDescription?: Record<string, string> | null
      condition?: string | null
    }
  },
  SiteExternalLink
>('addExternalLinkToSite', 'POST', '/orgs/{organizationId}/sites/{siteId}/external-links')

/** Fill a site that shows nothing with sections, pages and a look to begin with. */
export const applyTemplateToSite = /* @__PURE__ */ defineOperation<
  { organizationId: string; siteId: string },
  undefined
>('applyTemplateToSite', 'POST', '/orgs/{organizationId}/sites/{siteId}/template')

/** Look up the DNS record that proves the custom hostname of a site. */
export const checkSiteHostname = /* @__PURE__ */ defineOperation<
  { organizationId: string; siteId: string },
  {
    object: 'custom-hostname'
    hostname: string
    target: { type: 'site'; site: string }
    isActive: boolean
    status?: 'dns_passed'
    proof?: 'record' | 'trusted' | 'earlier'
    record: { type: 'TXT'; name: string; value: string }
    expiresAt?: string
    problem?: string
    urls: { location: string }
  }
>('checkSiteHostname', 'POST', '/orgs/{organizationId}/sites/{siteId}/hostname/check')

/** Create a site. */
export const createSite = /* @__PURE__ */ defineOperation<
  {
    organizationId: string
    body?: {
      type?: SiteType
      title?: string
      visibility?: SiteVisibility
      spaces?: Array<string> | 'empty' | 'sample'
    }
  },
  Site
>('createSite', 'POST', '/orgs/{organizationId}/sites')

/** Delete a site. */
export const deleteSiteById = /* @__PURE__ */ defineOperation<
  { organizationId: string; siteId: string },
  undefined
>('deleteSiteById', 'DELETE', '/orgs/{organizationId}/sites/{siteId}')

/** Delete a link to elsewhere. */
export const deleteSiteExternalLinkById = /* @__PURE__ */ defineOperation<
  { organizationId: string; siteId: string; siteExternalLinkId: string },
  undefined
>(
  'deleteSiteExternalLinkById',
  'DELETE',
  '/orgs/{organizationId}/sites/{siteId}/external-links/{siteExternalLinkId}',
)

/** Look up the DNS record that proves a custom hostname. */
export const dnsRevalidateCustomHostname = /* @__PURE__ */ defineOperation<{ hostname: string }, undefined>(
  'dnsRevalidateCustomHostname',
  'PATCH',
  '/custom-hostnames/{hostname}',
)

/** Get a custom hostname by its name. */
export const getCustomHostname = /* @__PURE__ */ defineOperation<
  { hostname: string },
  {
    object: 'custom-hostname'
    hostname: string
    target: { type: 'site'; site: string }
    isActive: boolean
    status?: 'dns_passed'
    proof?: 'record' | 'trusted' | 'earlier'
    record: { type: 'TXT'; name: string; value: string }
    expiresAt?: string
    problem?: string
    urls: { location: string }
  }
>('getCustomHostname', 'GET', '/custom-hostnames/{hostname}')

/** Get a site. */
export const getSiteById = /* @__PURE__ */ defineOperation<{ organizationId: string; siteId: string }, Site>(
  'getSiteById',
  'GET',
  '/orgs/{organizationId}/sites/{siteId}',
)

/** Look at the certificate that the custom hostname of a site shows. */
export const getSiteCertificate = /* @__PURE__ */ defineOperation<
  { organizationId: string; siteId: string },
  SiteCertificate
>('getSiteCertificate', 'GET', '/orgs/{organizationId}/sites/{siteId}/hostname/certificate')

/** Look for what is missing in the pages of a site. */
export const getSiteChecklist = /* @__PURE__ */ defineOperation<
  { organizationId: string; siteId: string },
  SiteChecklist
>('getSiteChecklist', 'GET', '/orgs/{organizationId}/sites/{siteId}/checklist')

/** Get the custom hostname of a site, and the DNS record that proves it. */
export const getSiteHostname = /* @__PURE__ */ defineOperation<
  { organizationId: string; siteId: string },
  {
    object: 'custom-hostname'
    hostname: string
    target: { type: 'site'; site: string }
    isActive: boolean
    status?: 'dns_passed'
    proof?: 'record' | 'trusted' | 'earlier'
    record: { type: 'TXT'; name: string; value: string }
    expiresAt?: string
    problem?: string
    urls: { location: string }
  }
>('getSiteHostname', 'GET', '/orgs/{organizationId}/sites/{siteId}/hostname')

/** Get all that a site shows. */
export const getSiteStructure = /* @__PURE__ */ defineOperation<
  { organizationId: string; siteId: string; query?: { shareKey?: string | undefined } },
  | { type: 'sections'; structure: Array<SiteSection | SiteExternalLink | SiteSectionGroup> }
  | { type: 'siteSpaces'; structure: Array<SiteSpace> }
>('getSiteStructure', 'GET', '/orgs/{organizationId}/sites/{siteId}/structure')

/** List the sites of an organization. */
export const listSites = /* @__PURE__ */ defineOperation<
  {
    organizationId: string
    query?: {
      space?: string | undefined
      title?: string | undefined
      published?: boolean | undefined
      type?: Array<SiteType> | undefined
      page?: string | undefined
      limit?: number | undefined
    }
  },
  { next?: { page: string }; previous?: { page: string }; count: number; items: Array<Site> }
>('listSites', 'GET', '/orgs/{organizationId}/sites')

/** Publish a site to the audience that its visibility defines. */
export const publishSite = /* @__PURE__ */ defineOperation<{ organizationId: string; siteId: string }, Site>(
  'publishSite',
  'POST',
  '/orgs/{organizationId}/sites/{siteId}/publish',
)

/** Take a custom hostname from its site. */
export const removeCustomHostname = /* @__PURE__ */ defineOperation<{ hostname: string }, undefined>(
  'removeCustomHostname',
  'DELETE',
  '/custom-hostnames/{hostname}',
)

/** Move something of a site before or after something else. */
export const sortSiteStructure = /* @__PURE__ */ defineOperation<
  {
    organizationId: string
    siteId: string
    body: {
      item: { type: 'site-space' | 'site-section' | 'site-section-group' | 'site-external-link'; id: string }
      position: {
        before?: {
          type: 'site-space' | 'site-section' | 'site-section-group' | 'site-external-link'
          id: string
        }
        after?: {
          type: 'site-space' | 'site-section' | 'site-section-group' | 'site-external-link'
          id: string
        }
      }
    }
  },
  SiteSpace | SiteSection | SiteExternalLink | SiteSectionGroup
>('sortSiteStructure', 'PATCH', '/orgs/{organizationId}/sites/{siteId}/structure/sort')

/** Take a site off the air. */
export const unpublishSite = /* @__PURE__ */ defineOperation<
  { organizationId: string; siteId: string },
  Site
>('unpublishSite', 'POST', '/orgs/{organizationId}/sites/{siteId}/unpublish')

/** Update a site. */
export const updateSiteById = /* @__PURE__ */ defineOperation<
  {
    organizationId: string
    siteId: string
    body: {
      title?: string
      visibility?: SiteVisibility
      basename?: string
      hostname?: string | null
      adaptiveContent?: { enabled: boolean }
      agentsContext?: 'excluded' | 'included'
      embedding?: SiteEmbedding
      defaultLevel?: DefaultLevel
      defaultSiteSpace?: string
      defaultSiteSection?: string
      proxy?: string | null
    }
  },
  Site
>('updateSiteById', 'PATCH', '/orgs/{organizationId}/sites/{siteId}')

/** Update a link to elsewhere. */
export const updateSiteExternalLinkById = /* @__PURE__ */ defineOperation<
  {
    organizationId: string
    siteId: string
    siteExternalLinkId: string
    body: {
      title?: string
      url?: string
      description?: string | null
      icon?: string | null
      parent?: string | null
      draft?: boolean
      localizedTitle?: Record<string, string> | null
      localizedDescription?: Record<string, string> | null
      condition?: string | null
    }
  },
  SiteExternalLink
>(
  'updateSiteExternalLinkById',
  'PATCH',
  '/orgs/{organizationId}/sites/{siteId}/external-links/{siteExternalLinkId}',
)
