import { hashSecret } from '../../../common/secret-hash.ts'
import { type Queryable, type Sql, sql, type Transaction } from '../../../database/database.ts'
import type { Tables } from '../../../database/schema/tables.ts'

/** What somebody does with a link. */
export type LinkPurpose = 'setup' | 'sign-in' | 'password-reset' | 'invitation' | 'email-change'

export interface NewLink extends Pick<
  Tables['one_time_links'],
  'id' | 'userId' | 'organizationId' | 'email' | 'newEmail' | 'inviteLinkId'
> {
  isMailed: boolean
  secret: string
  purpose: LinkPurpose
  createdAt: Date
  expiresAt: Date
}

export interface LinkRow extends Pick<
  Tables['one_time_links'],
  'id' | 'userId' | 'organizationId' | 'inviteLinkId' | 'newEmail' | 'expiresAt'
> {
  purpose: LinkPurpose
  /** Also when it is for the first sign-in, and the person has come in another way or is no member any more. */
  isUsed: boolean
  /** Whoever has it reads the mails of the address. */
  isMailed: boolean
  email: Tables['users']['email']
  displayName: Tables['users']['displayName']
  organizationTitle: Tables['organizations']['title'] | null
}

/** Whether nobody has come to the account yet, where the link is for the first to come. */
const isPending = (link: Sql): Sql => sql`
  (${link}.purpose not in ('setup', 'invitation') or ${link}.user_id is null or exists (
    select from users pending
    join members m on m.user_id = pending.id and m.organization_id = ${link}.organization_id
    where pending.id = ${link}.user_id and pending.first_signed_in_at is null
  ))`

const columns = sql`
  l.id, l.purpose, l.user_id as "userId", l.organization_id as "organizationId", l.expires_at as "expiresAt",
  (l.used_at is not null or not ${isPending(sql`l`)}) as "isUsed", l.mailed as "isMailed",
  l.invite_link_id as "inviteLinkId", l.new_email as "newEmail", coalesce(u.email, l.email) as email,
  coalesce(u.display_name, split_part(l.email, '@', 1)) as "displayName", o.title as "organizationTitle"`

export class OneTimeLinkRepository {
  async insert(on: Queryable, link: NewLink): Promise<void> {
    await on.execute(sql`
      insert into one_time_links (
        id, hash, purpose, user_id, email, new_email, organization_id, invite_link_id, mailed, created_at, expires_at
      ) values (
        ${link.id}, ${hashSecret(link.secret)}, ${link.purpose}, ${link.userId}, ${link.email},
        ${link.newEmail}, ${link.organizationId}, ${link.inviteLinkId}, ${link.isMailed}, ${link.createdAt}, ${link.expiresAt}
      )`)
  }

  find(on: Queryable, secret: string): Promise<LinkRow | undefined> {
    return on.row(sql`
      select ${columns} from one_time_links l
      left join users u on u.id = l.user_id left join organizations o on o.id = l.organization_id
      where l.hash = ${hashSecret(secret)}`)
  }

  /**
   * Marks a link as used. Of several at once, one gets the row. The account is locked first, so that nobody comes to it in
   * another way between the question whether anybody has, and the end of the transaction.
   */
  async use(tx: Transaction, secret: string, purpose: LinkPurpose, now: Date): Promise<LinkRow | undefined> {
    await tx.rows(sql`
      select u.id from one_time_links l join users u on u.id = l.user_id
      where l.hash = ${hashSecret(secret)} for update of u`)
    return tx.row(sql`
      with l as (
        update one_time_links as l set used_at = ${now}
        where l.hash = ${hashSecret(secret)} and l.purpose = ${purpose} and l.used_at is null and l.expires_at > ${now}
          and ${isPending(sql`l`)}
        returning *
      )
      select ${columns} from l left join users u on u.id = l.user_id left join organizations o on o.id = l.organization_id`)
  }

  /** Ends the unused links of an account, as if they had expired. */
  async end(on: Queryable, userId: string, purposes: readonly LinkPurpose[], now: Date): Promise<void> {
    await on.execute(sql`
      update one_time_links set expires_at = ${now}
      where user_id = ${userId} and purpose = any(${purposes}::text[]) and used_at is null and expires_at > ${now}`)
  }

  /** The person has opened what was mailed to the address, so it is theirs. */
  async proveAddress(on: Queryable, userId: string): Promise<void> {
    await on.execute(sql`update users set email_unproven = false where id = ${userId} and email_unproven`)
  }

  async delete(on: Queryable, id: string): Promise<void> {
    await on.execute(sql`delete from one_time_links where id = ${id}`)
  }

  /** What others write about the account, such as a new token, does not wait for it. */
  async lockAccount(tx: Transaction, userId: string): Promise<void> {
    await tx.execute(sql`select from users where id = ${userId} for no key update`)
  }

  countSince(on: Queryable, userId: string, purpose: LinkPurpose, since: Date): Promise<number> {
    return on
      .row<{ count: number }>(sql`
        select count(*)::integer as count from one_time_links
        where user_id = ${userId} and purpose = ${purpose} and created_at > ${since}`)
      .then((row) => row?.count ?? 0)
  }

  /** Whether nobody has set up the installation: its link was never used, and its admin has never come in another way. */
  async isSetupPending(on: Queryable): Promise<boolean> {
    const row = await on.row(sql`
      select from one_time_links l join users u on u.id = l.user_id
      where l.purpose = 'setup' and l.used_at is null and u.first_signed_in_at is null
        and not exists (select from passwords p where p.user_id = u.id)
      limit 1`)
    return row !== undefined
  }

  /** The link of the first start stays: it says whether the installation was set up. */
  async deleteExpired(on: Queryable, before: Date): Promise<void> {
    await on.execute(sql`delete from one_time_links where expires_at < ${before} and purpose <> 'setup'`)
  }
}
