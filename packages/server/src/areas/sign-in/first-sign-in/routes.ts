import { created, createRouteBuilder, type Route } from '../../../http/route.ts'
import type { BrowserSignIn } from '../accounts/browser-sign-in.ts'
import { SignInAnswer } from '../accounts/schema.ts'
import { CompleteFirstSignIn, CompleteSetup } from './schema.ts'
import type { FirstSignInService } from './service.ts'

const route = createRouteBuilder('Signing in')

export const firstSignInRoutes = (firstSignIn: FirstSignInService, browserSignIn: BrowserSignIn): Route[] => [
  route.post(
    '/setup',
    {
      operationId: 'completeSetup',
      summary: 'Set up the installation with the link of the first start',
      description:
        'Names its admin and its organization, sets the password, and sets the cookie of a session. Works once.',
      permission: 'public',
      body: CompleteSetup,
      response: created(SignInAnswer),
    },
    async ({ body, request, setCookie }) =>
      browserSignIn.finish(
        await firstSignIn.completeSetup(body, browserSignIn.readBrowser(request)),
        setCookie,
      ),
  ),
  route.post(
    '/user/first-sign-in',
    {
      operationId: 'completeFirstSignIn',
      summary: 'Sign in for the first time, with the link of an invitation',
      description:
        'Sets the name and the password of the account that the invitation made, and sets the cookie of a session. Works once.',
      permission: 'public',
      body: CompleteFirstSignIn,
      response: created(SignInAnswer),
    },
    async ({ body, request, setCookie }) =>
      browserSignIn.finish(
        await firstSignIn.completeInvitation(body, browserSignIn.readBrowser(request)),
        setCookie,
      ),
  ),
]
