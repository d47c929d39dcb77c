import { call, useWrite } from '../../api/index.ts'
import {
  addSectionToSite,
  createSite,
  listSites,
  listSpacesInOrganizationById,
  publishSite,
  type Site,
  type SiteVisibility,
  updateSiteCustomizationById,
} from '../../api/operations.ts'
import type { LookSettings } from './look-presets.ts'

export interface NewSite {
  title: string
  /** The spaces that it shows, or what its first space begins with. */
  spaces: readonly string[] | 'empty' | 'sample'
  /** Several spaces are sections, which readers see as tabs, or variants of the same thing. */
  arrangement: 'sections' | 'variants'
  look: LookSettings
  visibility: SiteVisibility
  isPublished: boolean
}

export interface CreatedSite {
  site: Site
  /** What could not be done after the site was created. The site is there all the same. */
  failure?: unknown
}

/** Creates a site with its sections and its look, and publishes it. */
export const useCreateSite = (organizationId: string) =>
  useWrite((input: NewSite) => createWholeSite(organizationId, input), {
    stale: [listSites, listSpacesInOrganizationById],
  })

async function createWholeSite(organizationId: string, input: NewSite): Promise<CreatedSite> {
  const { title, spaces, visibility } = input
  const sectionSpaces = typeof spaces === 'string' || input.arrangement === 'variants' ? [] : spaces.slice(1)
  const firstSpaces =
    typeof spaces === 'string' ? spaces : spaces.slice(0, spaces.length - sectionSpaces.length)
  const site = await call(createSite, {
    organizationId,
    body: { title, visibility, spaces: typeof firstSpaces === 'string' ? firstSpaces : [...firstSpaces] },
  })
  const params = { organizationId, siteId: site.id }
  try {
    for (const spaceId of sectionSpaces) await call(addSectionToSite, { ...params, body: { spaceId } })
    if (Object.keys(input.look).length > 0) {
      await call(updateSiteCustomizationById, { ...params, body: input.look })
    }
    return { site: input.isPublished ? await call(publishSite, params) : site }
  } catch (failure) {
    return { site, failure }
  }
}
