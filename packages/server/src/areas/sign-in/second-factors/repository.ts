import { hashSecret } from '../../../common/secret-hash.ts'
import { type Queryable, sql, type Transaction } from '../../../database/database.ts'
import type { Tables } from '../../../database/schema/tables.ts'
import type { FirstFactor } from '../accounts/browser-sign-in.ts'

/** What an account has to show that its owner is its owner. */
export interface SecondFactorState {
  required: boolean
  passkeys: number
  recoveryCodes: number
}

/** Who has shown the first factor, and which one it was. */
export interface Ticket {
  userId: Tables['users']['id']
  signedInWith: FirstFactor
}

export class SecondFactorRepository {
  async getState(on: Queryable, userId: string): Promise<SecondFactorState> {
    const state = await on.row<SecondFactorState>(sql`
      select exists (select from second_factors where user_id = ${userId}) as required,
        (select count(*) from passkeys where user_id = ${userId}) as passkeys,
        (select count(*) from recovery_codes where user_id = ${userId}) as "recoveryCodes"`)
    return state ?? { required: false, passkeys: 0, recoveryCodes: 0 }
  }

  async setRequired(tx: Transaction, userId: string, isRequired: boolean, now: Date): Promise<void> {
    await tx.execute(
      isRequired
        ? sql`insert into second_factors (user_id, required_at) values (${userId}, ${now}) on conflict do nothing`
        : sql`delete from second_factors where user_id = ${userId}`,
    )
  }

  async insertTicket(
    tx: Transaction,
    secret: string,
    { userId, signedInWith }: Ticket,
    expiresAt: Date,
  ): Promise<void> {
    await tx.execute(sql`
      insert into second_factor_tickets (hash, user_id, signed_in_with, expires_at)
      values (${hashSecret(secret)}, ${userId}, ${signedInWith}, ${expiresAt})`)
  }

  findTicket(on: Queryable, secret: string, now: Date): Promise<Ticket | undefined> {
    return on.row(sql`
      select user_id as "userId", signed_in_with as "signedInWith" from second_factor_tickets
      where hash = ${hashSecret(secret)} and expires_at > ${now}`)
  }

  /** Returns whether the ticket was still there. Of two concurrent calls, only one gets true. */
  async deleteTicket(tx: Transaction, secret: string): Promise<boolean> {
    return (await tx.execute(sql`delete from second_factor_tickets where hash = ${hashSecret(secret)}`)) > 0
  }

  async replaceRecoveryCodes(tx: Transaction, userId: string, codes: readonly string[]): Promise<void> {
    await tx.execute(sql`delete from recovery_codes where user_id = ${userId}`)
    await tx.execute(sql`
      insert into recovery_codes (user_id, hash)
      select ${userId}, hash from unnest(${codes.map(hashSecret)}::bytea[]) as new (hash)`)
  }

  /** Deletes a code, so that it works once. Returns whether there was such a code. */
  async takeRecoveryCode(tx: Transaction, userId: string, code: string): Promise<boolean> {
    return (
      (await tx.execute(sql`
        delete from recovery_codes where user_id = ${userId} and hash = ${hashSecret(code)}`)) > 0
    )
  }

  /** Deletes all that an account shows besides its password: passkeys, recovery codes, what was begun with them. */
  async deleteFactors(tx: Transaction, userId: string): Promise<void> {
    await tx.execute(sql`delete from second_factors where user_id = ${userId}`)
    await tx.execute(sql`delete from recovery_codes where user_id = ${userId}`)
    await tx.execute(sql`delete from passkeys where user_id = ${userId}`)
    await tx.execute(sql`delete from second_factor_tickets where user_id = ${userId}`)
  }

  async deleteExpired(on: Queryable, now: Date): Promise<void> {
    await on.execute(sql`delete from second_factor_tickets where expires_at < ${now}`)
  }

  async lockUser(tx: Transaction, userId: string): Promise<void> {
    await tx.rows(sql`select id from users where id = ${userId} for update`)
  }
}
