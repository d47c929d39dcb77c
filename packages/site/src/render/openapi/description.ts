import { parseMarkdown } from '@verso/markdown'
import { html, nothing, type SafeHtml } from '../../html/html.ts'
import { type RenderContext, urlOnlyReferences } from '../context.ts'

const MAX_DESCRIPTION_CHARACTERS = 20_000

/**
 * Renders a description, which is Markdown by the author of the API. Its links can only be URLs, because it knows
 * nothing of our content. A description that is too long is shown as plain text.
 */
export function renderDescription(text: unknown, context: RenderContext): SafeHtml {
  if (typeof text !== 'string' || text.trim() === '') return nothing
  if (text.length > MAX_DESCRIPTION_CHARACTERS || !context.budget.takeMarkdown(text))
    return html`<p>${text.slice(0, MAX_DESCRIPTION_CHARACTERS)}…</p>`
  try {
    const { document } = parseMarkdown(text)
    return html`<div class="prose">
      ${context.withReferences(urlOnlyReferences).renderBlocks(document.nodes)}
    </div>`
  } catch {
    return html`<p>${text}</p>`
  }
}
