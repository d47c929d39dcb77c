import { object, type Route, routesOf } from '../../../http/route.ts'
import { ContentLookup, ContentQuery, Subdomain } from './schema.ts'
import type { UrlService } from './service.ts'

const route = routesOf('Addresses')

export const urlRoutes = (urls: UrlService): Route[] => [
  route.get(
    '/urls/content',
    {
      operationId: 'getContentByUrl',
      summary: 'Resolve an address to a collection, or to a space, a change request and a page in it',
      permission: 'self',
      query: ContentQuery,
      answer: object(ContentLookup),
    },
    ({ caller, query }) => urls.content(caller, query),
  ),
  route.get(
    '/subdomains/:subdomain',
    {
      operationId: 'getSubdomain',
      summary: 'Get the organization that goes by a name in addresses',
      description: 'For its members.',
      permission: 'self',
      answer: object(Subdomain),
    },
    ({ caller, params }) => urls.subdomain(caller, params.subdomain),
  ),
]
