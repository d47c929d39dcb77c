import { createRouteBuilder, object, type Route } from '../../../http/route.ts'
import type { OneTimeLinks } from './one-time-links.ts'
import { InspectLink, OneTimeLink } from './schema.ts'

const route = createRouteBuilder('Signing in')

export const oneTimeLinkRoutes = (links: OneTimeLinks): Route[] => [
  route.post(
    '/sign-in/links/inspect',
    {
      operationId: 'inspectSignInLink',
      summary: 'Say what a one-time link is for, without using it',
      description: 'The secret is in the body, so that no log shows it. 404 for a link that never was.',
      permission: 'public',
      body: InspectLink,
      response: object(OneTimeLink),
    },
    ({ body }) => links.inspect(body.secret),
  ),
]
