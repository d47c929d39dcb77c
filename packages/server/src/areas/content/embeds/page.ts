import { parseHTML } from 'linkedom'
import type { Embed } from './schema.ts'

const longest = 300

/** What a page says about itself, in the tags that are meant for that. */
export function describePage(html: string, url: string): Partial<Embed> {
  const { document } = parseHTML(html)
  const meta = (...names: string[]): string | undefined => {
    for (const name of names) {
      const element = document.querySelector(`meta[property="${name}"], meta[name="${name}"]`)
      const text = plain(element?.getAttribute('content'))
      if (text !== undefined) return text
    }
    return undefined
  }
  const title = meta('og:title', 'twitter:title') ?? plain(document.querySelector('title')?.textContent)
  const site = meta('og:site_name', 'application-name')
  const description = meta('og:description', 'description', 'twitter:description')
  const icon = address(
    document.querySelector('link[rel~="icon"], link[rel="apple-touch-icon"]')?.getAttribute('href'),
    url,
  )
  return {
    ...(title !== undefined && { title }),
    ...(site !== undefined && { site }),
    ...(description !== undefined && { description }),
    ...(icon !== undefined && { icon }),
  }
}

function plain(text: string | null | undefined): string | undefined {
  const line = (text ?? '').replaceAll(/\s+/g, ' ').trim().slice(0, longest).toWellFormed()
  return line === '' ? undefined : line
}

/** An address that a browser may be given: nothing that it would run. */
function address(href: string | null | undefined, base: string): string | undefined {
  const url = href ? URL.parse(href, base) : null
  return url && ['http:', 'https:'].includes(url.protocol) && url.href.length <= 2048 ? url.href : undefined
}
