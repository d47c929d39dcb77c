import type { Attrs, Node } from 'prosemirror-model'
import { schema } from '../schema/schema.ts'
import type { DocumentReader, JsonObject } from './reader.ts'

type ConvertCell = (cell: DocumentReader) => Node[]

interface Column {
  id: string
  definition: DocumentReader
}

/** Converts a table. Cells that are covered by a merged cell do not exist in the editor. */
export function convertTable(reader: DocumentReader, convertCell: ConvertCell): Node {
  const data = reader.get('data')
  const view = data.get('view').readObject()
  const columns = listColumns(data, view)
  const {
    view: _view,
    records: _records,
    definition: _definition,
    cellMerges: _merges,
    ...settings
  } = reader.data()
  const head = reader.createNode(
    'table_head',
    null,
    columns.map((column) => convertTitle(column, view)),
  )
  const rows = new RowConverter(reader, columns, convertCell).convertRows()
  return reader.createNode('table', { ...omitFalse(settings), ...readView(data, view) }, [head, ...rows])
}

/** Lists the columns as defined, unless the view has another order. */
function listColumns(data: DocumentReader, view: JsonObject): Column[] {
  const definitions = data.get('definition')
  const definedIds = Object.keys(definitions.readObject())
  const shownIds = readIds(data, view).filter((id) => definedIds.includes(id))
  const shownInDefinedOrder = definedIds.filter((id) => shownIds.includes(id))
  const ids =
    shownInDefinedOrder.join('\n') === shownIds.join('\n')
      ? definedIds
      : [...new Set([...shownIds, ...definedIds])]
  return ids.map((id) => ({ id, definition: definitions.get(id) }))
}

function readIds(data: DocumentReader, view: JsonObject): string[] {
  const { columns } = view
  if (!Array.isArray(columns)) throw data.get('view').createError('must have a list of columns')
  return columns.map(String)
}

function readView(data: DocumentReader, view: JsonObject): Attrs {
  const { type, columns: _columns, columnWidths: _widths, ...others } = view
  const {
    targetDefinition: _target,
    coverDefinition: _cover,
    coverDefinitionDark: _dark,
    ...settings
  } = others
  if (type !== 'grid' && type !== 'cards') throw data.get('view').createError('must be a grid or cards')
  const { cardSize, ...rest } = settings
  return {
    view: type,
    ...omitFalse(rest),
    ...(cardSize !== undefined && cardSize !== 'medium' && { cardSize }),
  }
}

/** Settings of tables are on or absent. */
function omitFalse(settings: JsonObject): Attrs {
  return Object.fromEntries(
    Object.entries(settings).filter(([, value]) => value !== false && value !== undefined),
  )
}

function convertTitle({ id, definition }: Column, view: JsonObject): Node {
  const { id: _id, title, textAlignment, ...settings } = definition.readObject()
  if (typeof title !== 'string') throw definition.createError('must have a title')
  const widths = view['columnWidths']
  const width = typeof widths === 'object' && widths !== null ? Reflect.get(widths, id) : undefined
  const shownIds: unknown = view['columns']
  const attrs = {
    ...settings,
    ...(textAlignment !== undefined && textAlignment !== 'left' && { textAlignment }),
    ...(width !== undefined && { width: width as unknown }),
    ...(Array.isArray(shownIds) && !shownIds.includes(id) && { isHidden: true }),
    ...(view['targetDefinition'] === id && { isCardTarget: true }),
    ...(view['coverDefinition'] === id && { isCardCover: true }),
    ...(view['coverDefinitionDark'] === id && { isCardCoverDark: true }),
  }
  return definition.createNode('table_title', attrs, title === '' ? [] : [schema.text(title)])
}

interface Spans {
  rowSpan: number
  colSpan: number
}

class RowConverter {
  readonly #data: DocumentReader
  readonly #columns: readonly Column[]
  readonly #convertCell: ConvertCell
  readonly #cells: ReadonlyMap<string, DocumentReader>
  readonly #merges: ReadonlyMap<string, Spans>
  readonly #coveredCells = new Set<string>()

  constructor(table: DocumentReader, columns: readonly Column[], convertCell: ConvertCell) {
    this.#data = table.get('data')
    this.#columns = columns
    this.#convertCell = convertCell
    this.#cells = new Map(
      table.list('fragments').map((fragment) => [String(fragment.get('fragment').value), fragment]),
    )
    this.#merges = new Map(this.#data.list('cellMerges').map(readMerge))
  }

  convertRows(): Node[] {
    const records = this.#data.get('records')
    return Object.keys(records.readObject())
      .map((id) => ({ id, record: records.get(id), order: records.get(id).text('orderIndex') }))
      .sort((a, b) => (a.order < b.order ? -1 : a.order > b.order ? 1 : 0))
      .map(({ id, record }, row) =>
        record.createNode(
          'table_row',
          null,
          this.#columns.flatMap((column, index) => this.#convertCellAt(id, record, column, row, index) ?? []),
        ),
      )
  }

  #convertCellAt(
    recordId: string,
    record: DocumentReader,
    { id, definition }: Column,
    row: number,
    index: number,
  ): Node | undefined {
    if (this.#coveredCells.has(`${row} ${index}`)) return undefined
    const { rowSpan, colSpan } = this.#merges.get(`${recordId}\n${id}`) ?? { rowSpan: 1, colSpan: 1 }
    for (let rowOffset = 0; rowOffset < rowSpan; rowOffset++)
      for (let columnOffset = 0; columnOffset < colSpan; columnOffset++)
        this.#coveredCells.add(`${row + rowOffset} ${index + columnOffset}`)
    const spans = { rowspan: rowSpan, colspan: colSpan }
    const { value } = record.get('values').get(id)
    if (definition.get('type').value !== 'text')
      return record.createNode('table_value', { ...spans, value: value ?? null })
    const cell = typeof value === 'string' ? this.#cells.get(value) : undefined
    const content = cell ? this.#convertCell(cell) : [record.createNode('paragraph', null)]
    return (cell ?? record).createNode('table_cell', spans, content)
  }
}

/** No notation has cells that cover more. Larger spans would only take time and memory. */
const MAX_SPAN = 50

function readMerge(merge: DocumentReader): [string, Spans] {
  const { rowSpan, colSpan } = merge.readObject()
  const isSpan = (value: unknown): value is number =>
    typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= MAX_SPAN
  if (!isSpan(rowSpan) || !isSpan(colSpan))
    throw merge.createError(`must span from 1 to ${MAX_SPAN} rows and columns`)
  const anchor = merge.get('anchor')
  return [`${anchor.text('record')}\n${anchor.text('column')}`, { rowSpan, colSpan }]
}
