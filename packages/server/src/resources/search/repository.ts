import { type Viewer, viewerRoles } from '../../access/content-role.ts'
import { emptyContent, hashToBytes } from '../../content/objects.ts'
import { type Queryable, type Sql, sql } from '../../database/database.ts'

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
  due: boolean
}

/** A space that is searched. */
export type SearchedSpace = Pick<SearchableSpace, 'id' | 'title' | 'sharing'> & {
  indexId: number
  language: string
}

/** The same question in the ways that texts are asked; what is undefined is not asked. */
export interface Asked {
  /** All words in the title. */
  title?: string
  /** All words in the heading of a section or the title above it, at least one in the heading. */
  heading?: string
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

export interface Found {
  /** Whether what only some visitors see counts. */
  conditional: boolean
  /** Pages that are not there for who asks. */
  without: readonly { spaceId: string; pageId: string }[]
}

export interface HitRow {
  spaceId: string
  pageId: string
  title: string
  path: string
  sections: { anchor: string | null; heading: string | null; body: string }[]
  score: number
  /** Of all pages that were found. */
  count: number
}

/**
 * How many texts of each kind are ranked. A word that more have says little, and those that have it in their titles
 * and headings come first anyway.
 */
const candidates = 150

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

const searchable = sql`
  s.id, s.title, x.index_id as "indexId", i.language,
  (select count(*) from search_spaces other where other.index_id = x.index_id) as sharing,
  coalesce(x.root, ${hashToBytes(emptyContent)}) is distinct from coalesce(r.shown, r.root) as due`
const indexed = sql`
  join revisions r on r.id = s.revision_id
  left join search_spaces x on x.space_id = s.id
  left join search_indexes i on i.id = x.index_id`

/** The words come first: without `offset` a plan may begin with the pages and look into the text of each. */
const found = (table: Sql, query: string | Sql): Sql =>
  sql`select * from ${table} where words @@ ${query}::tsquery offset 0`

/** Whether all spaces of their indexes are asked for. */
function areWholeIndexes(spaces: readonly SearchedSpace[]): boolean {
  const missing = new Map<number, number>()
  for (const { indexId, sharing } of spaces) missing.set(indexId, (missing.get(indexId) ?? sharing) - 1)
  return [...missing.values()].every((count) => count === 0)
}

export class SearchRepository {
  /** The spaces of an organization that the viewer may read. */
  visible(on: Queryable, organizationId: string, viewer: Viewer): Promise<SearchableSpace[]> {
    const roles = viewerRoles(organizationId, viewer, { table: 'space_roles', id: sql`s.id` })
    return on.rows(sql`
      ${roles.with ? sql`with ${roles.with}` : sql``}
      select ${searchable} from spaces s ${roles.join} ${indexed}
      where s.organization_id = ${organizationId} and s.deleted_at is null and ${roles.role} is not null`)
  }

  /** Some spaces, as far as they are there. */
  named(on: Queryable, ids: readonly string[]): Promise<SearchableSpace[]> {
    return on.rows(sql`
      select ${searchable} from spaces s ${indexed}
      where s.id = any(${[...ids]}::text[]) and s.deleted_at is null`)
  }

  /** The best pages, from `offset` on. */
  search(
    on: Queryable,
    spaces: readonly SearchedSpace[],
    asked: Asked,
    { conditional, without }: Found,
    { offset, limit }: { offset: number; limit: number },
  ): Promise<HitRow[]> {
    const ids = spaces.map(({ id }) => id)
    // Where an index has spaces that nobody asks for, their texts are not to take the place of those asked for.
    const isAsked = (text: Sql) =>
      areWholeIndexes(spaces)
        ? sql`true`
        : sql`exists (
            select from search_pages p where p.text_id = ${text} and p.space_id = any(${ids}::text[])
          )`
    const seen = conditional ? sql`` : sql`and not s.conditional`
    const inOrder =
      asked.order === undefined
        ? sql``
        : sql`+ case when s.words @@ ${asked.order}::tsquery then 2 else 0 end`
    const sections = (query: string | undefined, condition = sql``) =>
      query === undefined
        ? sql`select null::bigint as text_id, null::integer as position, null::real as rank where false`
        : sql`
          select s.text_id, s.position, ts_rank(s.words, ${asked.rank}::tsquery, 1) ${inOrder} as rank
          from (${found(sql`search_sections`, query)}) s
          where ${isAsked(sql`s.text_id`)} ${seen} ${condition}
          limit ${candidates}`
    const texts = (query: string | undefined, condition = sql``) =>
      query === undefined
        ? sql`select null::bigint as text_id, null::real as rank where false`
        : sql`
          select t.id as text_id, least(1, ${asked.terms}::real / t.title_words) as rank
          from (${found(sql`search_texts`, query)}) t
          where ${isAsked(sql`t.id`)} ${condition}
          limit ${candidates}`
    // Such a condition is looked at once, before the index is.
    const few = sql`
      and (select count(*) from titles) + (select count(*) from headings) + (select count(*) from exact) < ${enough}`
    const excluded =
      without.length === 0
        ? sql``
        : sql`where (p.space_id::text, p.page_id::text) not in (
            select * from unnest(
              ${without.map(({ spaceId }) => spaceId)}::text[], ${without.map(({ pageId }) => pageId)}::text[]
            ))`
    return on.rows(sql`
      with recursive titles as materialized (${texts(asked.title)}
      ), headings as materialized (${sections(asked.heading)}
      ), exact as materialized (${sections(asked.section)}
      ), open as materialized (${sections(asked.openSection, few)}
      ), pages as materialized (${texts(asked.page, few)}
      ), found as (
        select text_id, null::integer as position, 10 + 5 * rank as score from titles
        union all select text_id, position, 5 + rank from headings
        union all select text_id, position, rank from exact
        union all select text_id, position, rank / 2 from open
        union all select text_id, null, -1 from pages
      ), matched as (
        select text_id, position, max(score) as score, count(*) as times from found group by text_id, position
      ), best as (
        select text_id, max(score) + ln(sum(times)) / 20 as score,
          (array_agg(position order by score desc, position) filter (where position is not null))[:${sectionsPerPage}] as positions
        from matched group by text_id
      ), page as materialized (
        select p.*, best.score, best.positions, count(*) over () as count,
          row_number() over (order by best.score desc, p.space_id, p.page_id) as place
        from best join search_pages p on p.text_id = best.text_id and p.space_id = any(${ids}::text[])
        ${excluded}
        order by place
        limit ${limit} offset ${offset}
      ), way (place, space_id, next_id, path) as (
        select place, space_id, parent_id, slug from page
        union all
        select way.place, way.space_id, above.parent_id, concat_ws('/', above.slug, way.path)
        from way join search_pages above on above.space_id = way.space_id and above.page_id = way.next_id
      )
      select page.space_id as "spaceId", page.page_id as "pageId", t.title, coalesce(way.path, '') as path,
        page.score, page.count, coalesce(sections.list, '[]') as sections
      from page
      join search_texts t on t.id = page.text_id
      left join way on way.place = page.place and way.next_id is null
      left join lateral (
        select json_agg(json_build_object('anchor', s.anchor, 'heading', s.heading, 'body', s.body) order by rank) as list
        from unnest(page.positions) with ordinality as shown (position, rank)
        join search_sections s on s.text_id = page.text_id and s.position = shown.position
      ) as sections on true
      order by page.place`)
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
    spaces: readonly SearchedSpace[],
  ): Promise<Set<string>> {
    const ids = spaces.map(({ id }) => id)
    // What is on a page but not in its text, only some visitors see; a word that is there is found faster by pages.
    const rows = await on.rows<{ word: string }>(sql`
      select asked.word
      from unnest(${[...words]}::text[], ${[...queries]}::text[]) as asked (word, query)
      where exists (
        select from (${found(sql`search_texts`, sql`asked.query`)}) t
        join search_pages p on p.text_id = t.id and p.space_id = any(${ids}::text[])
      ) or exists (
        select from (${found(sql`search_sections`, sql`asked.query`)}) s
        join search_pages p on p.text_id = s.text_id and p.space_id = any(${ids}::text[])
      )`)
    return new Set(rows.map(({ word }) => word))
  }
}
