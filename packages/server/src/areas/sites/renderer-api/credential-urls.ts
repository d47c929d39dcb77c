import type { SiteAddress, Urls } from '../../../common/urls.ts'
import { siteUrl, unproxiedSiteUrl } from '../../../common/site-addresses.ts'

/**
 * URLs of a site that carry credentials: the key of a share link as the first segment below the site, or a preview token
 * in the first three. The rest of the path is the same as without them, so that relative links keep the credentials.
 */
export const buildShareUrl = (urls: Urls, site: SiteAddress, key: string): string =>
  `${siteUrl(urls, site)}${key}/`

/** A URL on Verso's own host, because a proxy need not forward previews. */
export const buildPreviewUrl = (
  urls: Urls,
  site: SiteAddress,
  token: string,
  location: { section: string | null; siteSpace: string | null },
): string =>
  [unproxiedSiteUrl(urls, site) + previewSegments.join('/'), token, location.section, location.siteSpace]
    .filter((segment) => segment !== null)
    .join('/') + '/'

const previewSegments = ['~', 'preview']

/** The credentials that the segments of a URL below its site may be. Whether they are valid is not checked here. */
export function readPathCredentials(segments: string[]): { preview?: string; shareKey?: string } {
  const [first, second, third] = segments
  if (first === previewSegments[0] && second === previewSegments[1] && third !== undefined) {
    return { preview: third }
  }
  return first === undefined ? {} : { shareKey: first }
}

/** Whether the segments of a URL below its site may be followed by the rest of those of a preview. */
export const isPreviewBeginning = (segments: string[]): boolean =>
  segments.length <= previewSegments.length &&
  segments.every((segment, index) => segment === previewSegments[index])

export const PREVIEW_SEGMENT_COUNT = previewSegments.length + 1
