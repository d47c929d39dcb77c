import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { GenerationalCache } from '../common/generational-cache.ts'
import { readSessionCookie } from './session-cookie.ts'

/** Hashes of recent tokens: hashing one takes longer than looking it up. */
const tokenHashes = new GenerationalCache<string>(1000)

/** Longer ones are not cached, so that nobody can fill our memory with invented tokens. */
const MAX_CACHED_TOKEN_LENGTH = 200

export const readBearerToken = (request: FastifyRequest): string | undefined =>
  /^bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]

/** The SHA-256 of the access token or of the session cookie, in hexadecimal; null without either. */
export function hashCredentials(request: FastifyRequest, ownOrigin: string): string | null {
  const secret =
    request.headers.authorization === undefined
      ? readTrustedCookie(request, ownOrigin)
      : readBearerToken(request)
  if (secret === undefined) return null
  if (secret.length > MAX_CACHED_TOKEN_LENGTH) return hash('sha256', secret, 'hex')
  return tokenHashes.get(secret) ?? tokenHashes.set(secret, hash('sha256', secret, 'hex'))
}

/**
 * Protects against cross-site request forgery: a browser sends the session cookie with every request, also with those
 * that pages of other sites make, so a request that changes something counts only when it comes from our own pages.
 */
function readTrustedCookie({ method, headers }: FastifyRequest, ownOrigin: string): string | undefined {
  const isReading = method === 'GET' || method === 'HEAD'
  const isFromOwnPage =
    headers.origin === undefined ? headers['sec-fetch-site'] === 'same-origin' : headers.origin === ownOrigin
  return isReading || isFromOwnPage
    ? readSessionCookie(headers.cookie, { secure: ownOrigin.startsWith('https:') })
    : undefined
}

export const describeMissingCredentials = ({ headers: { authorization } }: FastifyRequest): string =>
  authorization === undefined
    ? 'An access token is needed: send it as "Authorization: Bearer <token>".'
    : /^bearer +\S+$/i.test(authorization)
      ? 'This access token is unknown, revoked or expired.'
      : 'The Authorization header must read "Bearer <token>".'
