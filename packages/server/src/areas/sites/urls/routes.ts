import { object, type Route, createRouteBuilder } from '../../../http/route.ts'
import { ContentLookup, ContentQuery, Subdomain } from './schema.ts'
import type { UrlService } from './service.ts'

const route = createRouteBuilder('Addresses')

export const urlRoutes = (urls: UrlService): Route[] => [
  route.get(
    '/urls/content',
    {
      operationId: 'getContentByUrl',
      summary: 'Resolve an address to a collection, or to a space, a change request and a page in it',
      permission: 'self',
      query: ContentQuery,
      response: object(ContentLookup),
    },
    ({ caller, query }) => urls.getContent(caller, query),
  ),
  route.get(
    '/subdomains/:subdomain',
    {
      operationId: 'getSubdomain',
      summary: 'Get the organization that goes by a name in addresses',
      description: 'For its members.',
      permission: 'self',
      response: object(Subdomain),
    },
    ({ caller, params }) => urls.getSubdomain(caller, params.subdomain),
  ),
]
