import { findInText, isCheapToRead, type TextMatch, type TextQuery } from '@verso/markdown'
import type { PageTree, RevisionView } from '@verso/revisions'
import { seconds } from '../../../common/clock.ts'
import type { TextWorkers } from '../documents/text-workers.ts'
import type { TextMatchList, TextPlace } from './schema.ts'
import { describePageText, describeReusableText, getTextVersion, type SearchedText } from './searched-text.ts'

/** So many texts are read and searched at a time. */
const TEXTS_PER_BATCH = 20
/** Whatever is found, a request ends after so many texts, */
const MAX_TEXTS_PER_SEARCH = 200
/** after the batch with so many places, */
const MAX_PLACES_PER_SEARCH = 300
/** and after the batch that this time ends in. */
const MAX_SEARCH_MS = 2 * seconds
/** More places of one text are found only after some of them are replaced. */
const MAX_PLACES_PER_TEXT = 200

type Matches = Pick<
  TextMatchList,
  'pages' | 'reusableContents' | 'unreadablePages' | 'unreadableReusableContents'
>

interface SearchResult extends Matches, Pick<TextMatchList, 'searchedPages' | 'totalPages'> {
  /** The number of texts that are searched by now; absent when that is all of them. */
  next?: number
}

/** Searches pages of a revision, in the order of its tree, and then its reusable contents, until that has taken enough of the server. */
export async function searchTexts(
  view: RevisionView,
  textWorkers: TextWorkers,
  { query, from }: { query: TextQuery; from: number },
): Promise<SearchResult> {
  const pages = listPages(await view.getPageTree())
  const texts = [
    ...pages.map(describePageText),
    ...(await view.listReusableContents()).map(describeReusableText),
  ]
  const startedAt = performance.now()
  const result: Matches = {
    pages: [],
    reusableContents: [],
    unreadablePages: [],
    unreadableReusableContents: [],
  }
  let placeCount = 0
  let searchedCount = from
  while (searchedCount < texts.length) {
    const batch = texts.slice(searchedCount, searchedCount + TEXTS_PER_BATCH)
    placeCount += await searchBatch(view, textWorkers, { batch, query, result })
    searchedCount += batch.length
    const isEnough =
      searchedCount - from >= MAX_TEXTS_PER_SEARCH ||
      placeCount >= MAX_PLACES_PER_SEARCH ||
      performance.now() - startedAt >= MAX_SEARCH_MS
    if (isEnough) break
  }
  return {
    ...result,
    searchedPages: Math.min(searchedCount, pages.length),
    totalPages: pages.length,
    ...(searchedCount < texts.length && { next: searchedCount }),
  }
}

function listPages(pages: readonly PageTree[]): PageTree[] {
  return pages.flatMap((page) => [page, ...listPages(page.pages)])
}

/** Adds what is found in some texts to the result, and returns the number of places. */
async function searchBatch(
  view: RevisionView,
  textWorkers: TextWorkers,
  { batch, query, result }: { batch: readonly SearchedText[]; query: TextQuery; result: Matches },
): Promise<number> {
  const documents = await view.getDocuments(batch.flatMap(({ document }) => document ?? []))
  const getMarkdown = ({ document }: SearchedText): string =>
    (document !== null && documents.get(document)) || ''
  // A text that takes long is a task of its own, so that its time limit concerns no other text.
  const markdowns = batch.map(getMarkdown)
  const cheapTexts = markdowns.filter(isCheapToRead)
  const [cheapMatches, ...slowMatches] = await Promise.all(
    [cheapTexts, ...markdowns.filter((text) => !isCheapToRead(text)).map((text) => [text])].map((group) =>
      textWorkers.findText({ markdowns: group, query, limit: MAX_PLACES_PER_TEXT }),
    ),
  )
  const next = { cheap: 0, slow: 0 }
  let placeCount = 0
  for (const [index, text] of batch.entries()) {
    const markdown = markdowns[index] ?? ''
    const found = isCheapToRead(markdown) ? cheapMatches?.[next.cheap++] : slowMatches[next.slow++]?.[0]
    const isPage = text.kind === 'page'
    if (!found) (isPage ? result.unreadablePages : result.unreadableReusableContents).push(text.id)
    const places = [
      ...findInFields(text, isPage && found?.hasTitle === true, query),
      ...(found?.matches ?? []).map((match) => describePlace('text', match.kind, match)),
    ]
    if (places.length === 0) continue
    const matches = {
      title: text.title,
      version: getTextVersion(text),
      places: places.slice(0, MAX_PLACES_PER_TEXT),
      hasMore: found?.hasMore === true || places.length > MAX_PLACES_PER_TEXT,
    }
    placeCount += matches.places.length
    if (isPage) result.pages.push({ page: text.id, ...matches })
    else result.reusableContents.push({ reusableContent: text.id, ...matches })
  }
  return placeCount
}

/** The title of a page that is a heading of the text as well is found there, and once. */
function findInFields(
  { title, description }: SearchedText,
  hasTitleHeading: boolean,
  query: TextQuery,
): TextPlace[] {
  const titleMatches = hasTitleHeading ? [] : findInText(title, query)
  return [
    ...titleMatches.map((match) => describePlace('title', 'title', match)),
    ...findInText(description, query).map((match) => describePlace('description', 'description', match)),
  ]
}

const describePlace = (
  part: 'title' | 'description' | 'text',
  kind: TextPlace['kind'],
  { index, before, text, after }: TextMatch,
): TextPlace => ({ place: `${part}.${index}`, kind, before, text, after })
