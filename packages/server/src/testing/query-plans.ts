import type { Database } from '../database/database.ts'
import type { Tables } from '../database/schema/tables.ts'

/** How many rows the tables have in an installation of 10,000 spaces and a million pages; those that stay small are left out. */
const rowsOfLargeTables: Partial<Record<keyof Tables, number>> = {
  change_request_contributors: 300_000,
  change_requests: 200_000,
  collections: 5_000,
  comment_replies: 500_000,
  comments: 500_000,
  document_links: 5_000_000,
  events: 2_000_000,
  grants: 50_000,
  left_slugs: 100_000,
  live_commits: 100_000,
  live_pages: 10_000,
  members: 20_000,
  notifications: 2_000_000,
  objects: 5_000_000,
  page_changes: 5_000_000,
  page_histories: 10_000,
  review_requests: 300_000,
  reviews: 300_000,
  revisions: 2_000_000,
  search_includes: 100_000,
  search_pages: 1_000_000,
  search_sections: 5_000_000,
  search_spaces: 10_000,
  search_texts: 1_000_000,
  search_words: 5_000_000,
  shown_specs: 10_000,
  site_redirects: 100_000,
  site_sections: 5_000,
  site_spaces: 10_000,
  spaces: 10_000,
  tasks: 100_000,
  team_members: 50_000,
  tokens: 50_000,
  translation_memory: 1_000_000,
  uploads: 100_000,
  users: 20_000,
  viewed_pages: 1_000_000,
}

/** How many different values columns of these names have there. */
const distinctValues: Record<string, number> = {
  organization_id: 200,
  space_id: 10_000,
  user_id: 20_000,
  team_id: 500,
  site_id: 1_000,
  parent_id: 5_000,
  change_request_id: 200_000,
  index_id: 1_000,
}

/** Tells the planner that the tables are as large as in a large installation. What is in them stays as it is. */
export async function assumeLargeTables({ pool }: Database): Promise<void> {
  for (const [table, rows] of Object.entries(rowsOfLargeTables)) {
    // The planner multiplies the rows of a page by the pages that the file has, which are few here. A table without pages
    // would be empty for it, unless nothing is known of it: then it has ten pages.
    await pool.query(
      `select pg_restore_relation_stats('schemaname', 'public', 'relname', $1::text,
        'relpages', least(1, file.pages)::integer,
        'reltuples', (case when file.pages = 0 then -1 else $2::float8 / file.pages end)::real)
      from (select pg_relation_size($1::regclass) / 8192 as pages) as file`,
      [table, rows],
    )
    for (const [column, distinct] of Object.entries(distinctValues)) {
      await pool.query(
        `select pg_restore_attribute_stats('schemaname', 'public', 'relname', $1::text, 'attname', attname::text,
          'inherited', false, 'null_frac', 0::real, 'avg_width', 20, 'n_distinct', $3::real)
        from pg_attribute where attrelid = $1::regclass and attname = $2 and not attisdropped`,
        [table, column, Math.min(distinct, rows)],
      )
    }
  }
}

/**
 * Makes the planner know as little of the tables as right after a start or an import. A statement is planned once a connection, so
 * a plan from then may be used when the tables are large.
 */
export async function forgetStatistics({ pool }: Database): Promise<void> {
  for (const table of Object.keys(rowsOfLargeTables)) {
    await pool.query(
      `select pg_restore_relation_stats('schemaname', 'public', 'relname', $1::text, 'relpages', 0,
        'reltuples', -1::real)`,
      [table],
    )
    await pool.query(
      `select pg_clear_attribute_stats('public', $1, attname, false)
      from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped`,
      [table],
    )
  }
}

interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  Plans?: PlanNode[]
}

/** The large tables that the plan of a statement reads from the first row to the last. */
export async function findFullScans({ pool }: Database, statement: string): Promise<string[]> {
  const { rows } = await pool.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    `explain (generic_plan, format json) ${statement}`,
  )
  const scans: string[] = []
  const visit = (node: PlanNode): void => {
    const table = node['Relation Name']
    if (node['Node Type'] === 'Seq Scan' && table !== undefined && table in rowsOfLargeTables)
      scans.push(table)
    node.Plans?.forEach(visit)
  }
  for (const row of rows) visit(row['QUERY PLAN'][0].Plan)
  return scans
}
