import { html, type SafeHtml, trustHtml } from '../html/html.ts'
import type { RenderContext } from './context.ts'

/**
 * Writes the key of a block into its first element, which `html` has rendered. Blocks that consist of other blocks only,
 * such as a column, have no element of their own: their first element keeps the key that it has.
 */
export function addBlockKey(key: string, content: SafeHtml, { hasBlockKeys }: RenderContext): SafeHtml {
  if (!hasBlockKeys || content.text === '') return content
  const [start] = /^\s*<[a-z][a-z0-9]*(?! data-block=)(?=[\s>/])/.exec(content.text) ?? []
  if (start === undefined) return content
  const attribute = html` data-block="${key}"`
  return trustHtml(`${start}${attribute.text}${content.text.slice(start.length)}`)
}
