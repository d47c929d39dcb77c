import { headings, plainText, takeTitle } from '@verso/markdown'
import { BlockConverter } from './blocks.ts'
import type { Book, BookPage } from './book.ts'
import { chooseFonts, isRightToLeft } from './fonts.ts'
import { createHeadingLabel, createPageLabel } from './inlines.ts'
import type { BookSource, PageSource, Surroundings } from './sources.ts'

/** Deeper pages have the same place in the table of contents. */
const MAX_PAGE_DEPTH = 8

/** Puts a book together from its pages. */
export function buildBook(source: BookSource, surroundings: Surroundings): { book: Book; fonts: string[] } {
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
      about: page.description || null,
      groups,
      b: convertContent(page, surroundings, labels, language),
    })
    groups = []
  }
  // Groups with nothing behind them: each is a page of its own.
  for (const group of groups) pages.push({ ...group, about: null, groups: [], b: [] })
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
  surroundings: Surroundings,
  labels: Set<string>,
  language: string,
): BookPage['b'] {
  if (page.document === 'group') return []
  if ('url' in page.document) {
    const { url } = page.document
    return [{ t: 'ref', title: url, about: null, to: /^https?:/i.test(url) ? { url } : null }]
  }
  const { document } = takeTitle(page.document)
  return new BlockConverter(page.id, surroundings, labels, language).convert(document.nodes)
}

function createLabels({ id, document }: PageSource): string[] {
  const own = createPageLabel(id)
  if (document === 'group' || 'url' in document) return [own]
  return [own, ...headings(takeTitle(document).document).map(({ anchor }) => createHeadingLabel(id, anchor))]
}

const collectText = ({ title, subtitle = '', owner, pages }: BookSource): string =>
  [
    title,
    subtitle,
    owner,
    ...pages.flatMap(({ title, description = '', document }) => [
      title,
      description,
      typeof document === 'object' && 'nodes' in document ? plainText(document) : '',
    ]),
  ].join('\n')

/** Typst knows languages by two or three letters. */
const readLanguage = (language = 'en'): string =>
  /^[a-z]{2,3}(?=-|$)/i.exec(language)?.[0]?.toLowerCase() ?? 'en'
