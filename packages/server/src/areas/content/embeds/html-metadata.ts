import { parseHTML } from 'linkedom'
import type { Embed } from './schema.ts'

const MAX_TEXT_LENGTH = 300
const MAX_URL_LENGTH = 2048

/** Reads the title, site name, description and icon of a page from its meta, title and link elements. */
export function readHtmlMetadata(html: string, url: string): Partial<Embed> {
  const { document } = parseHTML(html)
  const readMeta = (...names: string[]): string | undefined => {
    for (const name of names) {
      const element = document.querySelector(`meta[property="${name}"], meta[name="${name}"]`)
      const text = cleanText(element?.getAttribute('content'))
      if (text !== undefined) return text
    }
    return undefined
  }
  const title =
    readMeta('og:title', 'twitter:title') ?? cleanText(document.querySelector('title')?.textContent)
  const site = readMeta('og:site_name', 'application-name')
  const description = readMeta('og:description', 'description', 'twitter:description')
  const icon = resolveHttpUrl(
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

function cleanText(text: string | null | undefined): string | undefined {
  const line = (text ?? '').replaceAll(/\s+/g, ' ').trim().slice(0, MAX_TEXT_LENGTH).toWellFormed()
  return line === '' ? undefined : line
}

/** Resolves an address to an http or https URL. Others, such as `javascript:`, are dropped: a browser might run them. */
function resolveHttpUrl(href: string | null | undefined, base: string): string | undefined {
  const url = href ? URL.parse(href, base) : null
  return url && ['http:', 'https:'].includes(url.protocol) && url.href.length <= MAX_URL_LENGTH
    ? url.href
    : undefined
}
