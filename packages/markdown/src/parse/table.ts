import { defined, NO_KEY } from '../document/create-nodes.ts'
import type {
  Block,
  Fragment,
  Table,
  TableData,
  TableDefinition,
  TableRecord,
  TableValue,
  TextDefinition,
  VerticalAlignment,
} from '../document/types.ts'

/** Columns, records and cells have no names in Markdown; they are numbered. */
export function columnId(index: number): string {
  return `c${index + 1}`
}

export function recordId(index: number): string {
  return `r${index + 1}`
}

/** Titles are one line of text. */
export function columnTitle(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

/** Sorts as the rows do, and leaves room between them. */
export function orderIndex(index: number): string {
  return String(index + 1).padStart(8, '0')
}

export function textDefinition(
  id: string,
  title: string,
  alignment: string | undefined,
  vertical?: VerticalAlignment,
): TextDefinition {
  const textAlignment = alignment === 'center' || alignment === 'right' ? alignment : 'left'
  return defined<TextDefinition>({ id, title, type: 'text', textAlignment, verticalAlignment: vertical })
}

/** Puts a table together, row by row. */
export class TableBuilder {
  readonly definition: Record<string, TableDefinition> = {}
  readonly #records: Record<string, TableRecord> = {}
  readonly #fragments: Fragment[] = []
  #columns = 0
  #rows = 0

  column(make: (id: string) => TableDefinition): void {
    const id = columnId(this.#columns++)
    this.definition[id] = make(id)
  }

  row(): string {
    const id = recordId(this.#rows)
    this.#records[id] = { orderIndex: orderIndex(this.#rows), values: {} }
    this.#rows++
    return id
  }

  /** A cell of text. An empty one has no value. */
  text(record: string, column: string, nodes: Block[]): void {
    if (nodes.length === 0) return
    const fragment = record + column
    this.#fragments.push({ object: 'fragment', key: NO_KEY, fragment, type: 'table-cell', nodes })
    this.value(record, column, fragment)
  }

  value(record: string, column: string, value: TableValue): void {
    const row = this.#records[record]
    if (row) row.values[column] = value
  }

  finish(settings: Omit<TableData, 'records' | 'definition'>): Table {
    const { view, ...others } = settings
    const data: TableData = { view, records: this.#records, definition: this.definition, ...others }
    return { object: 'block', type: 'table', key: NO_KEY, isVoid: true, data, fragments: this.#fragments }
  }
}
