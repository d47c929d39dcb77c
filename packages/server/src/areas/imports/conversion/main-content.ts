import { Readability } from '@mozilla/readability'
import { selectAll, type DomDocument, type DomElement, removeAll, readElementText } from './dom.ts'
import type { Flavour } from './types.ts'

/** The selectors of a page's content, by the program that wrote the page. */
const contentSelectors: Partial<Record<Flavour, string[]>> = {
  confluence: ['#main-content', '#content'],
  notion: ['.page-body', 'article'],
  'google-docs': ['#contents', 'body'],
  docx: ['body'],
  plain: ['main', 'article', 'body'],
  wiki: ['body'],
}

// The first selector with exactly one element that has text is used.
const websiteSelectors = [
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

/** Finds the content of a page, without the header, navigation and footer around it. */
export function findMainContent(document: DomDocument, flavour: Flavour): DomElement {
  for (const selector of contentSelectors[flavour] ?? websiteSelectors) {
    const [element, ...others] = selectAll(document, selector)
    if (element && others.length === 0 && readElementText(element) !== '') return element
  }
  const { body } = document
  if (flavour !== 'website') return body
  // Without such an element, the content is guessed in the way of a browser's reader view.
  const copy = document.cloneNode(true) as DomDocument
  removeAll(copy, 'script, style, noscript')
  const article = new Readability(copy, { keepClasses: true, charThreshold: 100 }).parse()
  if (!article?.content) return body
  const guessedContent = document.createElement('div')
  guessedContent.innerHTML = article.content
  return guessedContent
}

/** Reads the title of a page: its first heading, or else the `title` element without the name of the site. */
export function readPageTitle(
  document: DomDocument,
  content: DomElement,
  flavour: Flavour,
): string | undefined {
  const known = { confluence: '#title-text', notion: '.page-title' }[flavour as string]
  const element = known ? document.querySelector(known) : undefined
  const knownTitle = readElementText(element)
  if (knownTitle) {
    // Confluence writes `Space : Page`.
    return flavour === 'confluence' ? knownTitle.replace(/^.*? : /, '') : knownTitle
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
