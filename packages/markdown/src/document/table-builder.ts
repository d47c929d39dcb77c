import { omitUndefined, noKey } from './create-nodes.ts'
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
} from './types.ts'

/** Columns, records and cells have no names in Markdown, so they are numbered. */
export function createColumnId(index: number): string {
  return `c${index + 1}`
}

export function createRecordId(index: number): string {
  return `r${index + 1}`
}

/** Column titles are one line of text. */
export function normalizeColumnTitle(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

/** Formats a row number as text that sorts like the number. */
export function formatOrderIndex(index: number): string {
  return String(index + 1).padStart(8, '0')
}

export function createTextDefinition(
  id: string,
  title: string,
  alignment: string | undefined,
  vertical?: VerticalAlignment,
): TextDefinition {
  const textAlignment = alignment === 'center' || alignment === 'right' ? alignment : 'left'
  return omitUndefined<TextDefinition>({
    id,
    title,
    type: 'text',
    textAlignment,
    verticalAlignment: vertical,
  })
}

/** Builds a table row by row. */
export class TableBuilder {
  readonly definition: Record<string, TableDefinition> = {}
  readonly #records: Record<string, TableRecord> = {}
  readonly #fragments: Fragment[] = []
  #columnCount = 0
  #rowCount = 0

  addColumn(createDefinition: (id: string) => TableDefinition): void {
    const id = createColumnId(this.#columnCount++)
    this.definition[id] = createDefinition(id)
  }

  addRow(): string {
    const id = createRecordId(this.#rowCount)
    this.#records[id] = { orderIndex: formatOrderIndex(this.#rowCount), values: {} }
    this.#rowCount++
    return id
  }

  /** Adds a text cell. An empty cell has no value. */
  addTextCell(record: string, column: string, nodes: Block[]): void {
    if (nodes.length === 0) return
    const fragment = record + column
    this.#fragments.push({ object: 'fragment', key: noKey, fragment, type: 'table-cell', nodes })
    this.setValue(record, column, fragment)
  }

  setValue(record: string, column: string, value: TableValue): void {
    const row = this.#records[record]
    if (row) row.values[column] = value
  }

  finish(settings: Omit<TableData, 'records' | 'definition'>): Table {
    const { view, ...otherSettings } = settings
    const data: TableData = { view, records: this.#records, definition: this.definition, ...otherSettings }
    return { object: 'block', type: 'table', key: noKey, isVoid: true, data, fragments: this.#fragments }
  }
}
