/**
 * Checks which URLs a page can contain. Schemes are allowed by name, so a scheme that a browser learns to run in the
 * future is refused without a change here.
 */
// oxlint-disable-next-line no-control-regex -- browsers skip these characters, so they could hide a scheme
const invisibleCharacters = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g
const schemePattern = /^([a-z][a-z0-9+.-]*):/i
const allowedSchemes = new Set([
  'http',
  'https',
  'mailto',
  'tel',
  'sms',
  'ftp',
  'xmpp',
  'vscode',
  'slack',
  'matrix',
])

/** Returns a URL that is safe in a link, or `undefined` if it is not. */
export function sanitizeUrl(input: string): string | undefined {
  const url = input.replaceAll(invisibleCharacters, '').trim()
  const head = url.slice(0, 128)
  const scheme = schemePattern.exec(head)?.[1]
  if (scheme !== undefined) return allowedSchemes.has(scheme.toLowerCase()) ? url : undefined
  // A colon before the path could still end a scheme in a browser, which skips characters that we do not know.
  if (head.split(/[/?#\\]/, 1)[0]?.includes(':')) return undefined
  return url.replaceAll('\\', '/')
}

/** Returns a URL that is safe as the source of an image, or `undefined` if it is not. */
export function sanitizeImageUrl(input: string): string | undefined {
  const url = input.replaceAll(invisibleCharacters, '').trim()
  if (/^data:image\/(?:gif|png|jpeg|webp);base64,[a-z0-9+/=]*$/i.test(url)) return url
  const scheme = schemePattern.exec(url.slice(0, 128))?.[1]?.toLowerCase()
  if (scheme !== undefined && scheme !== 'http' && scheme !== 'https') return undefined
  return sanitizeUrl(url)?.replaceAll(' ', '%20')
}

/** Tells whether a URL points to another host. */
export const isExternalUrl = (url: string): boolean => /^(?:[a-z][a-z0-9+.-]*:)?\/\//i.test(url)
