import { type Viewer, viewerRoles } from '../../../access/content-role.ts'
import { type Queryable, type Sql, sql } from '../../../database/database.ts'
import type { Tables } from '../../../database/schema/tables.ts'
import { emptyRootHash, hashToBytes } from '../../content/index.ts'

/** A space that may be searched. */
export type SearchableSpace = Pick<Tables['spaces'], 'id' | 'title'> & {
  /** The index that has the space, and its language; null if nothing of the space was ever indexed. */
  indexId: Tables['search_spaces']['indexId'] | null
  language: Tables['search_indexes']['language'] | null
  /** How many spaces are in that index: the space and its copies. */
  spacesInIndex: number
  /** Whether the index has another content than the space shows. */
  isIndexStale: boolean
}

/** A space that has an index. */
export type IndexedSpace = Pick<SearchableSpace, 'id' | 'spacesInIndex'> & {
  indexId: number
  language: string
}

export const isIndexed = (space: SearchableSpace): space is SearchableSpace & IndexedSpace =>
  space.indexId !== null && space.language !== null

export const listIndexes = (spaces: readonly IndexedSpace[]): number[] => [
  ...new Set(spaces.map(({ indexId }) => indexId)),
]

// These fragments name the tables `spaces s`, `revisions r`, `search_spaces x` and `search_indexes i`.
export const countSpacesInIndex = sql`select count(*) from search_spaces other where other.index_id = x.index_id`
export const isIndexStale = sql`(coalesce(x.root, ${hashToBytes(emptyRootHash)}) is distinct from coalesce(r.shown, r.root))`
export const joinSpaceIndex = sql`
  join revisions r on r.id = s.revision_id
  left join search_spaces x on x.space_id = s.id`
const joinIndexLanguage = sql`left join search_indexes i on i.id = x.index_id`
const searchableSpaceColumns = sql`
  s.id, s.title, x.index_id as "indexId", i.language, (${countSpacesInIndex}) as "spacesInIndex",
  ${isIndexStale} as "isIndexStale"`

/**
 * Reads the rows of a table whose words match. `offset 0` makes PostgreSQL begin with the words: without it, a plan may
 * begin with the pages and look into the text of each.
 */
export const selectMatches = (table: Sql, query: string | Sql): Sql =>
  sql`select * from ${table} where words @@ ${query}::tsquery offset 0`

/**
 * Finds the spaces to search and the words that their texts have. The search itself is in `ranking-repository.ts`. Spaces
 * come in a fixed order: pages of equal score are listed in it, and two list pages in different orders would repeat some.
 */
export class SearchRepository {
  /** The spaces of an organization that the viewer may read. */
  findVisibleSpaces(on: Queryable, organizationId: string, viewer: Viewer): Promise<SearchableSpace[]> {
    const roles = viewerRoles(organizationId, viewer, { spaces: sql`s` })
    return on.rows(sql`
      ${roles.with ? sql`with ${roles.with}` : sql``}
      select ${searchableSpaceColumns} from spaces s ${roles.join} ${joinSpaceIndex} ${joinIndexLanguage}
      where s.organization_id = ${organizationId} and s.deleted_at is null and ${roles.role} is not null
      order by s.id`)
  }

  /** The spaces with these ids; deleted ones are left out. */
  findSpaces(on: Queryable, ids: readonly string[]): Promise<SearchableSpace[]> {
    return on.rows(sql`
      select ${searchableSpaceColumns} from spaces s ${joinSpaceIndex} ${joinIndexLanguage}
      where s.id = any(${[...ids]}::text[]) and s.deleted_at is null
      order by s.id`)
  }

  /** Words of any text that are similar to one, or that it is part of, the most similar first. */
  findSimilarWords(
    on: Queryable,
    word: string,
    swappedWords: readonly string[],
  ): Promise<{ word: string; contains: boolean }[]> {
    const pattern = `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
    return on.rows(sql`
      (select word, false as contains from search_words where word = any(${[...swappedWords]}::text[]))
      union all
      (select word, false from search_words where word % ${word} order by similarity(word, ${word}) desc, word limit 40)
      union all
      (select word, true from search_words where word like ${pattern} and length(word) <= 40 order by length(word), word limit 20)`)
  }

  /** Those of the words that a page of the spaces has. `queries` has the `tsquery` of each word. */
  async findExistingWords(
    on: Queryable,
    words: readonly string[],
    queries: readonly string[],
    spaces: readonly IndexedSpace[],
  ): Promise<Set<string>> {
    const ids = spaces.map(({ id }) => id)
    // The words of a page are looked up first, because that is faster. They lack the words of conditional text, which
    // only some visitors see: those are in its sections.
    const rows = await on.rows<{ word: string }>(sql`
      select asked.word
      from unnest(${[...words]}::text[], ${[...queries]}::text[]) as asked (word, query)
      where exists (
        select from (${selectMatches(sql`search_texts`, sql`asked.query`)}) t
        join search_pages p on p.text_id = t.id and p.space_id = any(${ids}::text[])
      ) or exists (
        select from (${selectMatches(sql`search_sections`, sql`asked.query`)}) s
        join search_pages p on p.text_id = s.text_id and p.space_id = any(${ids}::text[])
      )`)
    return new Set(rows.map(({ word }) => word))
  }
}
