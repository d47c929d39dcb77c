import { headings, plainText, takeTitle } from '@verso/markdown'
import { BlockWriter } from './blocks.ts'
import type { Book, BookPage } from './book.ts'
import { fontsFor, isRightToLeft } from './fonts.ts'
import { headingLabel, pageLabel } from './inlines.ts'
import type { BookSource, PageSource, Surroundings } from './sources.ts'

/** Deeper pages have the same place in the table of contents. */
const deepest = 8

/** Puts a book together from its pages. */
export function makeBook(source: BookSource, surroundings: Surroundings): { book: Book; fonts: string[] } {
  const language = languageOf(source.language)
  const labels = new Set(source.pages.flatMap(labelsOf))
  const pages: BookPage[] = []
  let groups: BookPage['groups'] = []
  for (const page of source.pages) {
    if (page.document === 'group') {
      groups.push(place(page))
      continue
    }
    pages.push({
      ...place(page),
      about: page.description || null,
      groups,
      b: contentOf(page, surroundings, labels, language),
    })
    groups = []
  }
  // Groups with nothing behind them: each is a page of its own.
  for (const group of groups) pages.push({ ...group, about: null, groups: [], b: [] })
  const { families, files } = fontsFor(textOf(source), source.language)
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

const place = ({ id, title, depth }: PageSource) => ({
  label: pageLabel(id),
  title,
  depth: Math.min(depth, deepest),
})

function contentOf(
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
  return new BlockWriter(page.id, surroundings, labels, language).write(document.nodes)
}

function labelsOf({ id, document }: PageSource): string[] {
  const own = pageLabel(id)
  if (document === 'group' || 'url' in document) return [own]
  return [own, ...headings(takeTitle(document).document).map(({ anchor }) => headingLabel(id, anchor))]
}

const textOf = ({ title, subtitle = '', owner, pages }: BookSource): string =>
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
const languageOf = (language = 'en'): string =>
  /^[a-z]{2,3}(?=-|$)/i.exec(language)?.[0]?.toLowerCase() ?? 'en'
