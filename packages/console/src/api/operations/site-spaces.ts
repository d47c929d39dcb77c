// Written by `npm run generate:operations` from the route table of the server. Do not edit.
import { defineOperation } from '../operation.ts'
import type { SiteSpace } from './types.ts'

/** Add a space to a site. */
export const addSpaceToSite = /* @__PURE__ */ defineOperation<
  { organizationId: string; siteId: string; body: { spaceId: string; sectionId?: string; draft?: boolean } },
  SiteSpace
>('addSpaceToSite', 'POST', '/orgs/{organizationId}/sites/{siteId}/site-spaces')

/** Take a space out of a site. */
export const deleteSiteSpaceById = /* @__PURE__ */ defineOperation<
  { organizationId: string; siteId: string; siteSpaceId: string },
  undefined
>('deleteSiteSpaceById', 'DELETE', '/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}')

/** Duplicate a space of a site, beside it. */
export const duplicateSiteSpace = /* @__PURE__ */ defineOperation<
  { organizationId: string; siteId: string; siteSpaceId: string },
  SiteSpace
>('duplicateSiteSpace', 'POST', '/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}/duplicate')

/** List the site spaces of a site. */
export const listSiteSpaces = /* @__PURE__ */ defineOperation<
  {
    organizationId: string
    siteId: string
    query?: {
      shareKey?: string | undefined
      default?: boolean | undefined
      page?: string | undefined
      limit?: number | undefined
    }
  },
  { next?: { page: string }; previous?: { page: string }; count: number; items: Array<SiteSpace> }
>('listSiteSpaces', 'GET', '/orgs/{organizationId}/sites/{siteId}/site-spaces')

/** Move a site space before or after another one. */
export const moveSiteSpace = /* @__PURE__ */ defineOperation<
  {
    organizationId: string
    siteId: string
    siteSpaceId: string
    body?: {
      position?: {
        before?: { type: 'site-space'; siteSpace: string }
        after?: { type: 'site-space'; siteSpace: string }
      }
    }
  },
  SiteSpace
>('moveSiteSpace', 'POST', '/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}/move')

/** Update a site space. */
export const updateSiteSpaceById = /* @__PURE__ */ defineOperation<
  {
    organizationId: string
    siteId: string
    siteSpaceId: string
    body: {
      path?: string
      condition?: string | null
      spaceId?: string
      draft?: boolean
      hidden?: boolean
      localizedTitle?: Record<string, string> | null
    }
  },
  SiteSpace
>('updateSiteSpaceById', 'PATCH', '/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}')
