import type { PageOutline } from '../../content/index.ts'
import { findMainContent, readPageTitle } from './main-content.ts'
import {
  selectAll,
  type DomDocument,
  type DomElement,
  escapeHtml,
  parseDom,
  removeAll,
  replaceElement,
  readElementText,
} from './dom.ts'
import { readNavigation } from './navigation.ts'
import { cleanHtml, normalizeHtml } from './prepare.ts'
import { convertToMarkdown } from './to-markdown.ts'
import { embeddedPrefix, type ReadRequest } from './types.ts'

/** What an HTML page says, as Markdown, with what is known about it besides. */
export interface ConvertedPage {
  title?: string
  description?: string
  markdown: string
  embeddedFiles: { address: string; name: string; bytes: Uint8Array }[]
  links: string[]
  navigation: PageOutline[]
}

export function convertHtml(html: string, { key, flavour, base }: Omit<ReadRequest, 'body'>): ConvertedPage {
  const document = parseDom(html)
  if (base !== undefined) makeAbsolute(document, base)
  if (flavour === 'google-docs') inlineStyles(document)
  const links = selectAll(document, 'a[href]').map((link) => link.getAttribute('href') ?? '')
  const inside = base === undefined ? () => true : (address: string) => sameSite(address, base)
  const navigation =
    flavour === 'confluence'
      ? confluenceIndex(document)
      : flavour === 'website'
        ? readNavigation(document, inside)
        : []
  cleanHtml(document)
  const content = findMainContent(document, flavour)
  const title = readPageTitle(document, content, flavour)
  const description = document.querySelector('meta[name=description]')?.getAttribute('content') ?? undefined
  removeTitle(content, title)
  normalizeHtml(content, flavour)
  demote(content)
  const embedded = takeEmbedded(content, key)
  return {
    ...(title !== undefined && { title }),
    ...(description && flavour === 'website' && { description }),
    markdown: convertToMarkdown(content.innerHTML),
    embeddedFiles: embedded,
    links,
    navigation,
  }
}

function makeAbsolute(document: DomDocument, base: string): void {
  const root = URL.parse(document.querySelector('base[href]')?.getAttribute('href') ?? '', base)?.href ?? base
  for (const [name, selector] of [
    ['href', 'a[href]'],
    ['src', '[src]'],
    ['data-src', '[data-src]'],
  ] as const) {
    for (const element of selectAll(document, selector)) {
      const value = element.getAttribute(name) ?? ''
      // Anchors of the page itself stay what they are.
      if (value.startsWith('#') || value.startsWith('data:')) continue
      const url = URL.parse(value, root)
      if (url) element.setAttribute(name, url.href)
    }
  }
}

const sameSite = (address: string, base: string): boolean =>
  URL.parse(address, base)?.origin === URL.parse(base)?.origin

/** The list of all pages on the first page of an export. */
function confluenceIndex(document: DomDocument): PageOutline[] {
  const list = document.querySelector('.pageSection > ul')
  return list ? readNavigation(parseDom(`<nav><ul>${list.innerHTML}</ul></nav>`), () => true) : []
}

function removeTitle(content: DomElement, title: string | undefined): void {
  // What looks for the content of a page makes of its title a heading like others.
  const heading = content.querySelector('h1') ?? content.querySelector('h2, h3')
  if (heading && readElementText(heading) === title) heading.remove()
}

/** The title is the only heading of the first level; where a page has more of them, all go down by one. */
function demote(content: DomElement): void {
  if (!content.querySelector('h1')) return
  for (const heading of selectAll(content, 'h1, h2, h3, h4, h5').toReversed()) {
    const id = heading.getAttribute('id')
    const level = Number(heading.tagName.slice(1)) + 1
    replaceElement(heading, `h${level}`, id ? { id } : {})
  }
}

const dataImage = /^data:image\/(png|jpeg|gif|webp|svg\+xml);base64,/

/** Pictures written into the page itself become files like others. */
function takeEmbedded(content: DomElement, key: string): ConvertedPage['embeddedFiles'] {
  const taken: ConvertedPage['embeddedFiles'] = []
  for (const image of selectAll(content, 'img')) {
    const source = image.getAttribute('src') ?? ''
    const kind = dataImage.exec(source)
    if (!kind) {
      if (source.startsWith('data:')) image.remove()
      continue
    }
    const extension = (kind[1] ?? '').replace('svg+xml', 'svg').replace('jpeg', 'jpg')
    const name = `image-${taken.length + 1}.${extension}`
    const address = `${embeddedPrefix}${hashOf(key)}-${name}`
    taken.push({ address, name, bytes: Buffer.from(source.slice(kind[0].length), 'base64') })
    image.setAttribute('src', address)
  }
  return taken
}

/** Tells the pictures of one page from those of another. */
function hashOf(text: string): string {
  let hash = 0
  for (const letter of text) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 2_147_483_647
  return hash.toString(36)
}

/** Google Docs says with classes what HTML says with elements, and sends links through a page of its own. */
function inlineStyles(document: DomDocument): void {
  const sheet = selectAll(document, 'style')
    .map((style) => style.textContent ?? '')
    .join('\n')
  const rules = [...sheet.matchAll(/\.([\w-]+)\s*\{([^}]*)\}/g)].map(([, name = '', body = '']) => ({
    name,
    body,
  }))
  const classesWith = (pattern: RegExp) =>
    rules.filter(({ body }) => pattern.test(body)).map(({ name }) => name)
  const looks: [string, string[]][] = [
    ['strong', classesWith(/font-weight:\s*(700|bold)/)],
    ['em', classesWith(/font-style:\s*italic/)],
    ['del', classesWith(/text-decoration:\s*line-through/)],
    ['code', classesWith(/font-family:[^;]*(mono|courier|consolas)/i)],
  ]
  for (const span of selectAll(document, 'span')) {
    const classes = new Set(span.className.split(/\s+/))
    const style = span.getAttribute('style') ?? ''
    const inHeading = span.closest('h1, h2, h3, h4, h5, h6') !== null
    for (const [name, known] of looks) {
      const byStyle =
        { strong: /font-weight:\s*(700|bold)/, em: /font-style:\s*italic/ }[name]?.test(style) ?? false
      if (
        !inHeading &&
        readElementText(span) !== '' &&
        (byStyle || known.some((each) => classes.has(each)))
      ) {
        // Markdown has no emphasis that begins or ends with a blank.
        const [, before = '', words = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(span.innerHTML) ?? []
        span.innerHTML = `${before}<${name}>${words}</${name}>${after}`
      }
    }
  }
  for (const link of selectAll(document, 'a[href]')) {
    const url = URL.parse(link.getAttribute('href') ?? '')
    const target =
      url && /(^|\.)google\.com$/.test(url.hostname) && url.pathname === '/url'
        ? url.searchParams.get('q')
        : null
    if (target) link.setAttribute('href', target)
  }
  removeAll(document, 'style')
  // The title of a document is a paragraph of a class.
  for (const title of selectAll(document, 'p.title'))
    replaceElement(title, 'h1', {}, escapeHtml(readElementText(title)))
}
