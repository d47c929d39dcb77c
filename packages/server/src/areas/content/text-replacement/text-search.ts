import { findInText, isCheapToRead, type TextMatch, type TextQuery } from '@verso/markdown'
import type { Page, PageTree, RevisionView } from '@verso/revisions'
import { seconds } from '../../../common/clock.ts'
import type { TextWorkers } from '../documents/text-workers.ts'
import { getDescription, getPageVersion } from './page-version.ts'
import type { PageTextMatches, TextPlace } from './schema.ts'

/** Texts of so many pages are read and searched at a time. */
const PAGES_PER_BATCH = 20
/** Whatever is found, a request ends after so many pages, */
const MAX_PAGES_PER_SEARCH = 200
/** after the batch with so many places, */
const MAX_PLACES_PER_SEARCH = 300
/** and after the batch that this time ends in. */
const MAX_SEARCH_MS = 2 * seconds
/** More places of one page are found only after some of them are replaced. */
const MAX_PLACES_PER_PAGE = 200

interface SearchResult {
  pages: PageTextMatches[]
  unreadablePages: string[]
  totalPages: number
  /** The number of pages that are searched by now. */
  searchedPages: number
}

/** Searches pages of a revision, in the order of its tree, until the search has taken enough of the server. */
export async function searchPages(
  view: RevisionView,
  textWorkers: TextWorkers,
  { query, from }: { query: TextQuery; from: number },
): Promise<SearchResult> {
  const allPages = listPages(await view.getPageTree())
  const startedAt = performance.now()
  const result: SearchResult = {
    pages: [],
    unreadablePages: [],
    totalPages: allPages.length,
    searchedPages: from,
  }
  let placeCount = 0
  while (result.searchedPages < allPages.length) {
    const batch = allPages.slice(result.searchedPages, result.searchedPages + PAGES_PER_BATCH)
    const { pages, unreadablePages } = await searchBatch(view, textWorkers, batch, query)
    result.pages.push(...pages)
    result.unreadablePages.push(...unreadablePages)
    result.searchedPages += batch.length
    placeCount += pages.reduce((sum, { places }) => sum + places.length, 0)
    const isEnough =
      result.searchedPages - from >= MAX_PAGES_PER_SEARCH ||
      placeCount >= MAX_PLACES_PER_SEARCH ||
      performance.now() - startedAt >= MAX_SEARCH_MS
    if (isEnough) break
  }
  return result
}

function listPages(pages: readonly PageTree[]): PageTree[] {
  return pages.flatMap((page) => [page, ...listPages(page.pages)])
}

async function searchBatch(
  view: RevisionView,
  textWorkers: TextWorkers,
  pages: readonly PageTree[],
  query: TextQuery,
): Promise<Pick<SearchResult, 'pages' | 'unreadablePages'>> {
  const texts = await view.getDocuments(pages.flatMap(({ document }) => document ?? []))
  const getMarkdown = ({ document }: Page): string => (document !== null && texts.get(document)) || ''
  // A text that takes long is a task of its own, so that its time limit concerns no other text.
  const markdowns = pages.map(getMarkdown)
  const cheapTexts = markdowns.filter(isCheapToRead)
  const [cheapMatches, ...slowMatches] = await Promise.all(
    [cheapTexts, ...markdowns.filter((text) => !isCheapToRead(text)).map((text) => [text])].map((group) =>
      textWorkers.findText({ markdowns: group, query, limit: MAX_PLACES_PER_PAGE }),
    ),
  )
  const results: Pick<SearchResult, 'pages' | 'unreadablePages'> = { pages: [], unreadablePages: [] }
  const next = { cheap: 0, slow: 0 }
  for (const [index, page] of pages.entries()) {
    const markdown = markdowns[index] ?? ''
    const found = isCheapToRead(markdown) ? cheapMatches?.[next.cheap++] : slowMatches[next.slow++]?.[0]
    if (!found) results.unreadablePages.push(page.id)
    const places = [
      ...findInFields(page, found?.hasTitle === true, query),
      ...(found?.matches ?? []).map((match) => describePlace('text', match.kind, match)),
    ]
    if (places.length === 0) continue
    const hasMore = found?.hasMore === true || places.length > MAX_PLACES_PER_PAGE
    results.pages.push({
      page: page.id,
      title: page.fields.title,
      version: getPageVersion(page),
      places: places.slice(0, MAX_PLACES_PER_PAGE),
      hasMore,
    })
  }
  return results
}

/** A title that is a heading of the text as well is found there, and once. */
function findInFields({ fields }: Page, hasTitleHeading: boolean, query: TextQuery): TextPlace[] {
  const titleMatches = hasTitleHeading ? [] : findInText(fields.title, query)
  return [
    ...titleMatches.map((match) => describePlace('title', 'title', match)),
    ...findInText(getDescription(fields), query).map((match) =>
      describePlace('description', 'description', match),
    ),
  ]
}

const describePlace = (
  part: 'title' | 'description' | 'text',
  kind: TextPlace['kind'],
  { index, before, text, after }: TextMatch,
): TextPlace => ({ place: `${part}.${index}`, kind, before, text, after })
