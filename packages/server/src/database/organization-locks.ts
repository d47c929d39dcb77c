import { sql, type Transaction } from './database.ts'

/**
 * Locks these organizations until the transaction ends, against others who reorder content or count admins in them. They are
 * locked in the order of their ids, so that two transfers in opposite directions cannot deadlock.
 */
export async function lockOrganizations(tx: Transaction, ids: string[]): Promise<void> {
  await tx.rows(sql`select id from organizations where id = any(${ids}) order by id for no key update`)
}
