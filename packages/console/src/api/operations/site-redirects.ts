// Written by `npm run generate:operations` from the route table of the server. Do not edit.
import { defineOperation } from '../operation.ts'
import type { SiteMissedPaths, SiteRedirect } from './types.ts'

/** Create, update, delete or publish many redirects. */
export const bulkUpsertSiteRedirects = /* @__PURE__ */ defineOperation<
  {
    organizationId: string
    siteId: string
    body: {
      redirects: Array<{
        source: string
        intent?: 'live' | 'draft' | 'publish'
        captureWildcard?: boolean
        permanent?: boolean
        destination?:
          | { kind: 'site-section'; siteSectionId: string }
          | { kind: 'site-space'; siteSpaceId: string }
          | { kind: 'site-page'; siteSpaceId: string; pageId: string }
          | { kind: 'external'; url: string }
          | { kind: 'path'; spaceId: string; path: string }
          | null
      }>
    }
  },
  {
    results: Array<{
      status: 'created' | 'updated' | 'deleted' | 'published' | 'error'
      source: string
      draft: boolean
      id?: string
      error?: string
    }>
  }
>('bulkUpsertSiteRedirects', 'PUT', '/orgs/{organizationId}/sites/{siteId}/redirects')

/** Create a redirect. */
export const createSiteRedirect = /* @__PURE__ */ defineOperation<
  {
    organizationId: string
    siteId: string
    body: {
      source: string
      destination:
        | { kind: 'site-section'; siteSectionId: string }
        | { kind: 'site-space'; siteSpaceId: string }
        | { kind: 'site-page'; siteSpaceId: string; pageId: string }
        | { kind: 'external'; url: string }
        | { kind: 'path'; spaceId: string; path: string }
      captureWildcard?: boolean
      draft?: boolean
      permanent?: boolean
    }
  },
  SiteRedirect
>('createSiteRedirect', 'POST', '/orgs/{organizationId}/sites/{siteId}/redirects')

/** Delete a redirect. */
export const deleteSiteRedirectById = /* @__PURE__ */ defineOperation<
  { organizationId: string; siteId: string; siteRedirectId: string },
  undefined
>('deleteSiteRedirectById', 'DELETE', '/orgs/{organizationId}/sites/{siteId}/redirects/{siteRedirectId}')

/** Forget the addresses at which readers of a site found nothing. */
export const forgetSiteMissedPaths = /* @__PURE__ */ defineOperation<
  { organizationId: string; siteId: string },
  undefined
>('forgetSiteMissedPaths', 'DELETE', '/orgs/{organizationId}/sites/{siteId}/missed-paths')

/** Get the addresses at which readers of a site found nothing. */
export const getSiteMissedPaths = /* @__PURE__ */ defineOperation<
  { organizationId: string; siteId: string },
  SiteMissedPaths
>('getSiteMissedPaths', 'GET', '/orgs/{organizationId}/sites/{siteId}/missed-paths')

/** Find where an old address leads. */
export const getSiteRedirectBySource = /* @__PURE__ */ defineOperation<
  { organizationId: string; siteId: string; query: { shareKey?: string | undefined; source: string } },
  { redirect: SiteRedirect; target: string }
>('getSiteRedirectBySource', 'GET', '/orgs/{organizationId}/sites/{siteId}/redirect')

/** List the redirects of a site. */
export const listSiteRedirects = /* @__PURE__ */ defineOperation<
  {
    organizationId: string
    siteId: string
    query?: { search?: string | undefined; page?: string | undefined; limit?: number | undefined }
  },
  { next?: { page: string }; previous?: { page: string }; count: number; items: Array<SiteRedirect> }
>('listSiteRedirects', 'GET', '/orgs/{organizationId}/sites/{siteId}/redirects')

/** Update a redirect. */
export const updateSiteRedirectById = /* @__PURE__ */ defineOperation<
  {
    organizationId: string
    siteId: string
    siteRedirectId: string
    body: {
      source?: string
      destination?:
        | { kind: 'site-section'; siteSectionId: string }
        | { kind: 'site-space'; siteSpaceId: string }
        | { kind: 'site-page'; siteSpaceId: string; pageId: string }
        | { kind: 'external'; url: string }
        | { kind: 'path'; spaceId: string; path: string }
      captureWildcard?: boolean
      draft?: boolean
      permanent?: boolean
    }
  },
  SiteRedirect
>('updateSiteRedirectById', 'PATCH', '/orgs/{organizationId}/sites/{siteId}/redirects/{siteRedirectId}')
