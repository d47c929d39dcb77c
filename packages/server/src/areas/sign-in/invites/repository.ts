import type { MemberRole } from '../../../access/roles.ts'
import { type Queryable, sql } from '../../../database/database.ts'
import { type Page, type Paging, readPage } from '../../../database/paging.ts'
import type { Tables } from '../../../database/schema/tables.ts'

export type InviteLinkRow = Pick<
  Tables['invite_links'],
  'id' | 'organizationId' | 'spaceId' | 'collectionId' | 'role'
>

const columns = sql`
  l.id, l.organization_id as "organizationId", l.space_id as "spaceId", l.collection_id as "collectionId", l.role`

export class InviteRepository {
  /** Lists the links to the organization itself. Links to spaces and collections are not listed anywhere. */
  list(on: Queryable, organizationId: string, paging: Paging): Promise<Page<InviteLinkRow>> {
    return readPage(
      on,
      {
        id: sql`l.id`,
        from: sql`
          from invite_links l
          where l.organization_id = ${organizationId} and l.space_id is null and l.collection_id is null`,
        columns,
        joins: sql`join invite_links l on l.id = page.id`,
      },
      paging,
    )
  }

  /** Finds a link, unless its space is deleted. If the space is restored, so is the link. */
  find(on: Queryable, organizationId: string, id: string): Promise<InviteLinkRow | undefined> {
    return on.row(sql`
      select ${columns} from invite_links l
      left join spaces s on s.id = l.space_id
      where l.organization_id = ${organizationId} and l.id = ${id} and s.deleted_at is null`)
  }

  async insert(on: Queryable, link: InviteLinkRow, now: Date): Promise<void> {
    await on.execute(sql`
      insert into invite_links (id, organization_id, space_id, collection_id, role, created_at)
      values (${link.id}, ${link.organizationId}, ${link.spaceId}, ${link.collectionId}, ${link.role}, ${now})`)
  }

  async setRole(on: Queryable, id: string, role: MemberRole): Promise<void> {
    await on.execute(sql`update invite_links set role = ${role} where id = ${id}`)
  }

  async delete(on: Queryable, id: string): Promise<boolean> {
    return (await on.execute(sql`delete from invite_links where id = ${id}`)) > 0
  }

  /** Reads what decides whether and how a user can join an organization. */
  findJoinContext(on: Queryable, organizationId: string, userId: string) {
    return on.row<
      Pick<Tables['organizations'], 'emailDomains' | 'defaultRole' | 'sso' | 'inviteLinks'> &
        Pick<Tables['users'], 'email'> & { member: boolean }
    >(sql`
      select o.email_domains as "emailDomains", o.default_role as "defaultRole", o.sso,
        o.invite_links as "inviteLinks", u.email,
        exists (
          select from members m where m.organization_id = o.id and m.user_id = u.id
        ) as member
      from organizations o join users u on u.id = ${userId}
      where o.id = ${organizationId}`)
  }
}
