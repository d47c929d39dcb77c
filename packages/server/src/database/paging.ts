import { join, type Queryable, raw, type Sql, sql } from './database.ts'

/**
 * Which part of a list to read. Lists are read by key, not by offset: a page ends at the sort key of a row, and the next one
 * begins after that key, whether or not the row still exists. So rows that are inserted or deleted in between make nobody
 * see a row twice or miss one.
 */
export interface Paging {
  limit: number
  from?: Boundary
}

/** Where a page begins: after this key or, when reading backward, before it. */
export interface Boundary {
  direction: 'forward' | 'backward'
  key: string[]
}

export interface Page<Item> {
  items: Item[]
  /** How many rows match, on all pages together. */
  count: number
  next?: Boundary
  previous?: Boundary
}

interface Key {
  column: Sql
  type: 'id' | 'text' | 'timestamptz'
}

interface PageQuery {
  /** The tables of a WITH clause that `from` reads. */
  with?: Sql
  /** The unique id of a row, which is the last part of its key. */
  id: Sql
  /** The columns to sort by before the id. */
  sort?: Key[]
  order?: 'asc' | 'desc'
  /** Further columns of the matching rows, as `expression as name`. */
  matched?: Sql
  /** `from … where …`: selects the matching rows. */
  from: Sql
  /** The columns to read of the rows of the page; those rows are called `page`. */
  columns: Sql
  /** `join … on x.id = page.id` */
  joins: Sql
}

/** `~key` is the whole key as one text, with its parts joined by the separator. */
type PageRow<Row> = Row & { count: number; passed: boolean; '~key': string | null }

/** A character that no part of a key has. */
const keySeparator = '\u001F'

/** Reads one page of a list and the count of the whole list, in one statement. */
export async function readPage<Row extends object>(
  on: Queryable,
  query: PageQuery,
  { limit, from }: Paging,
): Promise<Page<Row>> {
  const keys: Key[] = [...(query.sort ?? []), { column: query.id, type: 'id' }]
  const names = keys.map((_, index) => raw(`k${index}`))
  const backward = from?.direction === 'backward'
  const ascending = ((query.order ?? 'asc') === 'asc') !== backward
  const direction = ascending ? sql`asc` : sql`desc`
  const tuple = sql`(${join(names)})`
  const start = from && sql`(${join(from.key.map((value, index) => castKey(value, keys[index])))})`

  const rows = await on.rows<PageRow<Row>>(sql`
    with ${query.with ? sql`${query.with},` : sql``} matching as (
      select ${join(keys.map(({ column }, index) => sql`${column} as ${names[index]}`))},
        ${query.id} as id${query.matched ? sql`, ${query.matched}` : sql``}
      ${query.from}
    ), page as (
      select * from matching
      ${start ? sql`where ${tuple} ${ascending ? sql`>` : sql`<`} ${start}` : sql``}
      order by ${join(names.map((name) => sql`${name} ${direction}`))}
      limit ${limit + 1}
    )
    select totals.count, totals.passed, found.*
    from (
      select count(*) as count,
        ${start ? sql`coalesce(bool_or(${tuple} ${ascending ? sql`<=` : sql`>=`} ${start}), false)` : sql`false`}
          as passed
      from matching
    ) as totals
    left join lateral (
      select ${keyText(names, keys)} as "~key", ${query.columns}
      from page ${query.joins}
      order by ${join(names.map((name) => sql`page.${name} ${direction}`))}
    ) as found on true`)

  const { count, passed } = rows[0] ?? { count: 0, passed: false }
  const matches = rows.filter((row) => row['~key'] !== null)
  const hasMore = matches.length > limit
  const items = matches.slice(0, limit)
  if (backward) items.reverse()
  return {
    items,
    count,
    ...buildBoundary('next', 'forward', items.at(-1)?.['~key'], backward ? passed : hasMore),
    ...buildBoundary('previous', 'backward', items[0]?.['~key'], backward ? hasMore : passed),
  }
}

/** One page of a list that is in memory already, in the order of its keys. */
export function paginateArray<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
  { limit, from }: Paging,
): Page<Item> {
  const [key = ''] = from?.key ?? []
  const backward = from?.direction === 'backward'
  const firstAfter = items.findIndex((item) => (backward ? keyOf(item) >= key : keyOf(item) > key))
  const edge = firstAfter === -1 ? items.length : firstAfter
  const start = from ? (backward ? Math.max(0, edge - limit) : edge) : 0
  const end = backward ? edge : start + limit
  const page = items.slice(start, end)
  const [first, last] = [page[0], page.at(-1)]
  return {
    items: page,
    count: items.length,
    ...(last !== undefined && end < items.length && { next: { direction: 'forward', key: [keyOf(last)] } }),
    ...(first !== undefined && start > 0 && { previous: { direction: 'backward', key: [keyOf(first)] } }),
  }
}

/** The offset and limit of a page, for lists that are computed as a whole and have no key: their cursor is an offset. */
export function resolveOffset({ limit, from }: Paging): { offset: number; limit: number } {
  const at = Number(from?.key[0] ?? 0)
  if (from?.direction !== 'backward') return { offset: at, limit }
  const offset = Math.max(0, at - limit)
  return { offset, limit: at - offset }
}

/** The page of a list with offsets; the list is not shown beyond `end`. */
export function buildOffsetPage<Item>(items: Item[], count: number, offset: number, end = count): Page<Item> {
  const next = offset + items.length
  return {
    items,
    count,
    ...(items.length > 0 && next < end && { next: { direction: 'forward', key: [String(next)] } }),
    ...(items.length > 0 && offset > 0 && { previous: { direction: 'backward', key: [String(offset)] } }),
  }
}

/** The page with each of its rows presented. */
export const mapPage = <Row, Item>(page: Page<Row>, present: (row: Row) => Item): Page<Item> => ({
  ...page,
  items: page.items.map(present),
})

const buildBoundary = (
  name: 'next' | 'previous',
  direction: Boundary['direction'],
  key: string | null | undefined,
  exists: boolean,
) => (key && exists ? { [name]: { direction, key: key.split(keySeparator) } } : {})

function castKey(value: string, key: Key | undefined): Sql {
  return key?.type === 'timestamptz' ? sql`${value}::timestamptz` : sql`${value}::text`
}

// A cursor carries text. Times are written in UTC, so that every server reads the same time back.
function keyText(names: Sql[], keys: Key[]): Sql {
  const texts = names.map((name, index) =>
    keys[index]?.type === 'timestamptz'
      ? sql`to_char(page.${name} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
      : sql`page.${name}::text`,
  )
  return sql`concat_ws(${keySeparator}, ${join(texts)})`
}
