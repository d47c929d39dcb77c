import { deletion, list, type Route, createRouteBuilder } from '../../../http/route.ts'
import { Session } from './schema.ts'
import type { SessionService } from './service.ts'

const route = createRouteBuilder('Single sign-on')

export const sessionRoutes = (sessions: SessionService): Route[] => [
  route.get(
    '/user/sessions',
    {
      operationId: 'listSessions',
      summary: 'List where you are signed in',
      permission: 'self',
      withinOrganization: true,
      response: list(Session),
    },
    ({ caller, paging }) => sessions.list(caller, paging),
  ),
  route.delete(
    '/user/sessions/:sessionId',
    {
      operationId: 'deleteSession',
      summary: 'Sign out somewhere',
      permission: 'self',
      withinOrganization: true,
      response: deletion,
    },
    ({ caller, params }) => sessions.revoke(caller, params.sessionId),
  ),
]
