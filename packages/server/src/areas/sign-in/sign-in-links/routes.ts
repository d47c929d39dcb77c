import { created, createRouteBuilder, noContent, type Route } from '../../../http/route.ts'
import type { BrowserSignIn } from '../accounts/browser-sign-in.ts'
import { SignInAnswer } from '../accounts/schema.ts'
import { CreateSessionWithLink, RequestSignInLink } from './schema.ts'
import type { SignInLinkService } from './service.ts'

const route = createRouteBuilder('Signing in')

export const signInLinkRoutes = (signInLinks: SignInLinkService, browserSignIn: BrowserSignIn): Route[] => [
  route.post(
    '/user/sessions/link',
    {
      operationId: 'createSessionWithLink',
      summary: 'Sign in with a one-time link',
      description:
        'Sets the cookie of a session. An account that asks for a second factor gets a ticket for ' +
        '`createSessionWithSecondFactor` instead. The link is used up either way.',
      permission: 'public',
      body: CreateSessionWithLink,
      response: created(SignInAnswer),
    },
    async ({ body, request, setCookie }) =>
      browserSignIn.finish(
        await signInLinks.signIn(body.secret, browserSignIn.readBrowser(request)),
        setCookie,
      ),
  ),
  route.post(
    '/user/sign-in-links',
    {
      operationId: 'requestSignInLink',
      summary: 'Ask for a mail with a link that signs you in',
      description:
        'The answer is the same whether or not there is an account with this address. 412 where Verso cannot send mail.',
      permission: 'public',
      body: RequestSignInLink,
      response: noContent,
    },
    ({ body, request }) => signInLinks.request(body, browserSignIn.readBrowser(request)),
  ),
]
