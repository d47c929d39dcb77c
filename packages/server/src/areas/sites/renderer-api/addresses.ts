import type { SiteAddress, Urls } from '../../../common/urls.ts'
import { siteUrl, unproxiedSiteUrl } from '../../../common/site-addresses.ts'

/**
 * What an address may say besides where something is: the secret of a share link as the first segment of a site, or a
 * preview as the first three. What follows is the same as without them, so that a visitor stays inside as they walk.
 */
export const shareUrl = (urls: Urls, site: SiteAddress, key: string): string =>
  `${siteUrl(urls, site)}${key}/`

/** Where Verso itself answers: a proxy need not know of previews. */
export const previewUrl = (
  urls: Urls,
  site: SiteAddress,
  token: string,
  place: { section: string | null; siteSpace: string | null },
): string =>
  [unproxiedSiteUrl(urls, site) + previewSegments.join('/'), token, place.section, place.siteSpace]
    .filter((segment) => segment !== null)
    .join('/') + '/'

const previewSegments = ['~', 'preview']

/** What the segments of an address below its site's own may bring, and how many of them that takes. */
export function broughtBy(segments: string[]): { preview?: string; shareKey?: string } {
  const [first, second, third] = segments
  if (first === previewSegments[0] && second === previewSegments[1] && third !== undefined) {
    return { preview: third }
  }
  return first === undefined ? {} : { shareKey: first }
}

export const previewLength = previewSegments.length + 1
