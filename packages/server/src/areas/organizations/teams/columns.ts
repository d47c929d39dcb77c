import { type Sql, sql } from '../../../database/database.ts'
import type { Tables } from '../../../database/schema/tables.ts'

export interface TeamRow extends Pick<Tables['teams'], 'id' | 'title' | 'createdAt'> {
  members: number
  spaces: number
  /** The role of the caller in the team; null when they are not in it. */
  callerRole: Tables['team_members']['role'] | null
}

/** The columns of a `TeamRow` for this caller, from the table `teams t`. */
export const teamColumns = (callerId: string): Sql => sql`
  t.id, t.title, t.created_at as "createdAt",
  (select count(*) from team_members tm where tm.team_id = t.id) as members,
  (
    select count(*) from (
      select s.id from grants g join spaces s on s.id = g.space_id
      where g.team_id = t.id and s.deleted_at is null
      union
      -- An array, not a join, so that spaces are looked up by key and not read as a whole for each team.
      select s.id from spaces s
      where s.deleted_at is null and s.parent_id = any(array(
        select c.id from grants g join collections c on c.path @> array[g.collection_id]::id[]
        where g.team_id = t.id
      ))
    ) as granted
  ) as spaces,
  (
    select tm.role from team_members tm where tm.team_id = t.id and tm.user_id = ${callerId}
  ) as "callerRole"`
