import { createHmac, hash, timingSafeEqual } from 'node:crypto'
import { minutes } from '../common/clock.ts'
import type { VisitorIdentity } from './site-admission.ts'
import { type Claims, isPlainObject } from './claims.ts'

/** The content of the token that a renderer sends with every call on behalf of a visitor. */
export interface SiteToken {
  /** The id of the token. Rate limits count requests by it. */
  id: string
  siteId: string
  organizationId: string
  identity: VisitorIdentity
  /** The draft that the URL of a preview named. The token reads no other. */
  draft?: TokenDraft
  issuedAt: Date
  expiresAt: Date
}

/** A revision of a space, or a change request with the revision that it had when the token was made. */
export interface TokenDraft {
  spaceId: string
  revision: string
  changeRequest?: string
}

export interface PreviewToken {
  siteId: string
  userId: string
  claims: Claims
  /** In seconds since 1970. */
  expires: number
}

const LIFETIME_SECONDS = (60 * minutes) / 1000

/**
 * Within a window, the same visitor of the same site gets the same token, so that a renderer can cache by it. A token that
 * was made at the end of its window is valid for the rest of its lifetime, half an hour, unless the visitor's own JWT
 * ends before.
 */
const WINDOW_SECONDS = LIFETIME_SECONDS / 2

/** The payload of a token for each purpose. A token for one purpose is invalid for the other. */
interface TokenPayloads {
  site: {
    kind: 'site'
    jti: string
    organization: string
    site: string
    claims: Claims
    agent?: true
    pass: Pick<VisitorIdentity, 'shareLink' | 'key' | 'previewer'>
    draft?: TokenDraft
    /** In milliseconds: `iat` is too coarse to tell whether a merge came before. */
    issuedAt: number
    iat: number
    exp: number
  }
  preview: { site: string; user: string; claims: Claims; exp: number }
}
type TokenPurpose = keyof TokenPayloads

/**
 * Signs and reads the tokens that Verso issues: the one that a renderer reads one site with, and the one in the URL of a
 * preview. Both are JWTs, so that a renderer can read their claims, and are signed with Verso's own secret.
 */
export class SiteTokens {
  /** Each purpose has its own key, so that a token of one kind is never accepted as one of the other. */
  readonly #keys: Record<TokenPurpose, Buffer>

  constructor(secret: Buffer) {
    const keyFor = (purpose: TokenPurpose) => createHmac('sha256', secret).update(purpose).digest()
    this.#keys = { site: keyFor('site'), preview: keyFor('preview') }
  }

  writeSiteToken(
    { siteId, organizationId, identity, draft }: Omit<SiteToken, 'id' | 'issuedAt' | 'expiresAt'>,
    now: Date,
  ): string {
    const { claims, expires, agent, ...proof } = identity
    const issued = Math.floor(now.getTime() / 1000 / WINDOW_SECONDS) * WINDOW_SECONDS
    const payload = {
      kind: 'site' as const,
      organization: organizationId,
      site: siteId,
      claims,
      ...(agent && { agent }),
      pass: proof,
      ...(draft && { draft }),
      issuedAt: issued * 1000,
      iat: issued,
      // A token must not outlive the visitor's own JWT.
      exp: Math.min(issued + LIFETIME_SECONDS, expires ?? Infinity),
    }
    return this.#sign('site', {
      ...payload,
      jti: hash('sha256', JSON.stringify(payload), 'base64url').slice(0, 12),
    })
  }

  readSiteToken(token: string, now: Date): SiteToken | undefined {
    const payload = this.#read('site', token, now)
    if (!payload) return undefined
    const { jti, organization, site, claims, agent = false, pass: proof, draft, issuedAt, exp } = payload
    return {
      id: jti,
      siteId: site,
      organizationId: organization,
      identity: { ...proof, claims, agent },
      ...(draft && { draft }),
      issuedAt: new Date(issuedAt),
      expiresAt: new Date(exp * 1000),
    }
  }

  writePreview({ siteId, userId, claims }: Omit<PreviewToken, 'expires'>, now: Date): string {
    const exp = Math.floor(now.getTime() / 1000) + LIFETIME_SECONDS
    return this.#sign('preview', { site: siteId, user: userId, claims, exp })
  }

  readPreview(token: string, now: Date): PreviewToken | undefined {
    const payload = this.#read('preview', token, now)
    return (
      payload && { siteId: payload.site, userId: payload.user, claims: payload.claims, expires: payload.exp }
    )
  }

  #sign<Purpose extends TokenPurpose>(purpose: Purpose, payload: TokenPayloads[Purpose]): string {
    const text = `${header}.${Buffer.from(JSON.stringify(payload)).toString('base64url')}`
    return `${text}.${this.#signature(purpose, text).toString('base64url')}`
  }

  #read<Purpose extends TokenPurpose>(
    purpose: Purpose,
    token: string,
    now: Date,
  ): TokenPayloads[Purpose] | undefined {
    const [head, body, signature, ...rest] = token.split('.')
    // Verso's tokens have exactly this header, so a token cannot choose its own algorithm.
    if (head !== header || body === undefined || signature === undefined || rest.length > 0) return undefined
    const signatureBytes = Buffer.from(signature, 'base64url')
    const expected = this.#signature(purpose, `${head}.${body}`)
    if (signatureBytes.length !== expected.length || !timingSafeEqual(signatureBytes, expected))
      return undefined
    const payload: unknown = JSON.parse(Buffer.from(body, 'base64url').toString())
    // The signature proves that this class wrote the payload, so it has the type of its purpose.
    if (!isPlainObject(payload) || !(Number(payload['exp']) * 1000 > now.getTime())) return undefined
    return payload as unknown as TokenPayloads[Purpose]
  }

  #signature(purpose: TokenPurpose, text: string): Buffer {
    return createHmac('sha256', this.#keys[purpose]).update(text).digest()
  }
}

const header = Buffer.from(JSON.stringify({ alg: 'HS256', typ: 'JWT' })).toString('base64url')

/** Whether an access token can be a site token. No other kind of access token is a JWT. */
export const looksLikeSiteToken = (token: string): boolean => token.startsWith(`${header}.`)
