/** Where the look of a pasted element is kept. */
export const LOOK = 'data-look'

/**
 * Renames the `style` attributes of HTML, and leaves `style` elements out. Read as they are, the content security policy would
 * report each of them, though it never applies one.
 */
export function hideLooks(html: string): string {
  return removeStyleElements(html).replaceAll(/(<[a-z][^<>]*?\s)style(?=\s*=)/gi, `$1${LOOK}`)
}

function removeStyleElements(html: string): string {
  const parts: string[] = []
  const lowered = html.toLowerCase()
  const opening = /<style[\s>]/gi
  let end = 0
  for (let match = opening.exec(html); match; match = opening.exec(html)) {
    parts.push(html.slice(end, match.index))
    const close = lowered.indexOf('</style', match.index)
    const closeEnd = close < 0 ? -1 : html.indexOf('>', close)
    if (closeEnd < 0) return parts.join('')
    end = closeEnd + 1
    opening.lastIndex = end
  }
  return [...parts, html.slice(end)].join('')
}
