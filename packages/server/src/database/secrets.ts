import { randomBytes } from 'node:crypto'
import { type Database, sql } from './database.ts'

/** What the secrets of an installation are for. */
export interface Secrets {
  /** Signs the cursors of lists. */
  cursors: Buffer
  /** Signs what Verso says about a member to others. */
  claims: Buffer
  /** Signs addresses that work without a token. */
  signatures: Buffer
  /** Signs the ids of documents. */
  documents: Buffer
  /** Hides others' secrets that Verso keeps for people. */
  seal: Buffer
  /** Signs what visitors of sites are given. */
  visitors: Buffer
}

/** The installation's secrets, made once and shared by all its processes. */
export async function readSecrets(database: Database): Promise<Secrets> {
  return {
    cursors: await secret(database, 'cursors'),
    claims: await secret(database, 'claims'),
    signatures: await secret(database, 'signatures'),
    seal: await secret(database, 'seal'),
    documents: await secret(database, 'documents'),
    visitors: await secret(database, 'visitors'),
  }
}

async function secret(database: Database, name: string): Promise<Buffer> {
  await database.execute(sql`
    insert into secrets (name, value) values (${name}, ${randomBytes(32)}) on conflict do nothing`)
  const row = await database.row<{ value: Buffer }>(sql`select value from secrets where name = ${name}`)
  if (!row) throw new Error(`the secret "${name}" was not stored`)
  return row.value
}
