import { sql, type Transaction } from './database.ts'

/**
 * Keys of advisory locks that processes take so that only one of them does something at a time. Any numbers would do
 * that no other program uses in the same database; that of the migrations is in migrate.ts.
 */
const lockKeys = {
  /** Creating the first organization on an empty database. */
  'first-start': 0x7665_7274,
  /** Creating the tables of the queue. */
  'queue-tables': 0x7665_7275,
} as const

/** Waits for the lock and holds it until the transaction ends. */
export async function lockForProcess(tx: Transaction, name: keyof typeof lockKeys): Promise<void> {
  await tx.rows(sql`select pg_advisory_xact_lock(${lockKeys[name]})`)
}
