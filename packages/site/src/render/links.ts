import { attributes, type Attributes } from '../html/html.ts'
import { isExternal } from '../html/urls.ts'
import type { Context } from './context.ts'

/** What a link to another host says about itself. */
export function linkAttributes(href: string, context: Context): Attributes {
  const external = isExternal(href)
  return attributes({
    rel: external ? 'noopener nofollow ugc' : undefined,
    target: external && context.externalTarget === 'blank' ? '_blank' : undefined,
  })
}
