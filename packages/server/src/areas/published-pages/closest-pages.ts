import { getNavigationTitle, type PageEntry } from './page-index.ts'

const MAX_PAGES = 3
const MAX_QUERY_CHARACTERS = 200
/** Titles that share less with the words of a reader have nothing to do with them. */
const MIN_SIMILARITY = 0.2

/**
 * The pages whose titles are most like what a reader searched for, for a search that finds nothing. If no title is like it,
 * these are the first pages. The given entries are those that the reader may see.
 */
export function findClosestPages<Item extends { entry: PageEntry }>(
  items: readonly Item[],
  query: string,
): Item[] {
  const shownItems = items.filter(({ entry }) => entry.page.fields.noIndex !== true)
  const wanted = listTrigrams(query.slice(0, MAX_QUERY_CHARACTERS))
  const closest = shownItems
    .map((item) => ({ item, similarity: measureSimilarity(wanted, item.entry) }))
    .filter(({ similarity }) => similarity >= MIN_SIMILARITY)
    .sort((one, other) => other.similarity - one.similarity)
    .map(({ item }) => item)
  return (closest.length > 0 ? closest : shownItems).slice(0, MAX_PAGES)
}

/** Which part of the trigrams of the query and the title both have; 1 if all are the same. */
function measureSimilarity(wanted: ReadonlySet<string>, { page }: PageEntry): number {
  const title = listTrigrams(getNavigationTitle(page))
  const common = wanted.intersection(title).size
  return wanted.size + title.size === 0 ? 0 : (2 * common) / (wanted.size + title.size)
}

/** The groups of three letters of each word, with its beginning and its end, as `pg_trgm` makes them. */
function listTrigrams(text: string): Set<string> {
  const words =
    text
      .normalize('NFKD')
      .replaceAll(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  return new Set(
    words.flatMap((word) => {
      const letters = `  ${word} `
      return Array.from({ length: letters.length - 2 }, (_, index) => letters.slice(index, index + 3))
    }),
  )
}
