import { type Queryable, sql } from '../../database/database.ts'

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
