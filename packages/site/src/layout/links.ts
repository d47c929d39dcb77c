import { html, nothing, renderAttributes, type SafeHtml } from '../html/html.ts'
import { isExternalUrl, sanitizeUrl } from '../html/urls.ts'
import type { LayoutContext } from './layout-context.ts'

/** Renders the `rel` and `target` of a link, which only links to other hosts have. */
export const renderExternalAttributes = (href: string, { site }: LayoutContext) =>
  renderAttributes({
    rel: isExternalUrl(href) ? 'noopener' : undefined,
    target: isExternalUrl(href) && site.customization.externalLinks.target === 'blank' ? '_blank' : undefined,
  })

/** Renders a link, or nothing if its URL is not safe. */
export function renderAnchor(
  link: { title: string; href: string },
  context: LayoutContext,
  className?: string,
): SafeHtml {
  const href = sanitizeUrl(link.href)
  if (href === undefined) return nothing
  return html`<a
    href="${href}"
    ${renderAttributes({ class: className })}${renderExternalAttributes(href, context)}
    >${link.title}</a
  >`
}
