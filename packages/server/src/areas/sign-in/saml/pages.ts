import { createHash } from 'node:crypto'
import { escapeHtml } from '@verso/site'
import type { FastifyInstance, FastifyReply } from 'fastify'
import {
  createExpiredSessionCookie,
  readSessionCookie,
  createSessionCookie,
} from '../../../http/session-cookie.ts'
import { createRateLimitKey } from '../../../http/rate-limit-key.ts'
import { handleLoginError } from '../browser-logins/error-page.ts'
import { createLoginCookie, createLoginSecret, readLoginCookie } from '../browser-logins/login-cookie.ts'
import type { SamlLogin, SignOutMessage } from './login.ts'
import { readMessage } from './messages.ts'

interface ProviderRoute {
  Params: { providerId: string }
}

/** Registers the pages of single sign-on. No published site can have the path `/sso`, which is reserved. */
export async function registerSso(app: FastifyInstance, login: SamlLogin, { secure }: { secure: boolean }) {
  const signOut = async (reply: FastifyReply, providerId: string, message: SignOutMessage) => {
    const next = await login.handleProviderSignOut(providerId, message)
    return reply.header('set-cookie', createExpiredSessionCookie({ secure })).redirect(next, 303)
  }
  await app.register(async (sso) => {
    // Identity providers post forms; the rest of the API accepts JSON only.
    sso.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 512 * 1024 },
      (_request, text, done) => done(null, Object.fromEntries(new URLSearchParams(String(text)))),
    )
    sso.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-store')
    })
    sso.setErrorHandler(handleLoginError)

    sso.get<ProviderRoute & { Querystring: { redirect?: string } }>(
      '/sso/:providerId/start',
      async (request, reply) => {
        // A browser that begins twice, in two tabs, can end both.
        const secret = readLoginCookie(request.headers.cookie, { secure }) ?? createLoginSecret()
        const url = await login.start(request.params.providerId, request.query.redirect, secret)
        return reply.header('set-cookie', createLoginCookie(secret, { secure })).redirect(url)
      },
    )
    sso.get<ProviderRoute>('/sso/:providerId/metadata', async (request, reply) =>
      reply.type('application/samlmetadata+xml').send(await login.createMetadata(request.params.providerId)),
    )
    sso.post<ProviderRoute & { Body: Record<string, string> | undefined }>(
      '/sso/:providerId/acs',
      async (request, reply) => {
        const fields = request.body ?? {}
        const loginSecret = readLoginCookie(request.headers.cookie, { secure })
        if (loginSecret === undefined && fields['sentAgain'] === undefined) return sendAgain(reply, fields)
        const { secret, expires, redirect } = await login.finish(request.params.providerId, fields, {
          userAgent: request.headers['user-agent'] ?? '',
          address: createRateLimitKey(request.ip),
          secret: loginSecret,
        })
        return reply
          .header('set-cookie', createSessionCookie(secret, expires, { secure }))
          .redirect(redirect, 303)
      },
    )
    sso.get<ProviderRoute & { Querystring: Record<string, unknown> }>(
      '/sso/:providerId/logout',
      (request, reply) =>
        signOut(reply, request.params.providerId, {
          fields: request.query,
          query: request.url.split('?', 2)[1] ?? '',
        }),
    )
    sso.post<ProviderRoute & { Body: Record<string, string> | undefined }>(
      '/sso/:providerId/logout',
      (request, reply) => signOut(reply, request.params.providerId, { fields: request.body ?? {} }),
    )
    // A form on another site is sent without the cookie, which is `SameSite=Lax`. The console asks for JSON and goes to the
    // provider itself: its content security policy lets no form lead to another host.
    sso.post('/sso/logout', async (request, reply) => {
      const secret = readSessionCookie(request.headers.cookie, { secure })
      const providerUrl = secret === undefined ? undefined : await login.signOut(secret)
      reply.header('set-cookie', createExpiredSessionCookie({ secure }))
      return request.headers.accept === 'application/json'
        ? reply.send({ url: providerUrl ?? '/app' })
        : reply.redirect(providerUrl ?? '/app', 303)
    })
  })
}

const sendAgainScript = 'document.forms[0].submit()'
const sendAgainPolicy =
  `default-src 'none'; script-src 'sha256-${createHash('sha256').update(sendAgainScript).digest('base64')}'; ` +
  `form-action 'self'; frame-ancestors 'none'`

/**
 * Sends a page that posts the provider's form again. A browser leaves `SameSite=Lax` cookies out of a form that the page of
 * another site posts, and sends them with a form of ours. `SameSite=None` would need https.
 */
function sendAgain(reply: FastifyReply, fields: Record<string, string>): FastifyReply {
  readMessage(fields['SAMLResponse'])
  const inputs = ['SAMLResponse', 'RelayState'].flatMap((name) =>
    fields[name] === undefined
      ? []
      : `<input type="hidden" name="${name}" value="${escapeHtml(fields[name])}">`,
  )
  return reply.header('content-security-policy', sendAgainPolicy).type('text/html; charset=utf-8')
    .send(`<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Signing in</title>
<form method="post"><input type="hidden" name="sentAgain" value="1">${inputs.join('')}<button>Continue to sign in</button></form>
<script>${sendAgainScript}</script></html>`)
}
