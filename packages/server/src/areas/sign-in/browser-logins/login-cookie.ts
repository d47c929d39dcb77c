import { randomBytes } from 'node:crypto'
import { parseCookie, stringifySetCookie } from 'cookie'
import { minutes } from '../../../common/clock.ts'

/** How long people may take to sign in at their provider. */
export const LOGIN_TIMEOUT_MS = 15 * minutes

/** With the prefix, browsers take the cookie from no other host and over https only. */
const getCookieName = (secure: boolean): string => (secure ? '__Host-verso_login' : 'verso_login')

/** The secret that a browser got when it began a login. Text that cannot be one counts as none. */
export function readLoginCookie(
  header: string | undefined,
  { secure }: { secure: boolean },
): string | undefined {
  const value = header === undefined ? undefined : parseCookie(header)[getCookieName(secure)]
  return value !== undefined && /^[\w-]{43}$/.test(value) ? value : undefined
}

/** A `Set-Cookie` header with the secret of a browser, for as long as a login may take. */
export const createLoginCookie = (secret: string, { secure }: { secure: boolean }): string =>
  stringifySetCookie({
    name: getCookieName(secure),
    value: secret,
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure,
    maxAge: LOGIN_TIMEOUT_MS / 1000,
  })

export const createLoginSecret = (): string => randomBytes(32).toString('base64url')
