import { sql, type Transaction } from '../../../database/database.ts'
import type { Tables } from '../../../database/schema/tables.ts'

/** The people whom the identity providers of organizations know. */
export class ProviderMemberRepository {
  async insertUser(
    tx: Transaction,
    user: Pick<Tables['users'], 'id' | 'email' | 'displayName'>,
    now: Date,
  ): Promise<void> {
    await tx.execute(sql`
      insert into users (id, email, display_name, managed, created_at)
      values (${user.id}, ${user.email}, ${user.displayName}, true, ${now})`)
  }

  async setDisplayName(tx: Transaction, userId: string, displayName: string): Promise<void> {
    await tx.execute(sql`update users set display_name = ${displayName} where id = ${userId} and managed`)
  }

  /** Reads whether someone is a member, and whether the membership is disabled. */
  async getMembership(
    tx: Transaction,
    organizationId: string,
    userId: string,
  ): Promise<'yes' | 'no' | 'disabled'> {
    const row = await tx.row<Pick<Tables['members'], 'disabled'>>(sql`
      select disabled from members where organization_id = ${organizationId} and user_id = ${userId}`)
    return row ? (row.disabled ? 'disabled' : 'yes') : 'no'
  }

  async setSsoMember(tx: Transaction, organizationId: string, userId: string): Promise<void> {
    await tx.execute(sql`
      update members set sso = true where organization_id = ${organizationId} and user_id = ${userId}`)
  }

  async addToTeam(tx: Transaction, organizationId: string, teamId: string, userId: string): Promise<void> {
    await tx.execute(sql`
      insert into team_members (organization_id, team_id, user_id)
      values (${organizationId}, ${teamId}, ${userId}) on conflict do nothing`)
  }
}
