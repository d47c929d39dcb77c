import { type Queryable, raw, sql, type Transaction } from '../../../database/database.ts'
import type { Tables } from '../../../database/schema/tables.ts'

/** Tables with many rows of one organization, which one statement must not delete all of. Those that others refer to are last. */
const largeTables = [
  'notifications',
  'tasks',
  'translation_memory',
  'glossary_entries',
  'translations',
  'uploads',
  'openapi_specs',
  'events',
] as const satisfies readonly (keyof Tables)[]

export class OrganizationRemovalRepository {
  /** Waits for whoever is adding something to the organization. Returns false when it is deleted already. */
  async markDeleted(tx: Transaction, id: string, now: Date): Promise<boolean> {
    await tx.rows(sql`select id from organizations where id = ${id} for update`)
    const count = await tx.execute(sql`
      update organizations set deleted_at = ${now}, hostname = null, email_domains = '{}', default_site = null, logo_url = null
      where id = ${id} and deleted_at is null`)
    return count > 0
  }

  /** Takes away everything by which somebody reaches the organization. Members stay until their accounts were looked at. */
  async closeWaysIn(tx: Transaction, id: string, now: Date): Promise<void> {
    await tx.execute(sql`update members set disabled = true where organization_id = ${id} and not disabled`)
    await tx.execute(sql`delete from tokens where organization_id = ${id}`)
    await tx.execute(sql`delete from one_time_links where organization_id = ${id} and purpose <> 'setup'`)
    await tx.execute(sql`delete from invitations where organization_id = ${id}`)
    await tx.execute(sql`delete from invite_links where organization_id = ${id}`)
    await tx.execute(sql`delete from saml_providers where organization_id = ${id}`)
    await tx.execute(sql`delete from oidc_providers where organization_id = ${id}`)
    await tx.execute(sql`delete from old_organization_names where organization_id = ${id}`)
    await tx.execute(sql`delete from sites where organization_id = ${id}`)
    await tx.execute(sql`
      update spaces set deleted_at = ${now} where organization_id = ${id} and deleted_at is null`)
  }

  async isDeleted(on: Queryable, id: string): Promise<boolean> {
    const row = await on.row(sql`
      select id from organizations where id = ${id} and deleted_at is not null`)
    return row !== undefined
  }

  async hasSpaces(on: Queryable, id: string): Promise<boolean> {
    return (await on.row(sql`select id from spaces where organization_id = ${id} limit 1`)) !== undefined
  }

  async listSpaces(on: Queryable, id: string, after: string, limit: number): Promise<string[]> {
    const rows = await on.rows<{ id: string }>(sql`
      select id from spaces where organization_id = ${id} and id > ${after} order by id limit ${limit}`)
    return rows.map((row) => row.id)
  }

  /**
   * Removes some members, and returns how many. Accounts that belong to nobody else go with them: those that a provider of
   * the organization has made, and those that nobody has ever used.
   */
  async removeMembers(tx: Transaction, id: string, limit: number): Promise<number> {
    const rows = await tx.rows<{ userId: string }>(sql`
      delete from members where (organization_id, user_id) in (
        select organization_id, user_id from members where organization_id = ${id} order by user_id limit ${limit}
      ) returning user_id as "userId"`)
    await tx.execute(sql`
      delete from users u
      where u.id = any(${rows.map(({ userId }) => userId)}::text[])
        and not exists (select from members m where m.user_id = u.id)
        and not exists (select from invitations i where i.user_id = u.id)
        and (u.managed or (
          u.first_signed_in_at is null
          and not exists (select from tokens t where t.user_id = u.id)
          and not exists (select from passwords p where p.user_id = u.id)
        ))`)
    return rows.length
  }

  /** Deletes some rows of the organization, and returns how many. */
  async removeRows(on: Queryable, id: string, limit: number): Promise<number> {
    const versions = await on.execute(sql`
      delete from openapi_versions where ctid in (
        select v.ctid from openapi_versions v join openapi_specs s on s.id = v.spec_id
        where s.organization_id = ${id} limit ${limit}
      )`)
    if (versions > 0) return versions
    for (const table of largeTables) {
      const count = await on.execute(sql`
        delete from ${raw(table)} where ctid in (
          select ctid from ${raw(table)} where organization_id = ${id} limit ${limit}
        )`)
      if (count > 0) return count
    }
    return 0
  }

  /** Removes the organization, and notes it for the garbage collector, which deletes files that nothing names any more. */
  async removeOrganization(on: Queryable, id: string, now: Date): Promise<void> {
    await on.execute(sql`
      with removed as (delete from organizations where id = ${id} and deleted_at is not null returning id)
      insert into removals (removed_at) select ${now} from removed`)
    // What triggers have written about the removal itself.
    await on.execute(sql`delete from events where organization_id = ${id}`)
  }
}
