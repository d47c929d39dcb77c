import { call, useWrite } from '../../../api/index.ts'
import {
  addExternalLinkToSite,
  addSectionGroupToSite,
  addSectionToGroup,
  addSectionToSite,
  addSpaceToSite,
  applyTemplateToSite,
  deleteSiteExternalLinkById,
  deleteSiteSectionById,
  deleteSiteSectionGroupById,
  deleteSiteSpaceById,
  duplicateSiteSpace,
  getSiteById,
  getSiteCustomizationById,
  getSiteStructure,
  listSiteRedirects,
  listSites,
  listSpacesInOrganizationById,
  sortSiteStructure,
  updateSiteById,
  updateSiteExternalLinkById,
  updateSiteSectionById,
  updateSiteSectionGroupById,
  updateSiteSpaceById,
} from '../../../api/operations.ts'
import type { TreePlace } from '../../../ui/tree/index.ts'
import type { SiteParams } from '../use-site.ts'
import type { StructureMove, StructureNode } from './structure-nodes.ts'

const stale = { stale: [getSiteStructure, getSiteById, listSites, listSiteRedirects] }

/** What of a section, a group or a variant is changed. */
export interface NodeChanges {
  title?: string
  path?: string
  icon?: string | null
  description?: string | null
  condition?: string | null
  spaceId?: string
  url?: string
  draft?: boolean
  hidden?: boolean
  localizedTitle?: Record<string, string> | null
}

/** Changes of what a site shows. */
export function useStructureWrites(params: SiteParams) {
  return {
    addSection: useWrite(
      (body: { spaceId: string; title?: string; icon?: string; siteSectionGroupId?: string }) =>
        call(addSectionToSite, { ...params, body }),
      stale,
    ),
    addGroup: useWrite(
      (body: { title: string; icon?: string }) => call(addSectionGroupToSite, { ...params, body }),
      stale,
    ),
    addLink: useWrite(
      (body: { title: string; url: string; icon?: string; parent?: string }) =>
        call(addExternalLinkToSite, { ...params, body }),
      stale,
    ),
    addVariant: useWrite(
      (body: { spaceId: string; sectionId?: string }) => call(addSpaceToSite, { ...params, body }),
      stale,
    ),
    applyTemplate: useWrite(() => call(applyTemplateToSite, params), {
      stale: [...stale.stale, getSiteCustomizationById, listSpacesInOrganizationById],
    }),
    move: useWrite(
      ({ move }: { id: string; place: TreePlace; move: StructureMove }) => sendMove(params, move),
      stale,
    ),
    change: useWrite(
      ({ node, changes }: { node: StructureNode; changes: NodeChanges }) =>
        sendChanges(params, node, changes),
      stale,
    ),
    makeDefault: useWrite((node: StructureNode) => sendDefault(params, node), stale),
    duplicate: useWrite(
      (node: StructureNode) => call(duplicateSiteSpace, { ...params, siteSpaceId: node.id }),
      stale,
    ),
    remove: useWrite((node: StructureNode) => sendRemoval(params, node), stale),
  }
}

export type StructureWrites = ReturnType<typeof useStructureWrites>

async function sendMove(params: SiteParams, move: StructureMove): Promise<void> {
  if ('linkId' in move) {
    const { linkId, groupId: parent } = move
    await call(updateSiteExternalLinkById, { ...params, siteExternalLinkId: linkId, body: { parent } })
  } else if ('groupId' in move) {
    const { groupId, sectionId } = move
    await call(addSectionToGroup, { ...params, siteSectionGroupId: groupId, body: { sectionId } })
  } else {
    await call(sortSiteStructure, { ...params, body: move })
  }
}

async function sendChanges(params: SiteParams, node: StructureNode, changes: NodeChanges): Promise<void> {
  const { title, path, icon, description, condition, spaceId, url, draft, hidden, localizedTitle } = changes
  const shown = {
    ...(draft !== undefined && { draft }),
    ...(localizedTitle !== undefined && { localizedTitle }),
  }
  const named = { ...shown, ...(title !== undefined && { title }), ...(icon !== undefined && { icon }) }
  const placed = { ...(path !== undefined && { path }), ...(condition !== undefined && { condition }) }
  switch (node.kind) {
    case 'group':
      await call(updateSiteSectionGroupById, { ...params, siteSectionGroupId: node.id, body: named })
      return
    case 'section': {
      const body = { ...named, ...placed, ...(description !== undefined && { description }) }
      await call(updateSiteSectionById, { ...params, siteSectionId: node.id, body })
      return
    }
    case 'link': {
      const body = {
        ...named,
        ...(description !== undefined && { description }),
        ...(condition !== undefined && { condition }),
        ...(url !== undefined && { url }),
      }
      await call(updateSiteExternalLinkById, { ...params, siteExternalLinkId: node.id, body })
      return
    }
    case 'variant': {
      const body = {
        ...shown,
        ...placed,
        ...(spaceId !== undefined && { spaceId }),
        ...(hidden !== undefined && { hidden }),
      }
      await call(updateSiteSpaceById, { ...params, siteSpaceId: node.id, body })
    }
  }
}

async function sendDefault(params: SiteParams, node: StructureNode): Promise<void> {
  if (node.kind === 'section') {
    await call(updateSiteById, { ...params, body: { defaultSiteSection: node.id } })
  } else if (node.parent === undefined) {
    await call(updateSiteById, { ...params, body: { defaultSiteSpace: node.id } })
  } else {
    const body = { defaultSiteSpace: node.id }
    await call(updateSiteSectionById, { ...params, siteSectionId: node.parent, body })
  }
}

async function sendRemoval(params: SiteParams, node: StructureNode): Promise<void> {
  switch (node.kind) {
    case 'group':
      return call(deleteSiteSectionGroupById, { ...params, siteSectionGroupId: node.id })
    case 'section':
      return call(deleteSiteSectionById, { ...params, siteSectionId: node.id })
    case 'link':
      return call(deleteSiteExternalLinkById, { ...params, siteExternalLinkId: node.id })
    case 'variant':
      return call(deleteSiteSpaceById, { ...params, siteSpaceId: node.id })
  }
}
