import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Credentials } from '../../audience/audience.ts'
import { isPlainObject, type PlainObject } from '../../audience/claims.ts'

/** What a visitor brings: in the address once, and in cookies from then on. */
export interface Brought {
  credentials: Credentials
  /** In this address, to be kept and taken out of it. */
  fresh: { jwt?: string; claims?: PlainObject }
}

const longestCookie = 4000

const names = {
  share: 'verso-share',
  jwt: 'verso-visitor',
  claims: 'verso-claims',
} as const

/** Cookies have the path of their site, so that sites below one host do not see each other's. */
export function broughtBy(request: FastifyRequest, url: URL): Brought {
  const cookies = readCookies(request.headers.cookie)
  // Most addresses have nothing behind their path, and nothing to be taken apart.
  const asked = url.search === '' ? undefined : url.searchParams
  const jwt = asked?.get('jwt_token') ?? undefined
  const claims = asked && claimsIn(asked)
  const kept = parseClaims(cookies.get(names.claims))
  const unsigned = { ...kept, ...claims }
  return {
    credentials: {
      shareKey: cookies.get(names.share),
      jwt: jwt ?? cookies.get(names.jwt),
      unsignedClaims: unsigned,
      type: 'human',
    },
    fresh: { ...(jwt !== undefined && { jwt }), ...(claims && { claims: unsigned }) },
  }
}

/** The address without what was taken from it. */
export function withoutCredentials(url: URL): string {
  const clean = new URL(url)
  clean.searchParams.delete('jwt_token')
  for (const name of url.searchParams.keys()) {
    if (name.startsWith('visitor.')) clean.searchParams.delete(name)
  }
  return `${clean.pathname}${clean.search}`
}

/** `visitor.isBeta=true`: what a link says of whoever follows it. Booleans, numbers and short texts. */
function claimsIn(parameters: URLSearchParams): PlainObject | undefined {
  const found: Record<string, unknown> = {}
  for (const [name, value] of parameters) {
    const [, claim] = /^visitor\.([A-Za-z_]\w{0,63})$/.exec(name) ?? []
    if (claim !== undefined && value.length <= 200) found[claim] = plainValue(value)
  }
  return Object.keys(found).length > 0 ? found : undefined
}

function plainValue(text: string): unknown {
  if (text === 'true' || text === 'false') return text === 'true'
  return /^-?\d{1,15}$/.test(text) ? Number(text) : text
}

function parseClaims(text: string | undefined): PlainObject {
  if (text === undefined || text.length > longestCookie) return {}
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
    return isPlainObject(value) ? value : {}
  } catch {
    return {}
  }
}

function readCookies(header: string | undefined): Map<string, string> {
  const found = new Map<string, string>()
  for (const part of header?.slice(0, 20_000).split(';') ?? []) {
    const [name = '', ...rest] = part.trim().split('=')
    // The first is the one of the longest path: the site's own.
    if (!found.has(name)) found.set(name, rest.join('='))
  }
  return found
}

interface Keeping {
  path: string
  secure: boolean
  /** In seconds from now; a session without one. */
  maxAge?: number | undefined
}

export function keep(reply: FastifyReply, name: keyof typeof names, value: string, keeping: Keeping): void {
  if (value.length > longestCookie || !/^[\w.~+/=-]*$/.test(value)) return
  const parts = [`${names[name]}=${value}`, `Path=${keeping.path}`, 'HttpOnly', 'SameSite=Lax']
  if (keeping.secure) parts.push('Secure')
  if (keeping.maxAge !== undefined) parts.push(`Max-Age=${Math.max(0, Math.floor(keeping.maxAge))}`)
  reply.header('set-cookie', parts.join('; '))
}

export const writeClaims = (claims: PlainObject): string =>
  Buffer.from(JSON.stringify(claims)).toString('base64url')
