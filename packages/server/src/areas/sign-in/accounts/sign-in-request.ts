import type { FastifyRequest } from 'fastify'
import { Forbidden } from '../../../common/errors.ts'
import { createRateLimitKey } from '../../../http/rate-limit-key.ts'
import { readSessionCookie } from '../../../http/session-cookie.ts'
import type { Browser } from '../../identity/index.ts'

/** A page of another site must not be able to sign its visitors in as somebody else. Programs send no `Origin`. */
export function requireOwnPage({ headers }: FastifyRequest, origin: string): void {
  const isForeign = headers.origin !== undefined && headers.origin !== origin
  if (isForeign || headers['sec-fetch-site'] === 'cross-site' || headers['sec-fetch-site'] === 'same-site') {
    throw new Forbidden('People sign in on pages of Verso only, not on those of another site.')
  }
}

export const readBrowser = ({ headers, ip }: FastifyRequest): Browser => ({
  userAgent: headers['user-agent'] ?? '',
  address: createRateLimitKey(ip),
})

/** The secret of the session that the browser has, which ends when somebody signs in: it may be somebody else's. */
export const readReplacedSecret = (
  { headers }: FastifyRequest,
  options: { secure: boolean },
): string | undefined => readSessionCookie(headers.cookie, options)
