import { parseCookie, stringifySetCookie } from 'cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Credentials } from '../../audience/site-admission.ts'
import { isPlainObject, type PlainObject } from '../../audience/claims.ts'

/** The credentials of a request: in its URL at first, and in cookies from then on. */
export interface RequestCredentials {
  all: Credentials
  /** The credentials in the URL, which are to be moved into cookies. */
  fromUrl: { jwt?: string; claims?: PlainObject }
}

const MAX_COOKIE_LENGTH = 4000
const MAX_COOKIE_HEADER_LENGTH = 20_000

const cookieNames = {
  share: 'verso-share',
  jwt: 'verso-visitor',
  claims: 'verso-claims',
} as const

/** Cookies have the path of their site, so that sites on one host do not see each other's. */
export function readRequestCredentials(request: FastifyRequest, url: URL): RequestCredentials {
  const cookies = readCookies(request.headers.cookie)
  // Most URLs have no query, so it is parsed only when there is one.
  const parameters = url.search === '' ? undefined : url.searchParams
  const jwt = parameters?.get('jwt_token') ?? undefined
  const claims = parameters && readClaims(parameters)
  const cookieClaims = parseClaims(cookies[cookieNames.claims])
  const unsigned = { ...cookieClaims, ...claims }
  return {
    all: {
      shareKey: cookies[cookieNames.share],
      jwt: jwt ?? cookies[cookieNames.jwt],
      unsignedClaims: unsigned,
      type: 'human',
    },
    fromUrl: { ...(jwt !== undefined && { jwt }), ...(claims && { claims: unsigned }) },
  }
}

/** The path and query of a URL without credentials. */
export function removeCredentialParameters(url: URL): string {
  const clean = new URL(url)
  clean.searchParams.delete('jwt_token')
  for (const name of url.searchParams.keys()) {
    if (name.startsWith('visitor.')) clean.searchParams.delete(name)
  }
  return `${clean.pathname}${clean.search}`
}

/** Unsigned claims in a query such as `visitor.isBeta=true`: booleans, integers and short texts. */
function readClaims(parameters: URLSearchParams): PlainObject | undefined {
  const claims: Record<string, unknown> = {}
  for (const [name, value] of parameters) {
    const [, claim] = /^visitor\.([A-Za-z_]\w{0,63})$/.exec(name) ?? []
    if (claim !== undefined && value.length <= 200) claims[claim] = parseClaimValue(value)
  }
  return Object.keys(claims).length > 0 ? claims : undefined
}

function parseClaimValue(text: string): unknown {
  if (text === 'true' || text === 'false') return text === 'true'
  return /^-?\d{1,15}$/.test(text) ? Number(text) : text
}

function parseClaims(text: string | undefined): PlainObject {
  if (text === undefined || text.length > MAX_COOKIE_LENGTH) return {}
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
    return isPlainObject(value) ? value : {}
  } catch {
    return {}
  }
}

/** The first of two cookies with one name counts: browsers send that of the longest path first, which is the site's. */
const readCookies = (header: string | undefined) =>
  parseCookie(header?.slice(0, MAX_COOKIE_HEADER_LENGTH) ?? '', { decode: (value) => value })

interface VisitorCookieOptions {
  path: string
  secure: boolean
  /** Without it, the cookie ends with the browser's session. */
  maxAgeSeconds?: number | undefined
}

export function setVisitorCookie(
  reply: FastifyReply,
  name: keyof typeof cookieNames,
  value: string,
  options: VisitorCookieOptions,
): void {
  if (value.length > MAX_COOKIE_LENGTH || !/^[\w.~+/=-]*$/.test(value)) return
  const { path, secure, maxAgeSeconds } = options
  const cookie = stringifySetCookie(
    {
      name: cookieNames[name],
      value,
      path,
      secure,
      httpOnly: true,
      sameSite: 'lax',
      ...(maxAgeSeconds !== undefined && { maxAge: Math.max(0, Math.floor(maxAgeSeconds)) }),
    },
    // Values are read as they were written, without decoding.
    { encode: (text) => text },
  )
  reply.header('set-cookie', cookie)
}

export const encodeClaims = (claims: PlainObject): string =>
  Buffer.from(JSON.stringify(claims)).toString('base64url')
