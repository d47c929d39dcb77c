// Written by `npm run generate:operations` from the route table of the server. Do not edit.
import { defineOperation } from '../operation.ts'
import type { SiteSectionGroup } from './types.ts'

/** Add a section group to a site. */
export const addSectionGroupToSite = /* @__PURE__ */ defineOperation<
  {
    organizationId: string
    siteId: string
    body: { title: string; icon?: string | null; sections?: Array<string>; parent?: string; draft?: boolean }
  },
  SiteSectionGroup
>('addSectionGroupToSite', 'POST', '/orgs/{organizationId}/sites/{siteId}/section-groups')

/** Put a section at the end of a group. */
export const addSectionToGroup = /* @__PURE__ */ defineOperation<
  { organizationId: string; siteId: string; siteSectionGroupId: string; body: { sectionId: string } },
  SiteSectionGroup
>(
  'addSectionToGroup',
  'POST',
  '/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}/sections',
)

/** Delete a section group. */
export const deleteSiteSectionGroupById = /* @__PURE__ */ defineOperation<
  { organizationId: string; siteId: string; siteSectionGroupId: string },
  undefined
>(
  'deleteSiteSectionGroupById',
  'DELETE',
  '/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}',
)

/** List the section groups of a site. */
export const listSiteSectionGroups = /* @__PURE__ */ defineOperation<
  {
    organizationId: string
    siteId: string
    query?: { page?: string | undefined; limit?: number | undefined }
  },
  { next?: { page: string }; previous?: { page: string }; count: number; items: Array<SiteSectionGroup> }
>('listSiteSectionGroups', 'GET', '/orgs/{organizationId}/sites/{siteId}/section-groups')

/** Move a section group before or after a section or another group. */
export const moveSiteSectionGroup = /* @__PURE__ */ defineOperation<
  {
    organizationId: string
    siteId: string
    siteSectionGroupId: string
    body?: {
      position?: {
        before?: { type: 'site-section' | 'site-section-group'; id: string }
        after?: { type: 'site-section' | 'site-section-group'; id: string }
      }
    }
  },
  SiteSectionGroup
>(
  'moveSiteSectionGroup',
  'POST',
  '/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}/move',
)

/** Take a section out of a group. */
export const removeSectionFromGroup = /* @__PURE__ */ defineOperation<
  { organizationId: string; siteId: string; siteSectionGroupId: string; siteSectionId: string },
  undefined
>(
  'removeSectionFromGroup',
  'DELETE',
  '/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}/sections/{siteSectionId}',
)

/** Update a section group. */
export const updateSiteSectionGroupById = /* @__PURE__ */ defineOperation<
  {
    organizationId: string
    siteId: string
    siteSectionGroupId: string
    body: {
      title?: string
      icon?: string | null
      draft?: boolean
      localizedTitle?: Record<string, string> | null
    }
  },
  SiteSectionGroup
>(
  'updateSiteSectionGroupById',
  'PATCH',
  '/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}',
)
