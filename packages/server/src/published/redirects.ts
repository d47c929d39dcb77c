import { type Queryable, sql } from '../database/database.ts'

export interface Redirect {
  permanent: boolean
  sectionId: string | null
  siteSpaceId: string | null
  pageId: string | null
  url: string | null
  /** What the address has behind the source, where that is carried over. */
  rest: string
}

/** Where a path of a site leads that no page has any more: the redirect of the path itself, or of what is above it. */
export async function findRedirect(
  on: Queryable,
  siteId: string,
  path: string,
): Promise<Redirect | undefined> {
  const segments = path.split('/').filter((segment) => segment !== '')
  const sources = segments.map((_, index) => `/${segments.slice(0, index + 1).join('/')}`)
  if (sources.length === 0 || sources.length > 50) return undefined
  const whole = sources.at(-1) ?? ''
  const row = await on.row<Omit<Redirect, 'rest'> & { source: string }>(sql`
    select source, permanent, section_id as "sectionId", site_space_id as "siteSpaceId", page_id as "pageId", url
    from site_redirects
    where site_id = ${siteId} and not draft and source = any(${sources}::text[])
      and (source = ${whole} or capture_wildcard)
    order by length(source) desc
    limit 1`)
  return row && { ...row, rest: whole.slice(row.source.length).replace(/^\//, '') }
}

/** The file of a space's repository that a path of the space leads to, as the repository itself says. */
export async function findFileRedirect(
  on: Queryable,
  spaceId: string,
  path: string,
): Promise<string | undefined> {
  const row = await on.row<{ file: string | null }>(sql`
    select redirects ->> ${path} as file from git_syncs where space_id = ${spaceId}`)
  return row?.file ?? undefined
}
