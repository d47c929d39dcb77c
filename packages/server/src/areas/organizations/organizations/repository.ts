import { ownsTeam, type Subjects } from '../../../access/subjects.ts'
import {
  buildAssignments,
  type Database,
  join,
  type Queryable,
  type Sql,
  sql,
  type Transaction,
} from '../../../database/database.ts'
import { type Page, type Paging, readPage } from '../../../database/paging.ts'
import { organizationColumns, type OrganizationRow } from './columns.ts'

export interface OrganizationChanges {
  title?: string
  emailDomains?: string[]
  hostname?: string
  defaultRole?: OrganizationRow['defaultRole']
  defaultSite?: string | null
  logoUrl?: string | null
  sso?: boolean
  ssoSetBy?: string
  ai?: boolean
  inviteLinks?: boolean
  mergeRules?: object
}

const columns: Record<keyof OrganizationChanges, Sql> = {
  title: sql`title`,
  emailDomains: sql`email_domains`,
  hostname: sql`hostname`,
  defaultRole: sql`default_role`,
  defaultSite: sql`default_site`,
  logoUrl: sql`logo_url`,
  sso: sql`sso`,
  ssoSetBy: sql`sso_set_by`,
  ai: sql`ai`,
  inviteLinks: sql`invite_links`,
  mergeRules: sql`merge_rules`,
}

export class OrganizationRepository {
  listForUser(
    on: Database,
    { userId, organizationId }: { userId: string; organizationId?: string },
    paging: Paging,
  ): Promise<Page<Subjects['organization']>> {
    return readPage(
      on,
      {
        id: sql`m.organization_id`,
        from: sql`
          from members m where m.user_id = ${userId} and not m.disabled
          ${organizationId === undefined ? sql`` : sql`and m.organization_id = ${organizationId}`}`,
        columns: sql`${organizationColumns}, m.role, ${ownsTeam} as "ownsTeam"`,
        joins: sql`
          join organizations o on o.id = page.id
          join members m on m.organization_id = o.id and m.user_id = ${userId}`,
      },
      paging,
    )
  }

  /** Lists the organizations with an e-mail domain that the user is a member of, or has an address in. */
  listForEmailDomain(on: Queryable, domain: string, userId: string) {
    return on.rows<
      OrganizationRow & { role: Subjects['organization']['role']; member: boolean; ownsTeam: boolean }
    >(sql`
      select ${organizationColumns}, m.role, m.user_id is not null as member,
        coalesce(${ownsTeam}, false) as "ownsTeam"
      from organizations o
      join users u on u.id = ${userId}
      left join members m on m.organization_id = o.id and m.user_id = u.id and not m.disabled
      where o.email_domains @> ${[domain]}::text[]
        and (m.user_id is not null or (split_part(lower(u.email), '@', 2) = ${domain} and not u.email_unproven))
      order by o.id`)
  }

  async insert(
    tx: Transaction,
    row: { id: string; title: string; emailDomains: string[]; now: Date },
  ): Promise<void> {
    await tx.execute(sql`
      insert into organizations (id, title, email_domains, created_at)
      values (${row.id}, ${row.title}, ${row.emailDomains}, ${row.now})`)
  }

  update(on: Queryable, id: string, changes: OrganizationChanges): Promise<OrganizationRow | undefined> {
    const sets = buildAssignments(columns, changes)
    if (sets.length === 0) return this.find(on, id)
    return on.row(sql`
      update organizations o set ${join(sets)}
      where o.id = ${id}
      returning ${organizationColumns}`)
  }

  /** Keeps the hostname that the organization has, if it will have another. It leads to the new one. */
  async keepHostname(on: Queryable, id: string, newHostname: string): Promise<void> {
    await on.execute(sql`
      insert into old_organization_names (name, organization_id)
      select hostname, id from organizations where id = ${id} and hostname <> ${newHostname}
      on conflict (name) do update set organization_id = excluded.organization_id`)
  }

  find(on: Queryable, id: string): Promise<OrganizationRow | undefined> {
    return on.row(sql`select ${organizationColumns} from organizations o where o.id = ${id}`)
  }

  async hasSite(on: Queryable, id: string, siteId: string): Promise<boolean> {
    const row = await on.row(sql`
      select 1 as found from sites where id = ${siteId} and organization_id = ${id}`)
    return row !== undefined
  }

  async isHostnameTaken(on: Queryable, hostname: string, exceptId: string): Promise<boolean> {
    const row = await on.row(sql`
      select 1 as found from organizations where hostname = ${hostname} and id <> ${exceptId}`)
    return row !== undefined
  }
}
