import { type Queryable, sql } from '../../../database/database.ts'

/** The file that the Git repository of a space redirects a path to, if it has a redirect for it. */
export async function findFileRedirect(
  on: Queryable,
  spaceId: string,
  path: string,
): Promise<string | undefined> {
  const row = await on.row<{ file: string | null }>(sql`
    select redirects ->> ${path} as file from git_syncs where space_id = ${spaceId}`)
  return row?.file ?? undefined
}
