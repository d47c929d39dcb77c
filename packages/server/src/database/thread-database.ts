import { type Queryable, Sql } from './database.ts'

/** A statement whose rows a thread needs: it has no connection to the database of its own. */
export interface RowsQuestion {
  strings: string[]
  values: unknown[]
}

/** The database as a thread sees it: it reads rows by asking the process that started it. */
export function createThreadDatabase(ask: (question: RowsQuestion) => Promise<unknown>): Queryable {
  const readRows = async <Row extends object>({ strings, values }: Sql): Promise<Row[]> => {
    // `answerRowsQuestion` answers with the rows that the database gives for the statement.
    const rows = (await ask({ strings, values })) as Record<string, unknown>[]
    return rows.map(
      (row) =>
        Object.fromEntries(Object.entries(row).map(([name, value]) => [name, restoreBuffers(value)])) as Row,
    )
  }
  return {
    rows: readRows,
    row: async <Row extends object>(query: Sql) => (await readRows<Row>(query))[0],
    execute: () => Promise.reject(new Error('a thread does not change anything')),
    afterCommit: (callback) => callback(),
  }
}

/** Answers a thread that reads rows. */
export const answerRowsQuestion = (on: Queryable, { strings, values }: RowsQuestion): Promise<object[]> =>
  on.rows(new Sql(strings, values.map(restoreBuffers)))

/** Buffers arrive in another thread as plain byte arrays; the database driver needs buffers. */
const restoreBuffers = (value: unknown): unknown =>
  value instanceof Uint8Array
    ? Buffer.from(value.buffer, value.byteOffset, value.byteLength)
    : Array.isArray(value)
      ? value.map(restoreBuffers)
      : value
