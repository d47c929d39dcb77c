import { listWith, type Route, createRouteBuilder } from '../../http/route.ts'
import { SearchPage, SearchQuery, SearchSpace, SearchState } from './schema.ts'
import type { SearchService } from './service.ts'

const route = createRouteBuilder('Search')

const rankingDescription =
  'Matches in titles come before matches in headings, and those before matches in text. If nothing has the words, ' +
  'similar words are tried. `count` is at most a few hundred.'

export const searchRoutes = (search: SearchService): Route[] => [
  route.get(
    '/spaces/:spaceId/search',
    {
      operationId: 'searchSpaceContent',
      summary: 'Search the content of a space',
      description: `Searches the published content of the space, not its change requests. ${rankingDescription}`,
      permission: 'space.view',
      query: SearchQuery,
      response: listWith(SearchPage, SearchState),
    },
    ({ subject, query, paging }) => search.searchSpace(subject, query.query, paging),
  ),
  route.get(
    '/orgs/:organizationId/search',
    {
      operationId: 'searchOrganizationContent',
      summary: 'Search the content of an organization',
      description: `Searches the spaces that you may read. Those with the best pages come first. ${rankingDescription}`,
      permission: 'organization.view',
      query: SearchQuery,
      response: listWith(SearchSpace, SearchState),
    },
    ({ caller, subject, query, paging }) => search.searchOrganization(caller, subject, query.query, paging),
  ),
]
