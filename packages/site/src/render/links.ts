import { renderAttributes, type Attributes } from '../html/html.ts'
import { isExternalUrl } from '../html/urls.ts'
import type { RenderContext } from './context.ts'

/** What a link to another host says about itself. */
export function renderLinkAttributes(href: string, context: RenderContext): Attributes {
  const external = isExternalUrl(href)
  return renderAttributes({
    rel: external ? 'noopener nofollow ugc' : undefined,
    target: external && context.externalTarget === 'blank' ? '_blank' : undefined,
  })
}
