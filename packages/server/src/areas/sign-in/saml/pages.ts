import type { FastifyInstance, FastifyReply } from 'fastify'
import { DomainError } from '../../../common/errors.ts'
import {
  createExpiredSessionCookie,
  readSessionCookie,
  createSessionCookie,
} from '../../../http/session-cookie.ts'
import type { SamlLogin, SignOutMessage } from './login.ts'

interface Where {
  Params: { providerId: string }
}

/** What browsers and identity providers open. Its prefix belongs to Verso, whatever sites there are. */
export async function registerSso(app: FastifyInstance, login: SamlLogin, { secure }: { secure: boolean }) {
  const signedOut = async (reply: FastifyReply, providerId: string, sent: SignOutMessage) => {
    const next = await login.handleProviderSignOut(providerId, sent)
    return reply.header('set-cookie', createExpiredSessionCookie({ secure })).redirect(next, 303)
  }
  await app.register(async (sso) => {
    // Providers post forms; nothing else here takes any.
    sso.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 512 * 1024 },
      (_request, text, done) => done(null, Object.fromEntries(new URLSearchParams(String(text)))),
    )
    sso.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-store')
    })
    sso.setErrorHandler((error, request, reply) => {
      const status = error instanceof DomainError ? error.status : 500
      if (status === 500) request.log.error({ err: error }, 'single sign-on failed')
      const message = error instanceof DomainError ? error.message : 'Something went wrong on our side.'
      return sendProblem(reply, status, message)
    })

    sso.get<Where & { Querystring: { redirect?: string } }>(
      '/sso/:providerId/start',
      async (request, reply) =>
        reply.redirect(await login.start(request.params.providerId, request.query.redirect)),
    )
    sso.get<Where>('/sso/:providerId/metadata', async (request, reply) =>
      reply.type('application/samlmetadata+xml').send(await login.createMetadata(request.params.providerId)),
    )
    sso.post<Where & { Body: Record<string, string> | undefined }>(
      '/sso/:providerId/acs',
      async (request, reply) => {
        const browser = request.headers['user-agent'] ?? ''
        const { secret, expires, redirect } = await login.finish(
          request.params.providerId,
          request.body ?? {},
          browser,
        )
        return reply
          .header('set-cookie', createSessionCookie(secret, expires, { secure }))
          .redirect(redirect, 303)
      },
    )
    sso.get<Where & { Querystring: Record<string, unknown> }>('/sso/:providerId/logout', (request, reply) =>
      signedOut(reply, request.params.providerId, {
        fields: request.query,
        query: request.url.split('?', 2)[1] ?? '',
      }),
    )
    sso.post<Where & { Body: Record<string, string> | undefined }>(
      '/sso/:providerId/logout',
      (request, reply) => signedOut(reply, request.params.providerId, { fields: request.body ?? {} }),
    )
    // A form of our own posts here; that of another site comes without the cookie.
    sso.post('/sso/logout', async (request, reply) => {
      const secret = readSessionCookie(request.headers.cookie)
      const atProvider = secret === undefined ? undefined : await login.signOut(secret)
      return reply
        .header('set-cookie', createExpiredSessionCookie({ secure }))
        .redirect(atProvider ?? '/app', 303)
    })
  })
}

const policy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"

const sendProblem = (reply: FastifyReply, status: number, message: string): FastifyReply =>
  reply.code(status).header('content-security-policy', policy).type('text/html; charset=utf-8')
    .send(`<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Sign-in</title>
<style>:root{color-scheme:light dark}body{font:1rem/1.6 system-ui,sans-serif;max-width:34rem;margin:15vh auto;padding:0 1rem}</style>
<h1>You are not signed in</h1><p>${escaped(message)}</p><p>Go back and try again, or ask whoever runs your single sign-on.</p></html>`)

const escaped = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
