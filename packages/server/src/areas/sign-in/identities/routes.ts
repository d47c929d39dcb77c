import { createRouteBuilder, deletion, list, object, type Route } from '../../../http/route.ts'
import { createLoginCookie, createLoginSecret, readLoginCookie } from '../browser-logins/login-cookie.ts'
import { IdentityLinkStart, LinkedIdentity, LinkIdentity, SignInProviders } from './schema.ts'
import type { IdentityService } from './service.ts'

const route = createRouteBuilder('Signing in')

export const identityRoutes = (identities: IdentityService, { secure }: { secure: boolean }): Route[] => [
  route.get(
    '/sign-in/providers',
    {
      operationId: 'listSignInProviders',
      summary: 'List the identity providers of the installation',
      description: 'Open `startURL` in a browser to sign in, with the path to return to as `redirect`.',
      permission: 'public',
      response: object(SignInProviders),
    },
    () => identities.listProviders(),
  ),
  route.get(
    '/user/identities',
    {
      operationId: 'listIdentities',
      summary: 'List your identities at identity providers',
      description: 'Those at providers of the installation, with which you can sign in.',
      permission: 'self',
      response: list(LinkedIdentity),
    },
    ({ caller, paging }) => identities.list(caller, paging),
  ),
  route.post(
    '/user/identities',
    {
      operationId: 'linkIdentity',
      summary: 'Link an identity to your account',
      description:
        'Answers with a page of the provider. Open it in the browser that sent this request: whoever signs in there can ' +
        'sign in to your account from then on.',
      permission: 'self',
      recentSignIn: true,
      body: LinkIdentity,
      response: object(IdentityLinkStart),
    },
    async ({ caller, body, request, setCookie }) => {
      const secret = readLoginCookie(request.headers.cookie, { secure }) ?? createLoginSecret()
      const url = await identities.startLinking(caller, body, secret)
      setCookie(createLoginCookie(secret, { secure }))
      return { url }
    },
  ),
  route.delete(
    '/user/identities/:identityId',
    {
      operationId: 'unlinkIdentity',
      summary: 'Unlink an identity from your account',
      description: 'The last way you can sign in stays.',
      permission: 'self',
      recentSignIn: true,
      response: deletion,
    },
    ({ caller, params }) => identities.unlink(caller, params.identityId),
  ),
]
