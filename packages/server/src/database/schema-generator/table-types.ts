import { type Queryable, sql } from '../database.ts'

/** One column of a table, as PostgreSQL's catalog describes it. */
interface Column {
  table: string
  name: string
  isNullable: boolean
  /** The name of its type; that of the type under it when it is a domain. */
  type: string
  /** The labels of an enum in their order; none when the type is no enum. */
  labels: string[]
  /** The definitions of the check constraints that name this column and no other. */
  checks: string[]
}

// The TypeScript types of what pg returns, given the parsers that database.ts sets.
const typescriptTypes: Record<string, string> = {
  bool: 'boolean',
  bytea: 'Buffer',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  json: 'unknown',
  jsonb: 'unknown',
  text: 'string',
  _text: 'string[]',
  timestamptz: 'Timestamp',
  tsvector: 'string',
}

const PRINT_WIDTH = 110

/**
 * The source of tables.ts, formatted as oxfmt would: the type of a row of every table of a migrated database, and the names
 * of its unique and foreign keys.
 */
export async function generateTableTypes(database: Queryable): Promise<string> {
  const tables = Map.groupBy(await readColumns(database), ({ table }) => table)
  const constraints = await readConstraintNames(database)
  return [
    '// Generated from the migrated database by `npm run generate:schema`: do not edit.',
    '// ../schema-generator/README.md says how queries use these types.',
    '',
    "import type { Timestamp } from './timestamp.ts'",
    '',
    '/** The rows of every table, by the name of the table. */',
    'export interface Tables {',
    ...[...tables].map(([table, columns]) => `  ${table}: {\n${columns.flatMap(writeField).join('\n')}\n  }`),
    '}',
    '',
    '/** The unique and foreign keys, as PostgreSQL names them when a statement breaks one. */',
    'export type ConstraintName =',
    ...constraints.map((name) => `  | ${quote(name)}`),
    '',
  ].join('\n')
}

async function readConstraintNames(database: Queryable): Promise<string[]> {
  const rows = await database.rows<{ name: string }>(sql`
    select name from (
      select conname as name from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace
      union
      select c.relname from pg_index i join pg_class c on c.oid = i.indexrelid
      where i.indisunique and not i.indisprimary and c.relnamespace = 'public'::regnamespace
    ) as constraints order by name collate "C"`)
  return rows.map(({ name }) => name)
}

function readColumns(database: Queryable): Promise<Column[]> {
  return database.rows<Column>(sql`
    select c.relname as table, a.attname as name, not a.attnotnull as "isNullable", base.typname as type,
      array(select e.enumlabel::text from pg_enum e where e.enumtypid = base.oid order by e.enumsortorder) as labels,
      array(
        select pg_get_constraintdef(k.oid) from pg_constraint k
        where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum] order by k.conname
      ) as checks
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    join pg_type t on t.oid = a.atttypid
    join pg_type base on base.oid = case t.typtype when 'd' then t.typbasetype else t.oid end
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
    order by c.relname collate "C", a.attnum`)
}

function writeField(column: Column): string[] {
  const type = findType(column)
  const types = [...type, ...(column.isNullable && !type.includes('unknown') ? ['null'] : [])]
  const field = `    ${camelCase(column.name)}:`
  const line = `${field} ${types.join(' | ')}`
  const lines = line.length <= PRINT_WIDTH ? [line] : [field, ...types.map((each) => `      | ${each}`)]
  return isUnparsedArray(column)
    ? ['    /** The array as text: select it `::text[]`, because pg does not parse it. */', ...lines]
    : lines
}

/** The members of the union that is the type of a column, `null` aside. */
function findType(column: Column): string[] {
  const { table, name, type, labels, checks } = column
  if (labels.length > 0) return labels.map(quote)
  if (isUnparsedArray(column)) return ['string']
  const typescriptType = typescriptTypes[type]
  if (typescriptType === undefined) {
    throw new Error(`${table}.${name} has the type ${type}: say in table-types.ts what pg returns for it.`)
  }
  const values = checks.map(readCheckedValues).find(({ length }) => length > 0)
  return values?.map(quote) ?? [typescriptType]
}

/** Whether pg has no parser for the array, as for one of a domain or an enum, and returns its text. */
const isUnparsedArray = ({ type }: Column): boolean =>
  type.startsWith('_') && typescriptTypes[type] === undefined

/** The values of `check (column in ('a', 'b'))`, as PostgreSQL writes it back; none for every other check. */
function readCheckedValues(definition: string): string[] {
  const [, list] = /^CHECK \(\(\w+ = ANY \(ARRAY\[(.+)\]\)\)\)$/.exec(definition) ?? []
  const values = list?.split(', ').map((item) => /^'([\w-]+)'::text$/.exec(item)?.[1]) ?? []
  return values.every((value) => value !== undefined) ? values : []
}

const quote = (value: string): string => `'${value}'`

const camelCase = (name: string): string =>
  name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
