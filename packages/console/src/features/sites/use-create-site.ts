import { call, useWrite } from '../../api/index.ts'
import {
  addSectionToSite,
  applyTemplateToSite,
  createSite,
  importGitRepository,
  listSites,
  listSiteSpaces,
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
  spaces: readonly string[] | 'empty' | 'template'
  /** What the first space is imported from. */
  repository?: { url: string; branch: string }
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
  const givenSpaces = typeof spaces === 'string' ? [] : spaces
  const sectionSpaces = input.arrangement === 'variants' ? [] : givenSpaces.slice(1)
  const firstSpaces = givenSpaces.slice(0, givenSpaces.length - sectionSpaces.length)
  const site = await call(createSite, {
    organizationId,
    body: { title, visibility, spaces: spaces === 'empty' ? spaces : [...firstSpaces] },
  })
  const params = { organizationId, siteId: site.id }
  try {
    if (spaces === 'template') await call(applyTemplateToSite, params)
    for (const spaceId of sectionSpaces) await call(addSectionToSite, { ...params, body: { spaceId } })
    if (input.repository) await importRepository(params, input.repository)
    if (Object.keys(input.look).length > 0) {
      await call(updateSiteCustomizationById, { ...params, body: input.look })
    }
    return { site: input.isPublished ? await call(publishSite, params) : site }
  } catch (failure) {
    return { site, failure }
  }
}

/** Begins to import a repository into the only space of a new site. */
async function importRepository(
  params: { organizationId: string; siteId: string },
  { url, branch }: NonNullable<NewSite['repository']>,
): Promise<void> {
  const { items } = await call(listSiteSpaces, params)
  const spaceId = items[0]?.space.id
  if (spaceId === undefined) return
  await call(importGitRepository, { spaceId, body: { url, ref: `refs/heads/${branch}` } })
}
