import { created, deletion, list, object, type Route, createRouteBuilder } from '../../../http/route.ts'
import {
  CreateRedirect,
  FoundRedirect,
  ListRedirectsQuery,
  RedirectBySourceQuery,
  SiteRedirect,
  UpdateRedirect,
  UpsertedRedirects,
  UpsertRedirects,
} from './schema.ts'
import type { RedirectService } from './service.ts'

const route = createRouteBuilder('Site redirects')
const site = '/orgs/:organizationId/sites/:siteId'

export const redirectRoutes = (redirects: RedirectService): Route[] => [
  route.get(
    `${site}/redirects`,
    {
      operationId: 'listSiteRedirects',
      summary: 'List the redirects of a site',
      permission: 'site.view',
      query: ListRedirectsQuery,
      response: list(SiteRedirect),
    },
    ({ subject, query, paging }) => redirects.list(subject, query.search, paging),
  ),
  route.post(
    `${site}/redirects`,
    {
      operationId: 'createSiteRedirect',
      summary: 'Create a redirect',
      description:
        'A source leads to one place, and no reader in a circle with other redirects (409). What it leads to must be in the site, or an address elsewhere.',
      permission: 'site.admin',
      body: CreateRedirect,
      response: created(SiteRedirect),
    },
    ({ subject, body }) => redirects.create(subject, body),
  ),
  route.put(
    `${site}/redirects`,
    {
      operationId: 'bulkUpsertSiteRedirects',
      summary: 'Create, update, delete or publish many redirects',
      description: 'Each by its source. One that is wrong says so in its result and stops no other.',
      permission: 'site.admin',
      body: UpsertRedirects,
      response: object(UpsertedRedirects),
    },
    ({ subject, body }) => redirects.upsert(subject, body),
  ),
  route.patch(
    `${site}/redirects/:siteRedirectId`,
    {
      operationId: 'updateSiteRedirectById',
      summary: 'Update a redirect',
      description: 'A source leads to one place, and no reader in a circle with other redirects (409).',
      permission: 'site.admin',
      body: UpdateRedirect,
      response: object(SiteRedirect),
    },
    ({ subject, params, body }) => redirects.update(subject, params.siteRedirectId, body),
  ),
  route.delete(
    `${site}/redirects/:siteRedirectId`,
    {
      operationId: 'deleteSiteRedirectById',
      summary: 'Delete a redirect',
      permission: 'site.admin',
      response: deletion,
    },
    ({ subject, params }) => redirects.delete(subject, params.siteRedirectId),
  ),
  route.get(
    `${site}/redirect`,
    {
      operationId: 'getSiteRedirectBySource',
      summary: 'Find where an old address leads',
      description: 'The redirect from just this path, or else the nearest that stands for all below it.',
      permission: 'site.view',
      visitorAccess: true,
      query: RedirectBySourceQuery,
      response: object(FoundRedirect),
    },
    ({ subject, query, visitor }) => redirects.findBySource(subject, query.source, visitor?.claims),
  ),
]
