import { parseMarkdown } from '@verso/markdown'
import { html, nothing, type SafeHtml } from '../../html/html.ts'
import { type Context, noReferences } from '../context.ts'

const MAX_PROSE = 20_000

/** Descriptions are Markdown of whoever wrote the API: their links are addresses and refer to nothing of ours. */
export function prose(text: unknown, context: Context): SafeHtml {
  if (typeof text !== 'string' || text.trim() === '') return nothing
  if (text.length > MAX_PROSE || !context.allowance.prose(text.length))
    return html`<p>${text.slice(0, MAX_PROSE)}…</p>`
  try {
    const { document } = parseMarkdown(text)
    const inner = context.apart(noReferences)
    return html`<div class="prose">${inner.blocks(document.nodes)}</div>`
  } catch {
    return html`<p>${text}</p>`
  }
}
