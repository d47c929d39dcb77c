import { listWith, object, requireCaller, type Route, createRouteBuilder } from '../../../http/route.ts'
import { SearchSpace, SearchState } from '../../search/index.ts'
import type { SiteSearch } from './site-search.ts'
import {
  PublishedLookup,
  PublishedQuery,
  PublishedContentSite,
  PublishedSiteQuery,
  ResolvePublished,
  SearchSite,
} from './schema.ts'
import type { RendererService } from './service.ts'

const route = createRouteBuilder('Published sites')

export const rendererRoutes = (published: RendererService, search: SiteSearch): Route[] => [
  route.get(
    '/urls/published',
    {
      operationId: 'getPublishedContentByUrl',
      summary: 'Resolve the address of published content',
      description: 'The same as with POST, for a visitor of whom no more is known than their JWT.',
      permission: 'public',
      query: PublishedQuery,
      response: object(PublishedLookup),
    },
    ({ query: { url, visitorAuthToken } }) =>
      published.resolveUrl({
        url,
        ...(visitorAuthToken !== undefined && { visitor: { jwtToken: visitorAuthToken } }),
      }),
  ),
  route.post(
    '/urls/published',
    {
      operationId: 'resolvePublishedContentByUrl',
      summary: 'Resolve the address of published content, for a visitor',
      description:
        'Answers which site, section and space an address is in, what is left of it, and a token that reads the site as ' +
        'this visitor sees it. The same visitor gets the same token for a while. Where a JWT is needed and there is a page to ' +
        'sign in on, it answers with that page. 404 for what is not published, or not for this visitor; 401 where a JWT is ' +
        'needed and there is no such page.',
      permission: 'public',
      body: ResolvePublished,
      response: object(PublishedLookup),
    },
    ({ body }) => published.resolveUrl(body),
  ),
  route.get(
    '/orgs/:organizationId/sites/:siteId/published',
    {
      operationId: 'getPublishedContentSite',
      summary: 'Get a published site: its structure and its looks',
      description:
        'As a visitor sees it, with permissions that are theirs: with the token of a visitor as they do, otherwise as one ' +
        'does of whom nothing is known. 404 while it is not published, and for a share key that opens nothing.',
      permission: 'site.view',
      visitorAccess: true,
      query: PublishedSiteQuery,
      response: object(PublishedContentSite),
    },
    ({ subject, query, visitor }) => published.getSite(subject, query, visitor),
  ),
  route.post(
    '/orgs/:organizationId/sites/:siteId/search',
    {
      operationId: 'searchSiteContent',
      summary: 'Search what a site shows',
      description:
        'Visitors find neither pages that are hidden from them nor text that only some visitors see.',
      permission: 'site.view',
      visitorAccess: true,
      body: SearchSite,
      response: listWith(SearchSpace, SearchState),
    },
    ({ caller, subject, body, paging, visitor }) =>
      search.search(visitor ?? { caller: requireCaller(caller) }, subject, body, paging),
  ),
]
