import { type Attributes, renderAttributes } from '../html/html.ts'
import { isExternalUrl } from '../html/urls.ts'
import type { RenderContext } from './context.ts'

/** Renders the `rel` and `target` of a link, which only links to other hosts have. */
export function renderLinkAttributes(href: string, context: RenderContext): Attributes {
  const isExternal = isExternalUrl(href)
  return renderAttributes({
    rel: isExternal ? 'noopener nofollow ugc' : undefined,
    target: isExternal && context.externalTarget === 'blank' ? '_blank' : undefined,
  })
}
