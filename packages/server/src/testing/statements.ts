import { appendFileSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { newId } from '../common/ids.ts'
import type { Database } from '../database/database.ts'

// Tests reach most statements with some values only, and a branch of a CASE or a column that no row has is never looked at.
// Preparing a statement makes PostgreSQL check all of it against the schema, without running it.

/**
 * Writes each distinct statement that a database is sent to a file of the folder. A test that makes tables of its own asks
 * for them with `database.pool`, which is not recorded.
 */
export function recordStatements(database: Database, folder: string): void {
  const file = join(folder, newId())
  const recordedTexts = new Set<string>()
  database.onQuery((text) => {
    if (recordedTexts.has(text)) return
    recordedTexts.add(text)
    if (canBePrepared(text) || isTemporaryTable(text)) appendFileSync(file, `${JSON.stringify(text)}\n`)
  })
}

/** Prepares every recorded statement, and throws an error that names those that PostgreSQL refuses. */
export async function checkStatements(database: Database, folder: string): Promise<void> {
  const statements = [...new Set(readdirSync(folder).flatMap((file) => readStatements(join(folder, file))))]
  const client = await database.pool.connect()
  try {
    const failures: string[] = []
    const temporaryTables = statements.filter((text) => isTemporaryTable(text))
    // Outside of their transaction they would be dropped at once.
    for (const text of temporaryTables) await client.query(text.replace('on commit drop', ''))
    for (const text of statements.filter((text) => !isTemporaryTable(text))) {
      try {
        await client.query(`prepare checked as ${text}`)
        await client.query('deallocate checked')
      } catch (error) {
        failures.push(`${error instanceof Error ? error.message : String(error)}\n${text}`)
      }
    }
    if (failures.length === 0) return
    throw new Error(`The schema does not fit ${failures.length} statements:\n\n${failures.join('\n\n')}`)
  } finally {
    // Ends the session, and its temporary tables with it.
    client.release(true)
  }
}

const readStatements = (file: string): string[] =>
  readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => String(JSON.parse(line)))

/** Whether PREPARE takes the statement: it takes queries and writes, but no DDL, no SET and no DO. */
const canBePrepared = (text: string): boolean =>
  /^(?:with|select|insert|update|delete|merge|values)\b/i.test(skipComments(text))

const isTemporaryTable = (text: string): boolean =>
  /^create (?:temporary|temp) table\b/i.test(skipComments(text))

/** Removes comments and spaces before the first keyword. */
const skipComments = (text: string): string => text.replace(/^(?:\s|\/\*.*?\*\/|--[^\n]*\n)+/s, '')
