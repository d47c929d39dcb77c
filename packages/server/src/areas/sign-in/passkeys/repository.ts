import { hashSecret } from '../../../common/secret-hash.ts'
import { type Queryable, sql, type Transaction } from '../../../database/database.ts'
import { type Page, type Paging, readPage } from '../../../database/paging.ts'
import type { Tables } from '../../../database/schema/tables.ts'

export type PasskeyRow = Pick<
  Tables['passkeys'],
  | 'id'
  | 'userId'
  | 'name'
  | 'credentialId'
  | 'publicKey'
  | 'counter'
  | 'transports'
  | 'createdAt'
  | 'lastUsedAt'
>

export type ChallengePurpose = Tables['passkey_challenges']['purpose']

const columns = sql`
  p.id, p.user_id as "userId", p.name, p.credential_id as "credentialId", p.public_key as "publicKey", p.counter,
  p.transports, p.created_at as "createdAt", p.last_used_at as "lastUsedAt"`

export class PasskeyRepository {
  list(on: Queryable, userId: string, paging: Paging): Promise<Page<PasskeyRow>> {
    return readPage<PasskeyRow>(
      on,
      {
        id: sql`p.id`,
        from: sql`from passkeys p where p.user_id = ${userId}`,
        columns,
        joins: sql`join passkeys p on p.id = page.id`,
      },
      paging,
    )
  }

  listAll(on: Queryable, userId: string): Promise<PasskeyRow[]> {
    return on.rows(sql`select ${columns} from passkeys p where p.user_id = ${userId} order by p.id`)
  }

  findByCredential(on: Queryable, credentialId: string): Promise<PasskeyRow | undefined> {
    return on.row(sql`select ${columns} from passkeys p where p.credential_id = ${credentialId}`)
  }

  /** Returns nothing if the authenticator is registered already. */
  insert(
    tx: Transaction,
    passkey: Omit<PasskeyRow, 'createdAt' | 'lastUsedAt'>,
    now: Date,
  ): Promise<PasskeyRow | undefined> {
    return tx.row(sql`
      insert into passkeys as p (id, user_id, name, credential_id, public_key, counter, transports, created_at)
      values (
        ${passkey.id}, ${passkey.userId}, ${passkey.name}, ${passkey.credentialId}, ${passkey.publicKey},
        ${passkey.counter}, ${passkey.transports}, ${now}
      )
      on conflict (credential_id) do nothing
      returning ${columns}`)
  }

  rename(on: Queryable, userId: string, id: string, name: string): Promise<PasskeyRow | undefined> {
    return on.row(sql`
      update passkeys p set name = ${name} where p.id = ${id} and p.user_id = ${userId} returning ${columns}`)
  }

  /** Stores a use. Returns false if another use with the same count, or a higher one, came first. */
  async recordUse(on: Queryable, { id, counter }: Pick<PasskeyRow, 'id' | 'counter'>, now: Date) {
    const updated = await on.execute(sql`
      update passkeys set counter = ${counter}, last_used_at = ${now}
      where id = ${id} and (counter < ${counter} or (counter = 0 and ${counter} = 0))`)
    return updated > 0
  }

  async delete(tx: Transaction, userId: string, id: string): Promise<boolean> {
    return (await tx.execute(sql`delete from passkeys where id = ${id} and user_id = ${userId}`)) > 0
  }

  async insertChallenge(
    on: Queryable,
    challenge: { text: string; purpose: ChallengePurpose; userId: string | null; expiresAt: Date },
  ): Promise<void> {
    await on.execute(sql`
      insert into passkey_challenges (hash, purpose, user_id, expires_at)
      values (${hashSecret(challenge.text)}, ${challenge.purpose}, ${challenge.userId}, ${challenge.expiresAt})`)
  }

  /** Deletes a challenge, whether or not the answer to it is right. Returns whether it could still be used. */
  async takeChallenge(
    on: Queryable,
    challenge: { text: string; purpose: ChallengePurpose; userId: string | null },
    now: Date,
  ): Promise<boolean> {
    const row = await on.row<Pick<Tables['passkey_challenges'], 'expiresAt'>>(sql`
      delete from passkey_challenges
      where hash = ${hashSecret(challenge.text)} and purpose = ${challenge.purpose}
        and user_id is not distinct from ${challenge.userId}
      returning expires_at as "expiresAt"`)
    return row !== undefined && Date.parse(row.expiresAt) > now.getTime()
  }

  async deleteExpired(on: Queryable, now: Date): Promise<void> {
    await on.execute(sql`delete from passkey_challenges where expires_at < ${now}`)
  }

  /** Locks an account, so that two requests cannot take its last two ways in at the same time. */
  async lockUser(
    tx: Transaction,
    userId: string,
  ): Promise<Pick<Tables['users'], 'email' | 'displayName'> | undefined> {
    return tx.row(sql`
      select email, display_name as "displayName" from users where id = ${userId} for update`)
  }
}
