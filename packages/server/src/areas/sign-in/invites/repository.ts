import type { MemberRole } from '../../../access/roles.ts'
import { type Queryable, sql, type Transaction } from '../../../database/database.ts'
import { type Page, type Paging, readPage } from '../../../database/paging.ts'
import type { Tables } from '../../../database/schema/tables.ts'

export type InviteLinkRow = Pick<
  Tables['invite_links'],
  | 'id'
  | 'organizationId'
  | 'spaceId'
  | 'collectionId'
  | 'role'
  | 'maxUses'
  | 'uses'
  | 'expiresAt'
  | 'emailDomains'
>

export type InviteLinkLimits = Pick<InviteLinkRow, 'maxUses' | 'expiresAt' | 'emailDomains'>

/** What whoever has an invite link may see of it. */
export interface InvitePreviewRow extends InviteLinkRow, Pick<Tables['organizations'], 'inviteLinks'> {
  organizationTitle: Tables['organizations']['title']
}

const columns = sql`
  l.id, l.organization_id as "organizationId", l.space_id as "spaceId", l.collection_id as "collectionId", l.role,
  l.max_uses as "maxUses", l.uses, l.expires_at as "expiresAt", l.email_domains as "emailDomains"`

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
      insert into invite_links (
        id, organization_id, space_id, collection_id, role, created_at, max_uses, expires_at, email_domains
      ) values (
        ${link.id}, ${link.organizationId}, ${link.spaceId}, ${link.collectionId}, ${link.role}, ${now},
        ${link.maxUses}, ${link.expiresAt}, ${link.emailDomains}
      )`)
  }

  async update(
    on: Queryable,
    id: string,
    { role, maxUses, expiresAt, emailDomains }: InviteLinkLimits & { role: MemberRole },
  ): Promise<void> {
    await on.execute(sql`
      update invite_links
      set role = ${role}, max_uses = ${maxUses}, expires_at = ${expiresAt}, email_domains = ${emailDomains}
      where id = ${id}`)
  }

  /** Counts a use, unless there have been as many as the link allows. Uses at once wait for each other. */
  async countUse(tx: Transaction, id: string): Promise<boolean> {
    const counted = await tx.execute(sql`
      update invite_links set uses = uses + 1 where id = ${id} and (max_uses is null or uses < max_uses)`)
    return counted > 0
  }

  findPreview(on: Queryable, organizationId: string, id: string): Promise<InvitePreviewRow | undefined> {
    return on.row(sql`
      select ${columns}, o.title as "organizationTitle", o.invite_links as "inviteLinks"
      from invite_links l join organizations o on o.id = l.organization_id
      left join spaces s on s.id = l.space_id
      where l.organization_id = ${organizationId} and l.id = ${id} and s.deleted_at is null`)
  }

  async delete(on: Queryable, id: string): Promise<boolean> {
    return (await on.execute(sql`delete from invite_links where id = ${id}`)) > 0
  }

  /** Reads what decides whether and how a user can join an organization. */
  findJoinContext(on: Queryable, organizationId: string, userId: string) {
    return on.row<
      Pick<Tables['organizations'], 'emailDomains' | 'defaultRole' | 'sso' | 'inviteLinks'> &
        Pick<Tables['users'], 'email'> & { member: boolean; isEmailUnproven: boolean }
    >(sql`
      select o.email_domains as "emailDomains", o.default_role as "defaultRole", o.sso,
        o.invite_links as "inviteLinks", u.email, u.email_unproven as "isEmailUnproven",
        exists (
          select from members m where m.organization_id = o.id and m.user_id = u.id
        ) as member
      from organizations o join users u on u.id = ${userId}
      where o.id = ${organizationId}`)
  }
}
