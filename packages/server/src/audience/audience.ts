export type SiteVisibility = 'public' | 'unlisted' | 'share-link' | 'visitor-auth'
import { byteLength, type Claims, type PlainObject } from './claims.ts'
import type { Passes } from './passes.ts'
import { verifyVisitorJwt } from './visitor-jwt.ts'

/**
 * Terminology
 *
 * - **visitor**: someone who reads a published site; a caller of the API may ask on their behalf.
 * - **credentials**: what they bring: the key of a share link, a JWT of the organization's, the address of a preview.
 * - **claims**: what is known of them: what their JWT says, and under `unsigned` what their browser says.
 * - **pass**: what their credentials were found to be worth. It names what it rests on (a share link, a key, a person
 *   of the organization), so that it can be asked again at any moment whether it still holds.
 *
 * This is the one place that decides who sees a site: the API asks it, and so do the published pages.
 */

/** What a decision needs to know of a site, read when it is made: nothing of it is kept. */
export interface AudienceSite {
  id: string
  organizationId: string
  visibility: SiteVisibility
  published: boolean
  agentsContext: 'included' | 'excluded'
  /** What visitors' JWTs are signed with; null before anyone asked for a key. */
  key: { id: string; secret: string } | null
  /** Where visitors without a valid JWT are sent. */
  fallbackUrl: string | null
  /** Those of its active share links that the credentials or the pass may mean. */
  shareLinks: { id: string; key: string }[]
  /** Whether the person that a preview was made for may still see the site in the organization. */
  previewerMayView: boolean
}

export interface Credentials {
  shareKey?: string | undefined
  jwt?: string | undefined
  /** The token in the address of a preview. */
  preview?: string | undefined
  unsignedClaims?: PlainObject | undefined
  type?: 'human' | 'agent' | undefined
}

export interface Pass {
  claims: Claims
  agent: boolean
  /** The id of the share link that was shown. */
  shareLink?: string
  /** The id of the key that signed the claims. */
  key?: string
  /** The person that a preview was made for. */
  previewer?: string
  /** When it ends at the latest, in seconds. */
  expires?: number
}

/**
 * - `hidden`: for this visitor there is no such site;
 * - `unauthenticated`: there is, for those whom the organization vouches for.
 */
export type Admission = 'allowed' | 'hidden' | 'unauthenticated'

/** Whether a pass opens the site as it is now. */
export function admits(site: AudienceSite, pass: Pass): Admission {
  // What rests on a key holds while the key does, also where nobody asked for it.
  if (pass.key !== undefined && pass.key !== site.key?.id) return 'unauthenticated'
  if (pass.previewer !== undefined) return site.previewerMayView ? 'allowed' : 'hidden'
  if (!site.published) return 'hidden'
  if (pass.agent && site.agentsContext === 'excluded') return 'hidden'
  switch (site.visibility) {
    case 'public':
    case 'unlisted':
      return 'allowed'
    case 'share-link':
      return site.shareLinks.some(({ id }) => id === pass.shareLink) ? 'allowed' : 'hidden'
    case 'visitor-auth':
      return pass.key === undefined ? 'unauthenticated' : 'allowed'
  }
}

/** What the credentials are worth at this site. Wrong ones are worth nothing; they do no harm where none are needed. */
export async function examine(
  site: AudienceSite,
  credentials: Credentials,
  passes: Passes,
  now: Date,
): Promise<Pass> {
  const unsigned = credentials.unsignedClaims ?? {}
  const agent = credentials.type === 'agent'
  const preview = credentials.preview === undefined ? undefined : passes.readPreview(credentials.preview, now)
  if (preview?.siteId === site.id) {
    return {
      agent,
      previewer: preview.userId,
      claims: { ...preview.claims, unsigned: { ...preview.claims.unsigned, ...unsigned } },
      expires: preview.expires,
    }
  }
  const pass: Pass = { claims: { unsigned }, agent }
  const link = site.shareLinks.find(({ key }) => key === credentials.shareKey)
  if (link) pass.shareLink = link.id
  const signed =
    site.key === null || credentials.jwt === undefined
      ? undefined
      : await verifyVisitorJwt(credentials.jwt, site.key.secret, now)
  if (signed && site.key) {
    pass.key = site.key.id
    // What a browser says is never mistaken for what was signed.
    pass.claims = { ...signed.claims, unsigned }
    if (signed.expires !== undefined) pass.expires = signed.expires
  }
  return pass
}

/** Where someone without a valid JWT is sent, with where they wanted to go. */
export function fallbackFor(site: AudienceSite, pathname: string): string | undefined {
  if (site.fallbackUrl === null) return undefined
  const url = new URL(site.fallbackUrl)
  url.searchParams.set('location', pathname)
  return url.href
}

/** Tokens travel in headers, and claims in tokens. */
export const isTooLarge = (claims: object): boolean => byteLength(claims) > 4096
