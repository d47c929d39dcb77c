import { created, createRouteBuilder, deletion, list, object, type Route } from '../../../http/route.ts'
import { CreateSite, ListSitesQuery, Site, UpdateSite } from './schema.ts'
import type { SiteService } from './service.ts'

const route = createRouteBuilder('Sites')

export const siteRoutes = (sites: SiteService): Route[] => [
  route.get(
    '/orgs/:organizationId/sites',
    {
      operationId: 'listSites',
      summary: 'List the sites of an organization',
      permission: 'organization.view',
      query: ListSitesQuery,
      response: list(Site),
    },
    ({ caller, subject, query, paging }) => sites.list(caller, subject, query, paging),
  ),
  route.post(
    '/orgs/:organizationId/sites',
    {
      operationId: 'createSite',
      summary: 'Create a site',
      description:
        'Its basename is made from its title. You must be an admin of the spaces it shows. It is not published yet.',
      permission: 'organization.createContent',
      body: CreateSite,
      bodyOptional: true,
      response: created(Site),
    },
    ({ caller, subject, body }) => sites.create(caller, subject, body),
  ),
  route.get(
    '/orgs/:organizationId/sites/:siteId',
    {
      operationId: 'getSiteById',
      summary: 'Get a site',
      permission: 'site.view',
      visitorAccess: true,
      response: object(Site),
    },
    ({ subject }) => sites.get(subject),
  ),
  route.patch(
    '/orgs/:organizationId/sites/:siteId',
    {
      operationId: 'updateSiteById',
      summary: 'Update a site',
      description:
        '`defaultSiteSpace` is about the root of a site without sections, and about the default section of a site that ' +
        'has some. A basename is unique in the organization, a hostname and a proxy in all of Verso (409). A site is served ' +
        'at a new hostname once `checkSiteHostname` has found the record that proves it.',
      permission: 'site.admin',
      body: UpdateSite,
      response: object(Site),
    },
    ({ caller, subject, body }) => sites.update(caller, subject, body),
  ),
  route.delete(
    '/orgs/:organizationId/sites/:siteId',
    {
      operationId: 'deleteSiteById',
      summary: 'Delete a site',
      description: 'The spaces it shows stay.',
      permission: 'site.admin',
      response: deletion,
    },
    ({ subject }) => sites.delete(subject),
  ),
  route.post(
    '/orgs/:organizationId/sites/:siteId/publish',
    {
      operationId: 'publishSite',
      summary: 'Publish a site to the audience that its visibility defines',
      permission: 'site.admin',
      response: object(Site),
    },
    ({ subject }) => sites.setPublished(subject, true),
  ),
  route.post(
    '/orgs/:organizationId/sites/:siteId/unpublish',
    {
      operationId: 'unpublishSite',
      summary: 'Take a site off the air',
      permission: 'site.admin',
      response: object(Site),
    },
    ({ subject }) => sites.setPublished(subject, false),
  ),
]
