import { listHeadings, extractPlainText, extractTitle } from '@verso/markdown'
import { BlockConverter } from './blocks.ts'
import type { Book, BookPage } from './book.ts'
import { chooseFonts, isRightToLeft } from './fonts.ts'
import { createHeadingLabel, createPageLabel } from './inlines.ts'
import type { BookReferences, BookSource, PageSource } from './book-source.ts'

/** Deeper pages are shown at this depth, because Typst's headings need levels below it for those inside pages. */
const MAX_PAGE_DEPTH = 8

/** A book as bytes, which are sent between threads and processes without the work of copying objects. */
export interface BookData {
  /** A `Book` as JSON. */
  json: Uint8Array
  /** Paths of the font files that its text needs. */
  fonts: string[]
}

/** Converts pages to the data of a book. It takes long for many pages, so a thread should do it. */
export function buildBookData(source: BookSource, references: BookReferences): BookData {
  const { book, fonts } = buildBook(source, references)
  // Typst refuses JSON with half of a surrogate pair, which any text of an author may contain.
  const json = JSON.stringify(book, (_, value: unknown) =>
    typeof value === 'string' ? value.toWellFormed() : value,
  )
  return { json: Buffer.from(json), fonts }
}

/** Converts pages to the data of a book, and chooses the font files for it. */
export function buildBook(source: BookSource, references: BookReferences): { book: Book; fonts: string[] } {
  const language = readLanguage(source.language)
  const labels = new Set(source.pages.flatMap(createLabels))
  const pages: BookPage[] = []
  let groups: BookPage['groups'] = []
  for (const page of source.pages) {
    if (page.document === 'group') {
      groups.push(createPageHeader(page))
      continue
    }
    pages.push({
      ...createPageHeader(page),
      description: page.description || null,
      groups,
      b: convertContent(page, references, labels, language),
    })
    groups = []
  }
  // Groups at the end have no page to stand above, so each becomes a page of its own.
  for (const group of groups) pages.push({ ...group, description: null, groups: [], b: [] })
  const { families, files } = chooseFonts(collectText(source), source.language)
  return {
    book: {
      title: source.title,
      subtitle: source.subtitle ?? null,
      owner: source.owner,
      date: source.date,
      language,
      rtl: isRightToLeft(source.language),
      fonts: families,
      contents: source.pages.length > 1,
      pages,
    },
    fonts: files,
  }
}

const createPageHeader = ({ id, title, depth }: PageSource) => ({
  label: createPageLabel(id),
  title,
  depth: Math.min(depth, MAX_PAGE_DEPTH),
})

function convertContent(
  page: PageSource,
  references: BookReferences,
  labels: Set<string>,
  language: string,
): BookPage['b'] {
  if (page.document === 'group') return []
  if ('url' in page.document) {
    const { url } = page.document
    return [{ t: 'ref', title: url, description: null, to: /^https?:/i.test(url) ? { url } : null }]
  }
  const { document } = extractTitle(page.document)
  return new BlockConverter(page.id, references, labels, language).convert(document.nodes)
}

function createLabels({ id, document }: PageSource): string[] {
  const ownLabel = createPageLabel(id)
  if (document === 'group' || 'url' in document) return [ownLabel]
  return [
    ownLabel,
    ...listHeadings(extractTitle(document).document).map(({ anchor }) => createHeadingLabel(id, anchor)),
  ]
}

const collectText = ({ title, subtitle = '', owner, pages }: BookSource): string =>
  [
    title,
    subtitle,
    owner,
    ...pages.flatMap(({ title, description = '', document }) => [
      title,
      description,
      typeof document === 'object' && 'nodes' in document ? extractPlainText(document) : '',
    ]),
  ].join('\n')

/** Returns the language code of two or three letters that Typst accepts. */
const readLanguage = (language = 'en'): string =>
  /^[a-z]{2,3}(?=-|$)/i.exec(language)?.[0]?.toLowerCase() ?? 'en'
