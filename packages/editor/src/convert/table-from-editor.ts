import type { Block, CardsView, GridView, Table, TableDefinition, TableValue } from '@verso/markdown'
import type { Node } from 'prosemirror-model'
import { convertValue, createTextBlocks } from './table-values.ts'

type ConvertBlocks = (cell: Node) => Block[]

/** Columns, rows and cells have no names in Markdown, so they are numbered as parsing numbers them. */
const createColumnId = (index: number): string => `c${index + 1}`
const createRecordId = (index: number): string => `r${index + 1}`
const formatOrderIndex = (index: number): string => String(index + 1).padStart(8, '0')

export function convertTable(table: Node, convertBlocks: ConvertBlocks): Table {
  const [head, ...rows] = table.children
  const grid = locateCells(rows)
  const titles = head?.children ?? []
  const columnCount = Math.max(titles.length, ...grid.map(({ column, colSpan }) => column + colSpan))
  // Rows may be longer than the row of titles while people edit. No cell is lost then.
  const columns = Array.from({ length: columnCount }, (_, index) => createDefinition(titles[index], index))
  const view = createView(table, titles, columns)
  const { fullWidth, search } = table.attrs
  const records: Table['data']['records'] = Object.fromEntries(
    rows.map((_, row) => [createRecordId(row), { orderIndex: formatOrderIndex(row), values: {} }]),
  )
  const fragments: Table['fragments'] = []
  const cellMerges: NonNullable<Table['data']['cellMerges']> = []
  for (const { row, column, rowSpan, colSpan, cell } of grid) {
    const definition = columns[column]
    const record = createRecordId(row)
    const values = records[record]?.values
    if (!definition || !values) continue
    if (rowSpan > 1 || colSpan > 1)
      cellMerges.push({ anchor: { record, column: definition.id }, rowSpan, colSpan })
    if (definition.type === 'text') {
      const nodes = cell.type.name === 'table_cell' ? convertBlocks(cell) : createTextBlocks(readValue(cell))
      if (nodes.length === 0) continue
      const fragment = record + definition.id
      fragments.push({ object: 'fragment', key: '', fragment, type: 'table-cell', nodes })
      values[definition.id] = fragment
      continue
    }
    const value = convertValue(
      definition,
      cell.type.name === 'table_cell' ? cell.textContent : readValue(cell),
    )
    if (value !== undefined) values[definition.id] = value
  }
  return {
    object: 'block',
    type: 'table',
    key: '',
    isVoid: true,
    data: {
      view,
      records,
      definition: Object.fromEntries(columns.map((column) => [column.id, column])),
      ...(cellMerges.length > 0 && { cellMerges }),
      ...(fullWidth === true && { fullWidth }),
      ...(search === true && { search }),
    },
    fragments,
  }
}

/** The attribute of a cell is checked by the schema. */
const readValue = (cell: Node): TableValue | null => cell.attrs['value'] as TableValue | null

const getSpan = (cell: Node, name: 'colspan' | 'rowspan'): number => Number(cell.attrs[name])

interface LocatedCell {
  row: number
  column: number
  rowSpan: number
  colSpan: number
  cell: Node
}

/** Finds the columns of cells, where cells of earlier rows may cover some. */
function locateCells(rows: readonly Node[]): LocatedCell[] {
  const located: LocatedCell[] = []
  /** For each column, the first row that no earlier cell covers. */
  const firstFreeRows: number[] = []
  for (const [row, { children }] of rows.entries()) {
    const isCovered = (column: number): boolean => (firstFreeRows[column] ?? 0) > row
    let column = 0
    for (const cell of children) {
      while (isCovered(column)) column++
      const rowSpan = getSpan(cell, 'rowspan')
      // A cell ends before a column that a cell of an earlier row covers.
      let colSpan = 1
      while (colSpan < getSpan(cell, 'colspan') && !isCovered(column + colSpan)) colSpan++
      located.push({ row, column, rowSpan, colSpan, cell })
      for (let offset = 0; offset < colSpan; offset++) firstFreeRows[column + offset] = row + rowSpan
      column += colSpan
    }
  }
  return located
}

function createDefinition(title: Node | undefined, index: number): TableDefinition {
  const id = createColumnId(index)
  const text = (title?.textContent ?? '').replaceAll(/\s+/g, ' ').trim()
  const { type, textAlignment, verticalAlignment, multiple, max, options } = title?.attrs ?? {}
  const base = { id, title: text }
  switch (type) {
    case 'number':
    case 'checkbox':
    case 'files':
    case 'content-ref':
    case 'image':
      return { ...base, type }
    case 'users':
      return { ...base, type, multiple: multiple === true }
    case 'rating':
      return { ...base, type, max: typeof max === 'number' ? max : 5 }
    case 'select':
      // The schema checks the options.
      return { ...base, type, multiple: multiple === true, options: structuredClone(options ?? []) as never }
    default:
      return {
        ...base,
        type: 'text',
        textAlignment: (textAlignment ?? 'left') as 'left',
        ...(verticalAlignment !== null &&
          verticalAlignment !== undefined && { verticalAlignment: verticalAlignment as 'top' }),
      }
  }
}

function createView(
  table: Node,
  titles: readonly Node[],
  columns: readonly TableDefinition[],
): GridView | CardsView {
  const { view, hideHeader, stickyHeader, stickyFirstColumn, cardSize, hideColumnTitle } = table.attrs
  const shownIds = columns.filter((_, index) => titles[index]?.attrs['isHidden'] !== true).map(({ id }) => id)
  const findColumn = (name: string): string | undefined =>
    columns[titles.findIndex((title) => title.attrs[name] === true)]?.id
  if (view === 'cards') {
    const [target, cover, coverDark] = ['isCardTarget', 'isCardCover', 'isCardCoverDark'].map(findColumn)
    return {
      type: 'cards',
      cardSize: cardSize === 'large' ? 'large' : 'medium',
      columns: shownIds,
      ...(target !== undefined && { targetDefinition: target }),
      ...(cover !== undefined && { coverDefinition: cover }),
      ...(coverDark !== undefined && { coverDefinitionDark: coverDark }),
      ...(hideColumnTitle === true && { hideColumnTitle }),
    }
  }
  const widths = titles.flatMap((title, index) => {
    const width: unknown = title.attrs['width']
    return typeof width === 'number' ? [[createColumnId(index), width] as const] : []
  })
  return {
    type: 'grid',
    columns: shownIds,
    ...(widths.length > 0 && { columnWidths: Object.fromEntries(widths) }),
    hideHeader: hideHeader === true,
    ...(stickyHeader === true && { stickyHeader }),
    ...(stickyFirstColumn === true && { stickyFirstColumn }),
  }
}
