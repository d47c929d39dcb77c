import { parseCookie, stringifySetCookie } from 'cookie'

/** Browsers let no other host set a cookie with the prefix `__Host-`, and accept it over https only. */
const getCookieName = (secure: boolean): string => (secure ? '__Host-verso_session' : 'verso_session')

/** Begins the secret of every session, and of no access token. */
export const SESSION_SECRET_PREFIX = 'verso_session_'

/** Out of reach of scripts, and not sent with forms of other sites. */
const createAttributes = ({ secure }: { secure: boolean }) =>
  ({ name: getCookieName(secure), path: '/', httpOnly: true, sameSite: 'lax', secure }) as const

/** A `Set-Cookie` header with the secret of a session. */
export const createSessionCookie = (secret: string, expires: Date, options: { secure: boolean }): string =>
  stringifySetCookie({ ...createAttributes(options), value: secret, expires })

/** A `Set-Cookie` header that removes the cookie. */
export const createExpiredSessionCookie = (options: { secure: boolean }): string =>
  stringifySetCookie({ ...createAttributes(options), value: '', maxAge: 0 })

/**
 * The secret of the session, from a `Cookie` header. Anything else counts as none, an access token too: a browser sends
 * cookies by itself, so a token that somebody put there would act without its owner.
 */
export function readSessionCookie(
  header: string | undefined,
  { secure }: { secure: boolean },
): string | undefined {
  const value = header === undefined ? undefined : parseCookie(header)[getCookieName(secure)]
  return value !== undefined && value.startsWith(SESSION_SECRET_PREFIX) && /^[\w-]{20,200}$/.test(value)
    ? value
    : undefined
}
