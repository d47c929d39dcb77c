import type { Tables } from '../database/schema/tables.ts'
import { type Claims, measureJsonBytes, type PlainObject } from './claims.ts'
import type { SiteTokens } from './site-tokens.ts'
import { verifyVisitorJwt } from './visitor-jwt.ts'

/**
 * Terminology
 *
 * - **visitor**: someone who reads a published site; a caller of the API may act on their behalf.
 * - **credentials**: what a request presents: the key of a share link, a JWT that the organization signed, the token of
 *   a preview.
 * - **claims**: what is known about a visitor: what their JWT says, and under `unsigned` what their browser says.
 * - **identity**: what verified credentials prove. It names what it rests on (a share link, a key, a member of the
 *   organization), so that every later request can check whether that still holds.
 *
 * This is the only place that decides who sees a site, for the API and for the published pages.
 */

/** What a decision needs to know about a site. It is read for each decision and never cached. */
export interface AudienceSite extends Pick<
  Tables['sites'],
  'id' | 'organizationId' | 'visibility' | 'published' | 'agentsContext'
> {
  /** The key that visitors' JWTs are signed with; null until an admin first reads it. */
  key: { id: string; secret: string } | null
  /** Where visitors without a valid JWT are sent. */
  fallbackUrl: Tables['site_visitor_auth']['fallbackUrl']
  /** The active share links, which have not ended, that the credentials or the identity name, not all of the site's. */
  shareLinks: { id: string; key: string }[]
  /** Whether the member who made the preview may still see the site. */
  previewerMayView: boolean
}

export interface Credentials {
  shareKey?: string | undefined
  jwt?: string | undefined
  /** The token in the URL of a preview. */
  preview?: string | undefined
  unsignedClaims?: PlainObject | undefined
  type?: 'human' | 'agent' | undefined
}

export interface VisitorIdentity {
  claims: Claims
  agent: boolean
  /** The id of the share link whose key was presented. */
  shareLink?: string
  /** The id of the key that signed the claims. */
  key?: string
  /** The id of the user who made the preview. */
  previewer?: string
  /** The id of the preview link: only the change request is shown that it is for. */
  previewLink?: string
  /** When it ends at the latest, in seconds since 1970. */
  expires?: number
}

/** Claims are part of tokens, and tokens are sent in headers, whose size servers and proxies limit. */
const MAX_CLAIMS_BYTES = 4096

/**
 * - `hidden`: this visitor must not learn that the site exists;
 * - `unauthenticated`: the site is for visitors with a JWT that the organization signed.
 */
export type SiteAdmission = 'allowed' | 'hidden' | 'unauthenticated'

/** Whether an identity opens the site as it is now. */
export function decideAdmission(site: AudienceSite, identity: VisitorIdentity): SiteAdmission {
  // A JWT signed with a replaced key is invalid, even on a site that needs no JWT.
  if (identity.key !== undefined && identity.key !== site.key?.id) return 'unauthenticated'
  if (identity.previewer !== undefined) return site.previewerMayView ? 'allowed' : 'hidden'
  if (!site.published) return 'hidden'
  if (identity.agent && site.agentsContext === 'excluded') return 'hidden'
  switch (site.visibility) {
    case 'public':
    case 'unlisted':
      return 'allowed'
    case 'share-link':
      return site.shareLinks.some(({ id }) => id === identity.shareLink) ? 'allowed' : 'hidden'
    case 'visitor-auth':
      return identity.key === undefined ? 'unauthenticated' : 'allowed'
  }
}

/** What the credentials prove to this site. Wrong ones prove nothing, and are no error where none are needed. */
export async function verifyCredentials(
  site: AudienceSite,
  credentials: Credentials,
  tokens: SiteTokens,
  now: Date,
): Promise<VisitorIdentity> {
  const unsigned = credentials.unsignedClaims ?? {}
  const agent = credentials.type === 'agent'
  const preview = credentials.preview === undefined ? undefined : tokens.readPreview(credentials.preview, now)
  if (preview?.siteId === site.id) {
    return {
      agent,
      previewer: preview.userId,
      claims: { ...preview.claims, unsigned: { ...preview.claims.unsigned, ...unsigned } },
      expires: preview.expires,
    }
  }
  const identity: VisitorIdentity = { claims: { unsigned }, agent }
  const link = site.shareLinks.find(({ key }) => key === credentials.shareKey)
  if (link) identity.shareLink = link.id
  const signed =
    site.key === null || credentials.jwt === undefined
      ? undefined
      : await verifyVisitorJwt(credentials.jwt, site.key.secret, now)
  if (signed && site.key) {
    identity.key = site.key.id
    // Unsigned claims stay under `unsigned`, so that a browser cannot set a signed claim.
    identity.claims = { ...signed.claims, unsigned }
    if (signed.expires !== undefined) identity.expires = signed.expires
  }
  return identity
}

/** Where a visitor without a valid JWT is sent, with the path that they requested as `location`. */
export function buildFallbackUrl(site: AudienceSite, pathname: string): string | undefined {
  if (site.fallbackUrl === null) return undefined
  const url = new URL(site.fallbackUrl)
  url.searchParams.set('location', pathname)
  return url.href
}

export const areClaimsTooLarge = (claims: object): boolean => measureJsonBytes(claims) > MAX_CLAIMS_BYTES
