import { parseMarkdown } from '@verso/markdown'
import { html, nothing, type SafeHtml } from '../../html/html.ts'
import { type RenderContext, noReferences } from '../context.ts'

const MAX_DESCRIPTION_CHARACTERS = 20_000

/** Descriptions are Markdown of whoever wrote the API: their links are addresses and refer to nothing of ours. */
export function renderDescription(text: unknown, context: RenderContext): SafeHtml {
  if (typeof text !== 'string' || text.trim() === '') return nothing
  if (text.length > MAX_DESCRIPTION_CHARACTERS || !context.budget.takeMarkdown(text.length))
    return html`<p>${text.slice(0, MAX_DESCRIPTION_CHARACTERS)}…</p>`
  try {
    const { document } = parseMarkdown(text)
    const inner = context.withReferences(noReferences)
    return html`<div class="prose">${inner.renderBlocks(document.nodes)}</div>`
  } catch {
    return html`<p>${text}</p>`
  }
}
