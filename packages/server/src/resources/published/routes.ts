import { object, type Route, routesOf } from '../../http/route.ts'
import { PublishedLookup, PublishedQuery, ResolvePublished } from './schema.ts'
import type { PublishedService } from './service.ts'

const route = routesOf('Published sites')

export const publishedRoutes = (published: PublishedService): Route[] => [
  route.get(
    '/urls/published',
    {
      operationId: 'getPublishedContentByUrl',
      summary: 'Resolve the address of published content',
      description: 'The same as with POST, for a visitor of whom no more is known than their JWT.',
      permission: 'public',
      query: PublishedQuery,
      answer: object(PublishedLookup),
    },
    ({ query: { url, redirectOnError, visitorAuthToken } }) =>
      published.resolve({
        url,
        ...(redirectOnError !== undefined && { redirectOnError }),
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
        'this visitor sees it. 404 for what is not published, or not for this visitor; 401 where a JWT is needed.',
      permission: 'public',
      body: ResolvePublished,
      answer: object(PublishedLookup),
    },
    ({ body }) => published.resolve(body),
  ),
]
