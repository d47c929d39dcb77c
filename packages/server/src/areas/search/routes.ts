import { list, type Route, routesOf } from '../../http/route.ts'
import { SearchPage, SearchQuery, SearchSpace } from './schema.ts'
import type { SearchService } from './service.ts'

const route = routesOf('Search')

const how =
  'Titles before headings before text. When nothing has the words, those that look like them are tried. `count` is of ' +
  'the best few hundred at most.'

export const searchRoutes = (search: SearchService): Route[] => [
  route.get(
    '/spaces/:spaceId/search',
    {
      operationId: 'searchSpaceContent',
      summary: 'Search the content of a space',
      description: `What the space shows, not what change requests have. ${how}`,
      permission: 'space.view',
      query: SearchQuery,
      answer: list(SearchPage),
    },
    ({ subject, query, paging }) => search.searchSpace(subject, query.query, paging),
  ),
  route.get(
    '/orgs/:organizationId/search',
    {
      operationId: 'searchOrganizationContent',
      summary: 'Search the content of an organization',
      description: `In the spaces that you may read; those with the best pages first. ${how}`,
      permission: 'organization.view',
      query: SearchQuery,
      answer: list(SearchSpace),
    },
    ({ caller, subject, query, paging }) => search.searchOrganization(caller, subject, query.query, paging),
  ),
]
