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
import { checkHtmlSize } from './html-size.ts'
import { readNavigation } from './navigation.ts'
import { cleanHtml, normalizeHtml } from './prepare.ts'
import { convertToMarkdown } from './to-markdown.ts'
import { embeddedPrefix, type ReadRequest } from './types.ts'

/** An HTML page converted to Markdown, with its title, links and navigation. */
export interface ConvertedPage {
  title?: string
  description?: string
  markdown: string
  embeddedFiles: { address: string; name: string; bytes: Uint8Array }[]
  links: string[]
  navigation: PageOutline[]
}

export function convertHtml(html: string, { key, flavour, base }: Omit<ReadRequest, 'body'>): ConvertedPage {
  checkHtmlSize(html)
  const document = parseDom(html)
  if (base !== undefined) makeAbsolute(document, base)
  if (flavour === 'google-docs') inlineStyles(document)
  const links = selectAll(document, 'a[href]').map((link) => link.getAttribute('href') ?? '')
  const isInside = base === undefined ? () => true : (address: string) => isSameSite(address, base)
  const navigation =
    flavour === 'confluence'
      ? readConfluenceIndex(document)
      : flavour === 'website'
        ? readNavigation(document, isInside)
        : []
  cleanHtml(document)
  const content = findMainContent(document, flavour)
  const title = readPageTitle(document, content, flavour)
  const description = document.querySelector('meta[name=description]')?.getAttribute('content') ?? undefined
  removeTitle(content, title)
  normalizeHtml(content, flavour)
  demoteHeadings(content)
  const embedded = extractEmbeddedFiles(content, key)
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
      // Anchors within the page stay relative.
      if (value.startsWith('#') || value.startsWith('data:')) continue
      const url = URL.parse(value, root)
      if (url) element.setAttribute(name, url.href)
    }
  }
}

const isSameSite = (address: string, base: string): boolean =>
  URL.parse(address, base)?.origin === URL.parse(base)?.origin

/** Reads the tree of all pages on the index page of an export. */
function readConfluenceIndex(document: DomDocument): PageOutline[] {
  const list = document.querySelector('.pageSection > ul')
  return list ? readNavigation(parseDom(`<nav><ul>${list.innerHTML}</ul></nav>`), () => true) : []
}

function removeTitle(content: DomElement, title: string | undefined): void {
  // Readability turns the title of a page into a heading of another level.
  const heading = content.querySelector('h1') ?? content.querySelector('h2, h3')
  if (heading && readElementText(heading) === title) heading.remove()
}

/** Moves all headings down by one level if the page has one of the first level besides its title. */
function demoteHeadings(content: DomElement): void {
  if (!content.querySelector('h1')) return
  for (const heading of selectAll(content, 'h1, h2, h3, h4, h5').toReversed()) {
    const id = heading.getAttribute('id')
    const level = Number(heading.tagName.slice(1)) + 1
    replaceElement(heading, `h${level}`, id ? { id } : {})
  }
}

const dataImage = /^data:image\/(png|jpeg|gif|webp|svg\+xml);base64,/

/** Turns pictures in data URLs into files with an address. */
function extractEmbeddedFiles(content: DomElement, key: string): ConvertedPage['embeddedFiles'] {
  const embeddedFiles: ConvertedPage['embeddedFiles'] = []
  for (const image of selectAll(content, 'img')) {
    const source = image.getAttribute('src') ?? ''
    const kind = dataImage.exec(source)
    if (!kind) {
      if (source.startsWith('data:')) image.remove()
      continue
    }
    const extension = (kind[1] ?? '').replace('svg+xml', 'svg').replace('jpeg', 'jpg')
    const name = `image-${embeddedFiles.length + 1}.${extension}`
    const address = `${embeddedPrefix}${hashText(key)}-${name}`
    embeddedFiles.push({ address, name, bytes: Buffer.from(source.slice(kind[0].length), 'base64') })
    image.setAttribute('src', address)
  }
  return embeddedFiles
}

/** Makes the addresses of embedded pictures different for each page. */
function hashText(text: string): string {
  let hash = 0
  for (const letter of text) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 2_147_483_647
  return hash.toString(36)
}

/** Google Docs uses classes where HTML has elements, and redirects links through a page of its own. */
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
  const elementClasses: [string, string[]][] = [
    ['strong', classesWith(/font-weight:\s*(700|bold)/)],
    ['em', classesWith(/font-style:\s*italic/)],
    ['del', classesWith(/text-decoration:\s*line-through/)],
    ['code', classesWith(/font-family:[^;]*(mono|courier|consolas)/i)],
  ]
  for (const span of selectAll(document, 'span')) {
    const classes = new Set(span.className.split(/\s+/))
    const style = span.getAttribute('style') ?? ''
    const isInHeading = span.closest('h1, h2, h3, h4, h5, h6') !== null
    for (const [name, known] of elementClasses) {
      const hasStyle =
        { strong: /font-weight:\s*(700|bold)/, em: /font-style:\s*italic/ }[name]?.test(style) ?? false
      if (
        !isInHeading &&
        readElementText(span) !== '' &&
        (hasStyle || known.some((each) => classes.has(each)))
      ) {
        // Emphasis in Markdown cannot begin or end with a space.
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
  // The title of a document is a paragraph with a class.
  for (const title of selectAll(document, 'p.title'))
    replaceElement(title, 'h1', {}, escapeHtml(readElementText(title)))
}
