import type { FastifyRequest } from 'fastify'
import { Forbidden } from '../../../common/errors.ts'
import { createRateLimitKey } from '../../../http/rate-limit-key.ts'
import { created, createRouteBuilder, deletion, noContent, type Route } from '../../../http/route.ts'
import {
  createExpiredSessionCookie,
  createSessionCookie,
  readSessionCookie,
} from '../../../http/session-cookie.ts'
import { type Browser, Session, type SessionService } from '../../identity/index.ts'
import { CreateSession, UpdatePassword } from './schema.ts'
import type { AccountService } from './service.ts'

const route = createRouteBuilder('Signing in')

/** @param origin that of the installation's own pages. */
export const accountRoutes = (
  accounts: AccountService,
  sessions: SessionService,
  { origin, secure }: { origin: string; secure: boolean },
): Route[] => [
  route.post(
    '/user/sessions',
    {
      operationId: 'createSession',
      summary: 'Sign in with e-mail address and password',
      description:
        'Sets the cookie of a session. It ends after 30 days without use, and after 90 days at the latest. Wrong tries are ' +
        'slowed down.',
      permission: 'public',
      body: CreateSession,
      response: created(Session),
    },
    async ({ body, request, setCookie }) => {
      requireOwnPage(request, origin)
      const { caller, secret, expires, id } = await accounts.signIn(
        body,
        readBrowser(request),
        readSessionCookie(request.headers.cookie, { secure }),
      )
      setCookie(createSessionCookie(secret, expires, { secure }))
      return sessions.get(caller, id)
    },
  ),
  route.delete(
    '/user/sessions',
    {
      operationId: 'deleteOtherSessions',
      summary: 'Sign out everywhere else',
      description: 'Ends all your sessions but the one that asks.',
      permission: 'self',
      response: deletion,
    },
    ({ caller }) => sessions.revokeOthers(caller),
  ),
  route.delete(
    '/user/session',
    {
      operationId: 'deleteCurrentSession',
      summary: 'Sign out',
      description: 'Ends the session that asks, and removes its cookie.',
      permission: 'self',
      withinOrganization: true,
      response: deletion,
    },
    async ({ caller, setCookie }) => {
      setCookie(createExpiredSessionCookie({ secure }))
      return sessions.revoke(caller, caller.tokenId)
    },
  ),
  route.put(
    '/user/password',
    {
      operationId: 'updatePassword',
      summary: 'Change your password',
      description: 'Ends your other sessions.',
      permission: 'self',
      recentSignIn: true,
      body: UpdatePassword,
      response: noContent,
    },
    ({ caller, body, request }) => accounts.changePassword(caller, body, readBrowser(request)),
  ),
]

/** A page of another site must not be able to sign its visitors in as somebody else. Programs send no `Origin`. */
function requireOwnPage({ headers }: FastifyRequest, origin: string): void {
  const isForeign = headers.origin !== undefined && headers.origin !== origin
  if (isForeign || headers['sec-fetch-site'] === 'cross-site' || headers['sec-fetch-site'] === 'same-site') {
    throw new Forbidden('People sign in on pages of Verso only, not on those of another site.')
  }
}

const readBrowser = ({ headers, ip }: FastifyRequest): Browser => ({
  userAgent: headers['user-agent'] ?? '',
  address: createRateLimitKey(ip),
})
