import { sql, type Transaction } from './database.ts'

/**
 * Holds back everyone else who reorders content or counts admins in these organizations until the transaction
 * ends. Always in the order of their ids, so that two transfers in opposite directions cannot block each other.
 */
export async function lockOrganizations(tx: Transaction, ids: string[]): Promise<void> {
  await tx.rows(sql`select id from organizations where id = any(${ids}) order by id for no key update`)
}
