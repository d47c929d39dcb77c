/**
 * Which addresses may be followed from a page. The list says what is allowed: whatever browsers learn to run next
 * is refused without our knowing of it.
 */
// oxlint-disable-next-line no-control-regex -- browsers skip these, so nothing may hide behind them
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

/** The address as it may stand in a link, or nothing. */
export function safeUrl(address: string): string | undefined {
  const url = address.replaceAll(invisibleCharacters, '').trim()
  const head = url.slice(0, 128)
  const scheme = schemePattern.exec(head)?.[1]
  if (scheme !== undefined) return allowedSchemes.has(scheme.toLowerCase()) ? url : undefined
  // What is no scheme to us may be one to a browser, which skips characters that nobody sees.
  if (head.split(/[/?#\\]/, 1)[0]?.includes(':')) return undefined
  return url.replaceAll('\\', '/')
}

/** The same for what a page loads by itself: pictures. */
export function safeImageUrl(address: string): string | undefined {
  const url = address.replaceAll(invisibleCharacters, '').trim()
  if (/^data:image\/(?:gif|png|jpeg|webp);base64,[a-z0-9+/=]*$/i.test(url)) return url
  const scheme = schemePattern.exec(url.slice(0, 128))?.[1]?.toLowerCase()
  if (scheme !== undefined && scheme !== 'http' && scheme !== 'https') return undefined
  return safeUrl(url)?.replaceAll(' ', '%20')
}

/** Whether an address leads to another host. */
export const isExternalUrl = (url: string): boolean => /^(?:[a-z][a-z0-9+.-]*:)?\/\//i.test(url)
