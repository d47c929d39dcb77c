import { escapeHtml } from '@verso/site'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { DomainError } from '../../../common/errors.ts'

const contentSecurityPolicy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"

/** Answers a login that failed with a page that says why. */
export function handleLoginError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const status = error instanceof DomainError ? error.status : 500
  if (status === 500) request.log.error({ err: error }, 'signing in failed')
  else if (error instanceof DomainError && error.cause !== undefined) {
    request.log.info({ err: error.cause }, error.message)
  }
  const message = error instanceof DomainError ? error.message : 'Something went wrong on our side.'
  return reply
    .code(status)
    .header('content-security-policy', contentSecurityPolicy)
    .type('text/html; charset=utf-8').send(`<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Sign-in</title>
<style>:root{color-scheme:light dark}body{font:1rem/1.6 system-ui,sans-serif;max-width:34rem;margin:15vh auto;padding:0 1rem}</style>
<h1>You are not signed in</h1><p>${escapeHtml(message)}</p><p>Go back and try again, or ask whoever runs your single sign-on.</p></html>`)
}
