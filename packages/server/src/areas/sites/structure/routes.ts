import { created, deletion, list, object, type Route, createRouteBuilder } from '../../../http/route.ts'
import {
  AddGroup,
  AddLink,
  AddSection,
  AddSectionToGroup,
  AddSiteSpace,
  ListSiteSpacesQuery,
  MoveGroup,
  MoveSection,
  MoveSiteSpace,
  ShareKeyQuery,
  SiteExternalLink,
  SiteSection,
  SiteSectionGroup,
  SiteSpace,
  SiteStructure,
  SiteStructureItem,
  SortStructure,
  UpdateGroup,
  UpdateLink,
  UpdateSection,
  UpdateSiteSpace,
} from './schema.ts'
import type { SiteStructureService } from './service.ts'

const site = '/orgs/:organizationId/sites/:siteId'

export const siteStructureRoutes = (structures: SiteStructureService): Route[] => [
  ...wholeRoutes(structures),
  ...sectionRoutes(structures),
  ...groupRoutes(structures),
  ...linkRoutes(structures),
  ...siteSpaceRoutes(structures),
]

function wholeRoutes(structures: SiteStructureService): Route[] {
  const route = createRouteBuilder('Sites')
  return [
    route.get(
      `${site}/structure`,
      {
        operationId: 'getSiteStructure',
        summary: 'Get all that a site shows',
        description: 'Its sections and groups, or its site spaces. Spaces that you do not see are left out.',
        permission: 'site.view',
        query: ShareKeyQuery,
        response: object(SiteStructure),
      },
      ({ caller, subject }) => structures.get(caller, subject),
    ),
    route.patch(
      `${site}/structure/sort`,
      {
        operationId: 'sortSiteStructure',
        summary: 'Move something of a site before or after something else',
        description:
          'Sections and groups share one order; beside something in a group means in that group. Site spaces stand ' +
          'beside site spaces. Without `before` and `after` it goes to the end.',
        permission: 'site.create',
        body: SortStructure,
        response: object(SiteStructureItem),
      },
      ({ caller, subject, body }) => structures.sort(caller, subject, body),
    ),
  ]
}

function sectionRoutes(structures: SiteStructureService): Route[] {
  const route = createRouteBuilder('Site sections')
  return [
    route.get(
      `${site}/sections`,
      {
        operationId: 'listSiteSections',
        summary: 'List the sections of a site',
        permission: 'site.view',
        query: ShareKeyQuery,
        response: list(SiteSection),
      },
      ({ caller, subject, paging }) => structures.listSections(caller, subject, paging),
    ),
    route.post(
      `${site}/sections`,
      {
        operationId: 'addSectionToSite',
        summary: 'Add a section to a site',
        description:
          'You must be an admin of its space. The first section takes in what the site showed before, in a default ' +
          'section before it.',
        permission: 'site.create',
        body: AddSection,
        response: created(SiteSection),
      },
      ({ caller, subject, body }) => structures.addSection(caller, subject, body),
    ),
    route.patch(
      `${site}/sections/:siteSectionId`,
      {
        operationId: 'updateSiteSectionById',
        summary: 'Update a section',
        description: 'A path is unique in the site (409); the old one leads to the section from then on.',
        permission: 'site.create',
        body: UpdateSection,
        response: object(SiteSection),
      },
      ({ caller, subject, params, body }) =>
        structures.updateSection(caller, subject, params.siteSectionId, body),
    ),
    route.delete(
      `${site}/sections/:siteSectionId`,
      {
        operationId: 'deleteSiteSectionById',
        summary: 'Delete a section',
        description: 'Its spaces stay. The site spaces of the last section go back to the root of the site.',
        permission: 'site.create',
        response: deletion,
      },
      ({ subject, params }) => structures.deleteSection(subject, params.siteSectionId),
    ),
    route.post(
      `${site}/sections/:siteSectionId/move`,
      {
        operationId: 'moveSiteSection',
        summary: 'Move a section before or after another one',
        description:
          'Beside a section in a group means in that group. Without a position it goes to the end of the site.',
        permission: 'site.create',
        body: MoveSection,
        bodyOptional: true,
        response: object(SiteSection),
      },
      ({ caller, subject, params, body }) =>
        structures.moveSection(caller, subject, params.siteSectionId, body),
    ),
  ]
}

function groupRoutes(structures: SiteStructureService): Route[] {
  const route = createRouteBuilder('Site section groups')
  return [
    route.get(
      `${site}/section-groups`,
      {
        operationId: 'listSiteSectionGroups',
        summary: 'List the section groups of a site',
        permission: 'site.view',
        response: list(SiteSectionGroup),
      },
      ({ caller, subject, paging }) => structures.listGroups(caller, subject, paging),
    ),
    route.post(
      `${site}/section-groups`,
      {
        operationId: 'addSectionGroupToSite',
        summary: 'Add a section group to a site',
        description:
          'The sections go into it in the order they are given. Groups are nested at most three deep.',
        permission: 'site.create',
        body: AddGroup,
        response: created(SiteSectionGroup),
      },
      ({ caller, subject, body }) => structures.addGroup(caller, subject, body),
    ),
    route.patch(
      `${site}/section-groups/:siteSectionGroupId`,
      {
        operationId: 'updateSiteSectionGroupById',
        summary: 'Update a section group',
        permission: 'site.create',
        body: UpdateGroup,
        response: object(SiteSectionGroup),
      },
      ({ caller, subject, params, body }) =>
        structures.updateGroup(caller, subject, params.siteSectionGroupId, body),
    ),
    route.delete(
      `${site}/section-groups/:siteSectionGroupId`,
      {
        operationId: 'deleteSiteSectionGroupById',
        summary: 'Delete a section group',
        description: 'What was in it stays, where the group stood.',
        permission: 'site.create',
        response: deletion,
      },
      ({ subject, params }) => structures.deleteGroup(subject, params.siteSectionGroupId),
    ),
    route.post(
      `${site}/section-groups/:siteSectionGroupId/sections`,
      {
        operationId: 'addSectionToGroup',
        summary: 'Put a section at the end of a group',
        permission: 'site.create',
        body: AddSectionToGroup,
        response: created(SiteSectionGroup),
      },
      ({ caller, subject, params, body }) =>
        structures.addSectionToGroup(caller, subject, params.siteSectionGroupId, body.sectionId),
    ),
    route.delete(
      `${site}/section-groups/:siteSectionGroupId/sections/:siteSectionId`,
      {
        operationId: 'removeSectionFromGroup',
        summary: 'Take a section out of a group',
        description: 'It stands behind the group then.',
        permission: 'site.create',
        response: deletion,
      },
      ({ subject, params }) =>
        structures.removeSectionFromGroup(subject, params.siteSectionGroupId, params.siteSectionId),
    ),
    route.post(
      `${site}/section-groups/:siteSectionGroupId/move`,
      {
        operationId: 'moveSiteSectionGroup',
        summary: 'Move a section group before or after a section or another group',
        description: 'Without a position it goes to the end of the site.',
        permission: 'site.create',
        body: MoveGroup,
        bodyOptional: true,
        response: object(SiteSectionGroup),
      },
      ({ caller, subject, params, body }) =>
        structures.moveGroup(caller, subject, params.siteSectionGroupId, body),
    ),
  ]
}

function siteSpaceRoutes(structures: SiteStructureService): Route[] {
  const route = createRouteBuilder('Site spaces')
  return [
    route.get(
      `${site}/site-spaces`,
      {
        operationId: 'listSiteSpaces',
        summary: 'List the site spaces of a site',
        permission: 'site.view',
        query: ListSiteSpacesQuery,
        response: list(SiteSpace),
      },
      ({ caller, subject, query, paging }) => structures.listSiteSpaces(caller, subject, query, paging),
    ),
    route.post(
      `${site}/site-spaces`,
      {
        operationId: 'addSpaceToSite',
        summary: 'Add a space to a site',
        description:
          'You must be an admin of the space. Without a section it goes to the default one, or to the root of a site ' +
          'without sections.',
        permission: 'site.create',
        body: AddSiteSpace,
        response: created(SiteSpace),
      },
      ({ caller, subject, body }) => structures.addSiteSpace(caller, subject, body),
    ),
    route.patch(
      `${site}/site-spaces/:siteSpaceId`,
      {
        operationId: 'updateSiteSpaceById',
        summary: 'Update a site space',
        description:
          'A path is unique among those beside it (409); the old one leads to the site space from then on.',
        permission: 'site.create',
        body: UpdateSiteSpace,
        response: object(SiteSpace),
      },
      ({ caller, subject, params, body }) =>
        structures.updateSiteSpace(caller, subject, params.siteSpaceId, body),
    ),
    route.delete(
      `${site}/site-spaces/:siteSpaceId`,
      {
        operationId: 'deleteSiteSpaceById',
        summary: 'Take a space out of a site',
        description: 'The space stays. A section goes with its last site space.',
        permission: 'site.create',
        response: deletion,
      },
      ({ subject, params }) => structures.deleteSiteSpace(subject, params.siteSpaceId),
    ),
    route.post(
      `${site}/site-spaces/:siteSpaceId/move`,
      {
        operationId: 'moveSiteSpace',
        summary: 'Move a site space before or after another one',
        description:
          'Beside one in another section means in that section. Without a position it goes to the end.',
        permission: 'site.create',
        body: MoveSiteSpace,
        bodyOptional: true,
        response: object(SiteSpace),
      },
      ({ caller, subject, params, body }) =>
        structures.moveSiteSpace(caller, subject, params.siteSpaceId, body),
    ),
    route.post(
      `${site}/site-spaces/:siteSpaceId/duplicate`,
      {
        operationId: 'duplicateSiteSpace',
        summary: 'Duplicate a space of a site, beside it',
        description: 'Needs the right to create content where the space is.',
        permission: 'site.create',
        response: created(SiteSpace),
      },
      ({ caller, subject, params }) => structures.duplicateSiteSpace(caller, subject, params.siteSpaceId),
    ),
  ]
}

function linkRoutes(structures: SiteStructureService): Route[] {
  const route = createRouteBuilder('Sites')
  return [
    route.post(
      `${site}/external-links`,
      {
        operationId: 'addExternalLinkToSite',
        summary: 'Add a link to elsewhere among the sections of a site',
        description:
          'At the end of the root or of the group that `parent` names. 400 for a site without sections. `draft` links and those ' +
          'whose condition does not hold are not shown to visitors. `sortSiteStructure` moves it.',
        permission: 'site.create',
        body: AddLink,
        response: created(SiteExternalLink),
      },
      ({ caller, subject, body }) => structures.addLink(caller, subject, body),
    ),
    route.patch(
      `${site}/external-links/:siteExternalLinkId`,
      {
        operationId: 'updateSiteExternalLinkById',
        summary: 'Update a link to elsewhere',
        description: 'With `parent` it moves to the end of that group, with null to the end of the root.',
        permission: 'site.create',
        body: UpdateLink,
        response: object(SiteExternalLink),
      },
      ({ caller, subject, params, body }) =>
        structures.updateLink(caller, subject, params.siteExternalLinkId, body),
    ),
    route.delete(
      `${site}/external-links/:siteExternalLinkId`,
      {
        operationId: 'deleteSiteExternalLinkById',
        summary: 'Delete a link to elsewhere',
        permission: 'site.create',
        response: deletion,
      },
      ({ subject, params }) => structures.deleteLink(subject, params.siteExternalLinkId),
    ),
  ]
}
