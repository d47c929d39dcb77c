import { type Queryable, sql, type Transaction } from '../../../database/database.ts'
import type { Tables } from '../../../database/schema/tables.ts'

export type GitSSHKeyRow = Pick<Tables['git_ssh_keys'], 'id' | 'publicKey' | 'fingerprint' | 'createdAt'>

export type NewGitSSHKey = Pick<
  Tables['git_ssh_keys'],
  'id' | 'spaceId' | 'publicKey' | 'fingerprint' | 'privateKey'
> & { userId: string }

const columns = sql`k.id, k.public_key as "publicKey", k.fingerprint, k.created_at as "createdAt"`

export class GitSSHKeyRepository {
  /** Newest first. */
  list(on: Queryable, spaceId: string): Promise<GitSSHKeyRow[]> {
    return on.rows(sql`
      select ${columns} from git_ssh_keys k where k.space_id = ${spaceId} order by k.created_at desc, k.id desc`)
  }

  /** Newest first. */
  listPrivateKeys(
    on: Queryable,
    spaceId: string,
  ): Promise<Pick<Tables['git_ssh_keys'], 'id' | 'privateKey'>[]> {
    return on.rows(sql`
      select k.id, k.private_key as "privateKey" from git_ssh_keys k where k.space_id = ${spaceId}
      order by k.created_at desc, k.id desc`)
  }

  /** Counts the keys of a space. The space is locked until the transaction ends, so that no other request adds one. */
  async lockAndCount(tx: Transaction, spaceId: string): Promise<number> {
    await tx.rows(sql`select id from spaces where id = ${spaceId} for update`)
    return (await this.list(tx, spaceId)).length
  }

  async insert(tx: Transaction, key: NewGitSSHKey, now: Date): Promise<GitSSHKeyRow> {
    const row = await tx.row<GitSSHKeyRow>(sql`
      insert into git_ssh_keys as k (id, space_id, public_key, fingerprint, private_key, created_by, created_at)
      values (${key.id}, ${key.spaceId}, ${key.publicKey}, ${key.fingerprint}, ${key.privateKey}, ${key.userId}, ${now})
      returning ${columns}`)
    if (!row) throw new Error('insert returned no row')
    return row
  }

  async delete(on: Queryable, spaceId: string, id: string): Promise<boolean> {
    return (await on.execute(sql`delete from git_ssh_keys where space_id = ${spaceId} and id = ${id}`)) > 0
  }
}
