import { created, createRouteBuilder, deletion, noContent, type Route } from '../../../http/route.ts'
import { createExpiredSessionCookie } from '../../../http/session-cookie.ts'
import type { SessionService } from '../../identity/index.ts'
import { type BrowserSignIn, describeBrowser } from './browser-sign-in.ts'
import { CreateSession, SignInAnswer, UpdatePassword } from './schema.ts'
import type { AccountService } from './service.ts'

const route = createRouteBuilder('Signing in')

export const accountRoutes = (
  accounts: AccountService,
  sessions: SessionService,
  browserSignIn: BrowserSignIn,
  { secure }: { secure: boolean },
): Route[] => [
  route.post(
    '/user/sessions',
    {
      operationId: 'createSession',
      summary: 'Sign in with e-mail address and password',
      description:
        'Sets the cookie of a session. It ends after 30 days without use, and after 90 days at the latest. Wrong tries are ' +
        'slowed down. An account that asks for a second factor gets a ticket for `createSessionWithSecondFactor` instead.',
      permission: 'public',
      body: CreateSession,
      response: created(SignInAnswer),
    },
    async ({ body, request, setCookie }) =>
      browserSignIn.finish(await accounts.signIn(body, browserSignIn.readBrowser(request)), setCookie),
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
    ({ caller, body, request }) => accounts.changePassword(caller, body, describeBrowser(request)),
  ),
]
