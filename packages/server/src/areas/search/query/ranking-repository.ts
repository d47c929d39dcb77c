import { type Viewer, viewerRoles } from '../../../access/content-role.ts'
import { emptyContent, hashToBytes } from '../../content/index.ts'
import { type Queryable, type Sql, sql } from '../../../database/database.ts'

/** A space that may be searched. */
export interface SearchableSpace {
  id: string
  title: string
  /** The index that it is in, and the language of that; null where nothing of it was ever indexed. */
  indexId: number | null
  language: string | null
  /** How many spaces are in that index: the space and its copies. */
  sharing: number
  /** Whether the index has other content than the space shows. */
  isIndexStale: boolean
}

/** A space that is searched. */
export type IndexedSpace = Pick<SearchableSpace, 'id' | 'sharing'> & {
  indexId: number
  language: string
}

/** What is remembered of a space: which index it is in, and how many are in it. */
export type CachedSpace = Pick<SearchableSpace, 'id' | 'indexId' | 'sharing'>

/** Spaces are not as they are remembered, or the index has other content than they show. */
export class StaleSpacesError extends Error {}

/** The same question in the ways that texts are asked; what is undefined is not asked. */
export interface MatchQueries {
  /** All words in the title. */
  title?: string
  /** All words in the heading of a section or the title above it, at least one in the heading. */
  heading?: string
  /** Said again and again in a section. */
  often?: string
  /** All words in a section or the title above it. */
  section: string
  /** The same, the last word as far as it goes. */
  openSection?: string
  /** All words on a page, wherever. */
  page?: string
  /** The words, for the rank. */
  rank: string
  /** The words one behind the other. */
  order?: string
  /** How many words there are. */
  terms: number
}

export interface ResultFilter {
  /** Whether what only some visitors see counts. */
  conditional: boolean
  /** Pages that are not there for who asks. */
  hiddenPages: readonly { spaceId: string; pageId: string }[]
}

export interface ResultWindow {
  offset: number
  limit: number
}

/** The best pages, and how many there are. */
export interface RankedPages {
  rows: RankedPage[]
  count: number
}

export interface RankedPage {
  spaceId: string
  pageId: string
  title: string
  path: string
  sections: { anchor: string | null; heading: string | null; body: string }[]
  score: number
}

/** A section of a page that was found, or the page without one; the totals alone where none was found. */
type FoundRow = { current: boolean; texts: number } & (
  | { spaceId: null }
  | (Omit<RankedPage, 'sections'> & {
      pages: number
      anchor: string | null
      heading: string | null
      body: string | null
    })
)

/**
 * How many texts are ranked: those that have the words in their titles first, then those in headings. A word that more
 * have says little.
 */
const candidatesPerIndex = 60
const mostCandidates = 400

/**
 * Has everything looked up by its index. Vectors are stored apart from their rows, so that a table of them looks small
 * to the planner, and reading it through is what takes long. So nothing is left to choose, and one plan serves every
 * query: planning takes as long as searching.
 */
export const searchSettings = ['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin', 'jit'].map(
  (setting) => `${setting} = off`,
)

/** With fewer than these, more is done to find some. */
const enough = 20

const sectionsPerPage = 3

/** A section is found in four ways at most: so many mentions are of three sections at least, where there are three. */
const mostMentions = 4 * sectionsPerPage

const sharing = sql`select count(*) from search_spaces other where other.index_id = x.index_id`
const due = sql`(coalesce(x.root, ${hashToBytes(emptyContent)}) is distinct from coalesce(r.shown, r.root))`
const searchable = sql`
  s.id, s.title, x.index_id as "indexId", i.language, (${sharing}) as sharing, ${due} as due`
const indexed = sql`
  join revisions r on r.id = s.revision_id
  left join search_spaces x on x.space_id = s.id`
const language = sql`left join search_indexes i on i.id = x.index_id`

/** The words come first: without `offset` a plan may begin with the pages and look into the text of each. */
const having = (table: Sql, query: string | Sql): Sql =>
  sql`select * from ${table} where words @@ ${query}::tsquery offset 0`

/** Whether all pages of the indexes are asked for. */
function isForAll(spaces: readonly IndexedSpace[], { hiddenPages: without }: ResultFilter): boolean {
  if (without.length > 0) return false
  const missing = new Map<number, number>()
  for (const { indexId, sharing } of spaces) missing.set(indexId, (missing.get(indexId) ?? sharing) - 1)
  return [...missing.values()].every((count) => count === 0)
}

/** Whether the spaces are as they are remembered, and the index has what they show. */
const isCurrent = (remembered: readonly CachedSpace[]): Sql =>
  remembered.length === 0
    ? sql`select true as current`
    : sql`
        select count(*) = ${remembered.length} as current
        from unnest(
          ${remembered.map(({ id }) => id)}::text[], ${remembered.map(({ indexId }) => indexId)}::integer[],
          ${remembered.map(({ sharing }) => sharing)}::integer[]
        ) as known (space_id, index_id, sharing)
        join spaces s on s.id = known.space_id and s.deleted_at is null
        ${indexed}
        where x.index_id is not distinct from known.index_id
          and known.sharing = (${sharing}) and not ${due}`

/**
 * The statement of a search: which texts have the words, those where they stand most prominently first; `texts` of
 * them, or all; the pages that have these texts; the ways to these pages; and the sections to show.
 */
function searching(
  { spaces, asked, within }: { spaces: readonly IndexedSpace[]; asked: MatchQueries; within: ResultFilter },
  { offset, limit }: ResultWindow,
  texts: number | null,
  remembered: readonly CachedSpace[],
): Sql {
  const ids = spaces.map(({ id }) => id)
  const indexes = new Set(spaces.map(({ indexId }) => indexId)).size
  const candidates = Math.min(mostCandidates, indexes * candidatesPerIndex)
  const ofThese = ids.length === 1 ? sql`p.space_id = ${ids[0]}` : sql`p.space_id = any(${ids}::text[])`
  const { hiddenPages: without } = within
  const asPage =
    without.length === 0
      ? ofThese
      : sql`${ofThese} and (p.space_id::text, p.page_id::text) not in (
            select * from unnest(
              ${without.map(({ spaceId }) => spaceId)}::text[], ${without.map(({ pageId }) => pageId)}::text[]
            ))`
  // Texts of pages that nobody asks for, or may see, are not to take the place of others.
  const isAsked = (text: Sql) =>
    isForAll(spaces, within)
      ? sql`true`
      : sql`exists (select from search_pages p where p.text_id = ${text} and ${asPage})`
  const seen = within.conditional ? sql`` : sql`and not s.conditional`
  const inOrder =
    asked.order === undefined ? sql`` : sql`+ case when s.words @@ ${asked.order}::tsquery then 2 else 0 end`
  const inSections = (query: string | undefined, most: Sql, condition = sql``) =>
    query === undefined
      ? sql`select null::bigint as text_id, null::integer as position, null::real as rank where false`
      : sql`
          select s.text_id, s.position, ts_rank(s.words, ${asked.rank}::tsquery, 1) ${inOrder} as rank
          from (${having(sql`search_sections`, query)}) s
          where ${isAsked(sql`s.text_id`)} ${seen} ${condition}
          limit ${most}`
  const inTexts = (query: string | undefined, condition = sql``) =>
    query === undefined
      ? sql`select null::bigint as text_id, null::real as rank where false`
      : sql`
          select t.id as text_id, least(1, ${asked.terms}::real / t.title_words) as rank
          from (${having(sql`search_texts`, query)}) t
          where ${isAsked(sql`t.id`)} ${condition}
          limit ${candidates}`
  // Such a condition is looked at once, before the index is.
  const few = sql`and (select few from counted)`
  const titled = sql`(select count(*) from titles)`
  const headed = sql`(select count(*) from headings)`
  const repeated = sql`(select count(*) from often)`
  return sql`
      with recursive state as (${isCurrent(remembered)}
      ), titles as materialized (${inTexts(asked.title)}
      ), headings as materialized (${inSections(asked.heading, sql`${candidates} - ${titled}`)}
      ), often as materialized (${inSections(asked.often, sql`${candidates} - ${titled} - ${headed}`)}
      ), exact as materialized (${inSections(asked.section, sql`${candidates} - ${titled} - ${headed} - ${repeated}`)}
      ), counted as materialized (
        select ${titled} + ${headed} + ${repeated} + (select count(*) from exact) < ${enough} as few
      ), open as materialized (${inSections(asked.openSection, sql`${candidates}`, few)}
      ), pages as materialized (${inTexts(asked.page, sql`${few} and (select count(*) from open) < ${enough}`)}
      ), found as (
        select text_id, null::integer as position, 10 + 5 * rank as score from titles
        union all select text_id, position, 5 + rank from headings
        union all select text_id, position, 0.1 + rank from often
        union all select text_id, position, rank from exact
        union all select text_id, position, rank / 2 from open
        union all select text_id, null, -1 from pages
      ), best as (
        select text_id, max(score) + ln(count(*)::float8) / 20 as score, count(*) over () as texts,
          (array_agg(position order by score desc, position) filter (where position is not null))[:${mostMentions}]
            as positions
        from found group by text_id
        order by score desc, text_id
        limit ${texts}
      ), page as (
        select p.*, best.score, best.positions, count(*) over () as pages
        from best join search_pages p on p.text_id = best.text_id and ${asPage}
        order by best.score desc, p.text_id, p.space_id, p.page_id
        limit ${limit} offset ${offset}
      ), way (space_id, page_id, text_id, score, positions, pages, next_id, path) as (
        select space_id, page_id, text_id, score, positions, pages, parent_id, slug from page
        union all
        select way.space_id, way.page_id, way.text_id, way.score, way.positions, way.pages,
          above.parent_id, concat_ws('/', above.slug, way.path)
        from way join search_pages above on above.space_id = way.space_id and above.page_id = way.next_id
      )
      select state.current, coalesce((select texts from best limit 1), 0) as texts, way.pages, way.space_id as "spaceId",
        way.page_id as "pageId", t.title, coalesce(way.path, '') as path, way.score, s.anchor, s.heading, s.body
      from state
      left join way on state.current and way.next_id is null
      left join search_texts t on t.id = way.text_id
      left join search_sections s on s.text_id = way.text_id and s.position = any(way.positions)
      order by way.score desc, way.text_id, way.space_id, way.page_id, array_position(way.positions, s.position)`
}

/** Rows of the same page follow each other. */
function hitsIn(rows: readonly FoundRow[]): RankedPage[] {
  const hits: RankedPage[] = []
  for (const row of rows) {
    if (row.spaceId === null) continue
    const { spaceId, pageId, title, path, score, anchor, heading, body } = row
    let hit = hits.at(-1)
    if (hit?.spaceId !== spaceId || hit.pageId !== pageId) {
      hit = { spaceId, pageId, title, path, score, sections: [] }
      hits.push(hit)
    }
    if (body !== null && hit.sections.length < sectionsPerPage) hit.sections.push({ anchor, heading, body })
  }
  return hits
}

/** How many pages there are, of which these are a part. */
const pagesIn = ([first]: readonly FoundRow[]): number => (first && first.spaceId !== null ? first.pages : 0)

export class SearchRepository {
  /** The spaces of an organization that the viewer may read. */
  visible(on: Queryable, organizationId: string, viewer: Viewer): Promise<SearchableSpace[]> {
    const roles = viewerRoles(organizationId, viewer, { table: 'space_roles', id: sql`s.id` })
    return on.rows(sql`
      ${roles.with ? sql`with ${roles.with}` : sql``}
      select ${searchable} from spaces s ${roles.join} ${indexed} ${language}
      where s.organization_id = ${organizationId} and s.deleted_at is null and ${roles.role} is not null`)
  }

  /** Some spaces, as far as they are there. */
  named(on: Queryable, ids: readonly string[]): Promise<SearchableSpace[]> {
    return on.rows(sql`
      select ${searchable} from spaces s ${indexed} ${language}
      where s.id = any(${[...ids]}::text[]) and s.deleted_at is null`)
  }

  /** A part of the pages, the best first; throws `OutOfDate` where the spaces are not as remembered. */
  async search(
    on: Queryable,
    question: { spaces: readonly IndexedSpace[]; asked: MatchQueries; within: ResultFilter },
    slice: ResultWindow,
    remembered: readonly CachedSpace[] = [],
  ): Promise<RankedPages> {
    // Where everybody's pages are asked for, only those of the best texts are looked up.
    const most = isForAll(question.spaces, question.within) ? slice.offset + slice.limit : null
    const found = await on.rows<FoundRow>(searching(question, slice, most, remembered))
    if (found.some(({ current }) => !current)) throw new StaleSpacesError()
    const rows = hitsIn(found)
    const texts = found[0]?.texts ?? 0
    if (most === null || texts <= most) return { rows, count: pagesIn(found) }
    // A text that no page has any more is there until it is cleaned away, and took the place of another.
    if (rows.length < slice.limit) {
      const all = await on.rows<FoundRow>(searching(question, slice, null, []))
      return { rows: hitsIn(all), count: pagesIn(all) }
    }
    return { rows, count: Math.max(texts, pagesIn(found)) }
  }

  /** Words of the texts that look like one, or that it is part of; the likest first. */
  similar(
    on: Queryable,
    word: string,
    swapped: readonly string[],
  ): Promise<{ word: string; contains: boolean }[]> {
    const pattern = `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
    return on.rows(sql`
      (select word, false as contains from search_words where word = any(${[...swapped]}::text[]))
      union all
      (select word, false from search_words where word % ${word} order by similarity(word, ${word}) desc, word limit 40)
      union all
      (select word, true from search_words where word like ${pattern} and length(word) <= 40 order by length(word), word limit 20)`)
  }

  /** Those of the words that a text of the indexes has. */
  async present(
    on: Queryable,
    words: readonly string[],
    queries: readonly string[],
    spaces: readonly IndexedSpace[],
  ): Promise<Set<string>> {
    const ids = spaces.map(({ id }) => id)
    // What is on a page but not in its text, only some visitors see; a word that is there is found faster by pages.
    const rows = await on.rows<{ word: string }>(sql`
      select asked.word
      from unnest(${[...words]}::text[], ${[...queries]}::text[]) as asked (word, query)
      where exists (
        select from (${having(sql`search_texts`, sql`asked.query`)}) t
        join search_pages p on p.text_id = t.id and p.space_id = any(${ids}::text[])
      ) or exists (
        select from (${having(sql`search_sections`, sql`asked.query`)}) s
        join search_pages p on p.text_id = s.text_id and p.space_id = any(${ids}::text[])
      )`)
    return new Set(rows.map(({ word }) => word))
  }
}
