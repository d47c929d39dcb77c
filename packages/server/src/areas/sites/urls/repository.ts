import { type Queryable, sql } from '../../../database/database.ts'

export class UrlRepository {
  /** The organization of a subdomain, if the user is an active member of it. */
  findSubdomain(
    on: Queryable,
    subdomain: string,
    userId: string,
  ): Promise<{ organization: string; isActive: boolean } | undefined> {
    return on.row(sql`
      select o.id as organization,
        exists (select from sites s where s.organization_id = o.id and s.published) as "isActive"
      from organizations o
      join members m on m.organization_id = o.id and m.user_id = ${userId} and not m.disabled
      where o.hostname = ${subdomain}`)
  }
}
