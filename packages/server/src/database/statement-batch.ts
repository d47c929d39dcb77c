import type { Writable } from 'node:stream'
import pg from 'pg'

export interface Statement {
  /** The name that it is prepared under. Without one, it is parsed on each call. */
  name?: string
  text: string
  values: readonly unknown[]
  /** Whether somebody reads the rows that it returns. */
  hasReader: boolean
}

export interface StatementResult {
  /** The command as PostgreSQL names it: what a commit did may be `ROLLBACK`. */
  command: string
  rowCount: number
  rows: object[]
}

/** How a batch ended: when a statement failed, only those before it have results. */
export interface BatchOutcome {
  results: StatementResult[]
  error?: unknown
}

/** The messages of PostgreSQL's protocol, as pg sends them. Its types are those of an older version. */
interface MessageWriter {
  stream: Writable
  /** The texts of the statements that are prepared on the connection, by their names. */
  parsedStatements: Record<string, string | undefined>
  parse: (message: { name?: string; text: string }) => void
  bind: (message: {
    statement?: string
    values: readonly unknown[]
    valueMapper: (value: unknown) => unknown
  }) => void
  describe: (message: { type: 'P' }) => void
  execute: () => void
  sync: () => void
}

// The types of pg leave it out.
const { prepareValue } = (pg as unknown as { utils: { prepareValue: (value: unknown) => unknown } }).utils

type ColumnParser = (value: string) => unknown

/**
 * Statements that are sent to PostgreSQL at once and answered at once. When one fails, PostgreSQL skips those behind it: a
 * commit at the end happens only if everything before it has.
 *
 * pg sends whatever has a `submit`, calls the `handle…` methods with the answers, and remembers that `name` is prepared when
 * PostgreSQL says so: it is that of the statement whose answer comes next.
 */
export class StatementBatch implements pg.Submittable {
  readonly #statements: readonly Statement[]
  readonly #types: pg.CustomTypesConfig
  readonly #outcome = Promise.withResolvers<BatchOutcome>()
  readonly #results: StatementResult[] = []
  #columns: { name: string; parse: ColumnParser }[] = []
  #rows: object[] = []
  /** What went wrong in this process, and with which statement. */
  #failure: { error: unknown; index: number } | undefined

  constructor(statements: readonly Statement[], types: pg.CustomTypesConfig) {
    this.#statements = statements
    this.#types = types
  }

  get outcome(): Promise<BatchOutcome> {
    return this.#outcome.promise
  }

  get name(): string | undefined {
    return this.#statements[this.#results.length]?.name
  }

  get text(): string | undefined {
    return this.#statements[this.#results.length]?.text
  }

  submit(connection: pg.Connection): void {
    const writer = connection as unknown as MessageWriter
    const parsedNames = new Set<string>()
    writer.stream.cork()
    try {
      for (const [index, statement] of this.#statements.entries()) {
        try {
          writeStatement(writer, statement, parsedNames)
        } catch (error) {
          // A value that cannot be sent. The statements before it are answered, those behind it are not sent.
          this.#failure = { error, index }
          break
        }
      }
    } finally {
      writer.sync()
      writer.stream.uncork()
    }
  }

  handleRowDescription({ fields }: { fields: pg.FieldDef[] }): void {
    this.#columns = fields.map(({ name, dataTypeID }) => ({
      name,
      parse: this.#types.getTypeParser(dataTypeID, 'text') as ColumnParser,
    }))
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    try {
      const row: Record<string, unknown> = {}
      for (const [index, { name, parse }] of this.#columns.entries()) {
        const value = fields[index] ?? null
        row[name] = value === null ? null : parse(value)
      }
      this.#rows.push(row)
    } catch (error) {
      this.#failure ??= { error, index: this.#results.length }
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    const words = text.split(' ')
    // Some commands have two words and no count.
    const rowCount = Number.parseInt(words.at(-1) ?? '', 10) || 0
    this.#results.push({ command: words[0] ?? '', rowCount, rows: this.#rows })
    this.#columns = []
    this.#rows = []
  }

  handleReadyForQuery(): void {
    if (!this.#failure) return this.#outcome.resolve({ results: this.#results })
    const { error, index } = this.#failure
    this.#outcome.resolve({ results: this.#results.slice(0, index), error })
  }

  handleError(error: unknown): void {
    this.#outcome.resolve({ results: this.#results, error })
  }
}

function writeStatement(writer: MessageWriter, statement: Statement, parsedNames: Set<string>): void {
  const { name, text, values, hasReader } = statement
  if (name === undefined) {
    writer.parse({ text })
  } else if (writer.parsedStatements[name] === undefined && !parsedNames.has(name)) {
    writer.parse({ name, text })
    parsedNames.add(name)
  }
  writer.bind({ ...(name !== undefined && { statement: name }), values, valueMapper: prepareValue })
  if (hasReader) writer.describe({ type: 'P' })
  writer.execute()
}
