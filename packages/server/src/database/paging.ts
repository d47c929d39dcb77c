import { join, type Queryable, raw, type Sql, sql } from './database.ts'

/**
 * Lists are walked by key, not by offset: a page ends at a row's sort key, and the next begins behind that key,
 * whether or not the row is still there. Rows that come and go meanwhile make nobody see a row twice or miss
 * one.
 */
export interface Paging {
  limit: number
  from?: Boundary
}

/** Where a page begins: behind (or, walking back, before) this key. */
export interface Boundary {
  direction: 'forward' | 'backward'
  key: string[]
}

export interface Page<Item> {
  items: Item[]
  /** Of all that match, on whatever page. */
  count: number
  next?: Boundary
  previous?: Boundary
}

interface Key {
  column: Sql
  type: 'id' | 'text' | 'timestamptz'
}

interface PageQuery {
  /** Tables that `from` draws on: the inside of a WITH clause. */
  with?: Sql
  /** The name under which each row is known: the last part of the key, unique. */
  id: Sql
  /** What comes before the id in the order. */
  sort?: Key[]
  order?: 'asc' | 'desc'
  /** Further columns that belong to the match, as `expression as name`. */
  matched?: Sql
  /** `from … where …`: all that match. */
  from: Sql
  /** What to read of the rows of the page, which are called `page`. */
  columns: Sql
  /** `join … on x.id = page.id` */
  joins: Sql
}

/** The whole key as one text, its parts set apart by a character that none of them holds. */
type PageRow<Row> = Row & { count: number; passed: boolean; '~key': string | null }
const apart = '\u001F'

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
  const found = rows.filter((row) => row['~key'] !== null)
  const more = found.length > limit
  const items = found.slice(0, limit)
  if (backward) items.reverse()
  return {
    items,
    count,
    ...edge('next', 'forward', items.at(-1)?.['~key'], backward ? passed : more),
    ...edge('previous', 'backward', items[0]?.['~key'], backward ? more : passed),
  }
}

/** One page of what is in memory already, in the order of its keys. */
export function paginateArray<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
  { limit, from }: Paging,
): Page<Item> {
  const [key = ''] = from?.key ?? []
  const backward = from?.direction === 'backward'
  const firstBehind = items.findIndex((item) => (backward ? keyOf(item) >= key : keyOf(item) > key))
  const edge = firstBehind === -1 ? items.length : firstBehind
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

/** For lists that have no key to go on behind, because they are computed as a whole: a cursor says how many came before. */
export function resolveOffset({ limit, from }: Paging): { offset: number; limit: number } {
  const at = Number(from?.key[0] ?? 0)
  if (from?.direction !== 'backward') return { offset: at, limit }
  const offset = Math.max(0, at - limit)
  return { offset, limit: at - offset }
}

/** The page that such a slice is; `end` is how far one may go. */
export function buildOffsetPage<Item>(items: Item[], count: number, offset: number, end = count): Page<Item> {
  const next = offset + items.length
  return {
    items,
    count,
    ...(items.length > 0 && next < end && { next: { direction: 'forward', key: [String(next)] } }),
    ...(items.length > 0 && offset > 0 && { previous: { direction: 'backward', key: [String(offset)] } }),
  }
}

/** The page with its rows turned into something else. */
export const mapPage = <Row, Item>(page: Page<Row>, present: (row: Row) => Item): Page<Item> => ({
  ...page,
  items: page.items.map(present),
})

const edge = (
  name: 'next' | 'previous',
  direction: Boundary['direction'],
  key: string | null | undefined,
  exists: boolean,
) => (key && exists ? { [name]: { direction, key: key.split(apart) } } : {})

function castKey(value: string, key: Key | undefined): Sql {
  return key?.type === 'timestamptz' ? sql`${value}::timestamptz` : sql`${value}::text`
}

// A cursor carries text. Timestamps go through UTC so that every server reads back the same moment.
function keyText(names: Sql[], keys: Key[]): Sql {
  const texts = names.map((name, index) =>
    keys[index]?.type === 'timestamptz'
      ? sql`to_char(page.${name} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
      : sql`page.${name}::text`,
  )
  return sql`concat_ws(${apart}, ${join(texts)})`
}
