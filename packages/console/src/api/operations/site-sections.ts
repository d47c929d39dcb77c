// Written by `npm run generate:operations` from the route table of the server. Do not edit.
import { defineOperation } from '../operation.ts'
import type { SiteSection } from './types.ts'

/** Add a section to a site. */
export const addSectionToSite = /* @__PURE__ */ defineOperation<
  {
    organizationId: string
    siteId: string
    body: {
      spaceId: string
      title?: string | null
      icon?: string | null
      siteSectionGroupId?: string
      draft?: boolean
    }
  },
  SiteSection
>('addSectionToSite', 'POST', '/orgs/{organizationId}/sites/{siteId}/sections')

/** Delete a section. */
export const deleteSiteSectionById = /* @__PURE__ */ defineOperation<
  { organizationId: string; siteId: string; siteSectionId: string },
  undefined
>('deleteSiteSectionById', 'DELETE', '/orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}')

/** List the sections of a site. */
export const listSiteSections = /* @__PURE__ */ defineOperation<
  {
    organizationId: string
    siteId: string
    query?: { shareKey?: string | undefined; page?: string | undefined; limit?: number | undefined }
  },
  { next?: { page: string }; previous?: { page: string }; count: number; items: Array<SiteSection> }
>('listSiteSections', 'GET', '/orgs/{organizationId}/sites/{siteId}/sections')

/** Move a section before or after another one. */
export const moveSiteSection = /* @__PURE__ */ defineOperation<
  {
    organizationId: string
    siteId: string
    siteSectionId: string
    body?: {
      position?: {
        before?: { type: 'site-section'; siteSection: string }
        after?: { type: 'site-section'; siteSection: string }
      }
    }
  },
  SiteSection
>('moveSiteSection', 'POST', '/orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}/move')

/** Update a section. */
export const updateSiteSectionById = /* @__PURE__ */ defineOperation<
  {
    organizationId: string
    siteId: string
    siteSectionId: string
    body: {
      title?: string
      path?: string
      defaultSiteSpace?: string
      condition?: string | null
      icon?: string | null
      description?: string | null
      draft?: boolean
      localizedTitle?: Record<string, string> | null
      localizedDescription?: Record<string, string> | null
    }
  },
  SiteSection
>('updateSiteSectionById', 'PATCH', '/orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}')
