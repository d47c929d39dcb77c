import type { ContentRefBlock, Integration, ReusableContent } from '@verso/markdown'
import { html, nothing, type SafeHtml } from '../html/html.ts'
import { sanitizeUrl } from '../html/urls.ts'
import { renderPlainCode } from './code.ts'
import type { RenderContext } from './context.ts'
import { renderEmoji } from './inlines.ts'
import { renderLinkAttributes } from './links.ts'

/** Renders a reference to other content as a card. */
export function renderContentRef({ data }: ContentRefBlock, context: RenderContext): SafeHtml {
  const target = context.references.resolveLink(data.ref)
  const href = target && sanitizeUrl(target.href)
  if (!target || href === undefined) {
    return html`<div class="content-ref missing">
      ${context.icons.use('link-slash', 'solid')}<span>${context.locale.missingPage}</span>
    </div>`
  }
  const mark =
    target.emoji === undefined ? context.icons.use(target.icon ?? 'file-lines') : renderEmoji(target.emoji)
  return html`<a class="content-ref" href="${href}" ${renderLinkAttributes(href, context)}
    ><span class="content-ref-mark">${mark}</span
    ><span class="content-ref-text"
      >${target.context !== undefined && html`<span class="content-ref-context">${target.context}</span>`}<span
        class="content-ref-title"
        >${target.title}</span
      >${target.description !== undefined && html`<span class="content-ref-description">${target.description}</span>`}</span
    >${context.icons.use('chevron-right', 'solid')}</a
  >`
}

/** Integrations do not run here. One with content, such as a diagram, shows its source; any other shows a link. */
export function renderIntegration({ data }: Integration, context: RenderContext): SafeHtml {
  const content = data.props['content']
  if (typeof content === 'string' && content !== '') {
    return renderPlainCode(content, data.integration, context)
  }
  if (data.url === undefined) return nothing
  const href = sanitizeUrl(data.url)
  return href === undefined
    ? nothing
    : html`<p><a href="${href}" ${renderLinkAttributes(href, context)}>${data.url}</a></p>`
}

export function renderReusableContent({ data }: ReusableContent, context: RenderContext): SafeHtml {
  const document = context.references.resolveReusableContent(data.ref)
  if (!document) return nothing
  return context.renderIncluded(document, () => context.renderBlocks(document.nodes)) ?? nothing
}
