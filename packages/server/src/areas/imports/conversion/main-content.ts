import { Readability } from '@mozilla/readability'
import { selectAll, type DomDocument, type DomElement, removeAll, readElementText } from './dom.ts'
import type { Flavour } from './types.ts'

/** Where the content of a page is, by those who wrote it. */
const places: Partial<Record<Flavour, string[]>> = {
  confluence: ['#main-content', '#content'],
  notion: ['.page-body', 'article'],
  'google-docs': ['#contents', 'body'],
  docx: ['body'],
  plain: ['main', 'article', 'body'],
  wiki: ['body'],
}

// The first that is there once and says something is taken.
const common = [
  'main article',
  '[role=main] article',
  '.theme-doc-markdown',
  '.markdown-body',
  '[itemprop=articleBody]',
  'main',
  '[role=main]',
  '#main-content',
  'article',
  '.content',
  '#content',
]

/** The part of a page that is about something, without what stands around it on every page. */
export function findMainContent(document: DomDocument, flavour: Flavour): DomElement {
  for (const selector of places[flavour] ?? common) {
    const [element, ...others] = selectAll(document, selector)
    if (element && others.length === 0 && readElementText(element) !== '') return element
  }
  const { body } = document
  if (flavour !== 'website') return body
  // What has no element of its own for its content is guessed at, as readers of browsers do it.
  const copy = document.cloneNode(true) as DomDocument
  removeAll(copy, 'script, style, noscript')
  const article = new Readability(copy, { keepClasses: true, charThreshold: 100 }).parse()
  if (!article?.content) return body
  const guessed = document.createElement('div')
  guessed.innerHTML = article.content
  return guessed
}

/** What a page is called: its first heading, else what its window would say, without the name of the site. */
export function readPageTitle(
  document: DomDocument,
  content: DomElement,
  flavour: Flavour,
): string | undefined {
  const known = { confluence: '#title-text', notion: '.page-title' }[flavour as string]
  const element = known ? document.querySelector(known) : undefined
  const named = readElementText(element)
  if (named) {
    // Confluence writes `Space : Page`.
    return flavour === 'confluence' ? named.replace(/^.*? : /, '') : named
  }
  const heading = content.querySelector('h1')
  const text = readElementText(heading)
  if (text) return text
  if (flavour === 'docx') return undefined
  const outer = readElementText(document.querySelector('h1'))
  if (outer) return outer
  const window = readElementText(document.querySelector('title'))
  return window.split(/\s+[|–—·•»]\s+|\s+-\s+/)[0] || undefined
}
