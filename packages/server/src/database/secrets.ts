import { randomBytes } from 'node:crypto'
import { type Database, sql } from './database.ts'
import type { Tables } from './schema/tables.ts'

/** The secrets of an installation, by their use. */
export interface Secrets {
  /** Signs the cursors of lists. */
  cursors: Buffer
  /** Signs the claims about a member that Verso gives to other services. */
  claims: Buffer
  /** Signs URLs that work without a token. */
  signatures: Buffer
  /** Signs the ids of documents. */
  documents: Buffer
  /** Encrypts the secrets of other services that people store in Verso. */
  seal: Buffer
  /** Signs the tokens of visitors of sites. */
  visitors: Buffer
}

/** Reads the secrets, which the first process creates and all processes share. */
export async function readSecrets(database: Database): Promise<Secrets> {
  return {
    cursors: await ensureSecret(database, 'cursors'),
    claims: await ensureSecret(database, 'claims'),
    signatures: await ensureSecret(database, 'signatures'),
    seal: await ensureSecret(database, 'seal'),
    documents: await ensureSecret(database, 'documents'),
    visitors: await ensureSecret(database, 'visitors'),
  }
}

async function ensureSecret(database: Database, name: string): Promise<Buffer> {
  await database.execute(sql`
    insert into secrets (name, value) values (${name}, ${randomBytes(32)}) on conflict do nothing`)
  const row = await database.row<Pick<Tables['secrets'], 'value'>>(
    sql`select value from secrets where name = ${name}`,
  )
  if (!row) throw new Error(`the secret "${name}" was not stored`)
  return row.value
}
