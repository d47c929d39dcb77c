import type { FastifyInstance } from 'fastify'
import { createRateLimitKey } from '../../../http/rate-limit-key.ts'
import { createSessionCookie, readSessionCookie } from '../../../http/session-cookie.ts'
import { handleLoginError } from '../browser-logins/error-page.ts'
import { createLoginCookie, createLoginSecret, readLoginCookie } from '../browser-logins/login-cookie.ts'
import type { OidcLogin } from './login.ts'

interface ProviderRoute {
  Params: { providerId: string }
}

/** Registers the pages that begin and end a login through OpenID Connect. */
export async function registerOidcPages(
  app: FastifyInstance,
  login: OidcLogin,
  { secure }: { secure: boolean },
): Promise<void> {
  await app.register(async (pages) => {
    pages.addHook('onRequest', async (_request, reply) => {
      // The address of the callback carries a code, which no other site may see.
      reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    })
    pages.setErrorHandler(handleLoginError)

    pages.get<ProviderRoute & { Querystring: { redirect?: string } }>(
      '/sso/oidc/:providerId/start',
      async (request, reply) => {
        // A browser that begins twice, in two tabs, can end both.
        const secret = readLoginCookie(request.headers.cookie, { secure }) ?? createLoginSecret()
        const url = await login.start(request.params.providerId, request.query.redirect, {
          secret,
          sessionSecret: readSessionCookie(request.headers.cookie, { secure }),
        })
        return reply.header('set-cookie', createLoginCookie(secret, { secure })).redirect(url)
      },
    )
    pages.get<ProviderRoute>('/sso/oidc/:providerId/callback', async (request, reply) => {
      const { cookie, 'user-agent': userAgent = '' } = request.headers
      const query = new URLSearchParams(request.url.split('?', 2)[1] ?? '')
      const { session, redirect } = await login.finish(request.params.providerId, query, {
        userAgent,
        address: createRateLimitKey(request.ip),
        secret: readLoginCookie(cookie, { secure }),
        sessionSecret: readSessionCookie(cookie, { secure }),
      })
      if (session)
        reply.header('set-cookie', createSessionCookie(session.secret, session.expires, { secure }))
      return reply.redirect(redirect, 303)
    })
  })
}
