import type { Block, CardsView, CellMerge, Document, GridView, Table, TableValue } from '@verso/markdown'
import { extractPlainText } from '@verso/markdown'
import type { BookBlock, BookCell } from './book.ts'
import { addBreakOpportunities, createText, getReferenceTitle, type InlineConverter } from './inlines.ts'

/** Characters of a word in a cell that fit into a narrow column. */
const CELL_WORD_CHARACTERS = 24

/** Rows that are measured to choose the widths of the columns. */
const MAX_MEASURED_ROWS = 200

/** Ratings are drawn as stars up to this number. */
const MAX_RATING = 10

type ConvertBlocks = (blocks: readonly Block[]) => BookBlock[]
type ConvertCell = (record: string, column: string) => BookBlock[]
type Row = [id: string, record: Table['data']['records'][string]]
/** The content of text cells, by the names that the cells have for it. */
type Fragments = ReadonlyMap<string, readonly Block[]>
/** The labels of a select column's options, by column and by value. */
type OptionLabels = ReadonlyMap<string, ReadonlyMap<string, string>>

/** Converts a table, which its author shows either as a grid or as cards. */
export function convertTable(
  block: Table,
  inlines: InlineConverter,
  convertBlocks: ConvertBlocks,
): BookBlock[] {
  const { view, records } = block.data
  const rows = Object.entries(records).toSorted(([, a], [, b]) => compareStrings(a.orderIndex, b.orderIndex))
  // A table may have a hundred thousand cells, so everything that a cell needs is looked up in maps.
  const fragments: Fragments = new Map(
    block.fragments.flatMap(({ fragment, nodes }) => (fragment === undefined ? [] : [[fragment, nodes]])),
  )
  const labels = collectOptionLabels(block)
  const convertCell: ConvertCell = (record, column) =>
    convertValue(records[record]?.values[column], {
      definition: block.data.definition[column],
      fragments,
      labels: labels.get(column),
      inlines,
      convertBlocks,
    })
  return view.type === 'cards'
    ? convertCards(view, rows, inlines, convertCell)
    : convertGrid(block, view, rows, { convertCell, fragments })
}

function convertCards(
  view: CardsView,
  rows: readonly Row[],
  inlines: InlineConverter,
  convertCell: ConvertCell,
): BookBlock[] {
  if (rows.length === 0) return []
  const items = rows.flatMap(([record, { values }]) => {
    const target = view.targetDefinition ? values[view.targetDefinition] : undefined
    const resolved = isReference(target) ? inlines.resolve(target) : undefined
    const cover = view.coverDefinition ? values[view.coverDefinition] : undefined
    const card = {
      cells: view.columns
        .filter((column) => column !== view.targetDefinition && column !== view.coverDefinition)
        .map((column) => convertCell(record, column))
        .filter((blocks) => blocks.length > 0),
      cover: (isImage(cover) && inlines.references.resolveImage(cover.ref, inlines.page)?.src) || null,
      to: inlines.createTarget(resolved),
      toTitle: getReferenceTitle(resolved),
    }
    return card.cells.length > 0 || card.cover !== null || card.to !== null ? [card] : []
  })
  return [{ t: 'cards', items }]
}

function convertGrid(
  block: Table,
  view: GridView,
  rows: readonly Row[],
  { convertCell, fragments }: { convertCell: ConvertCell; fragments: Fragments },
): BookBlock[] {
  if (view.columns.length === 0) return []
  const { definition } = block.data
  const recordIds = rows.map(([record]) => record)
  const merges = new CellMerges(block.data.cellMerges ?? [], recordIds, view.columns)
  const formatAlignment = (column: string) => {
    const columnDefinition = definition[column]
    return columnDefinition?.type === 'text' ? { align: columnDefinition.textAlignment } : {}
  }
  const createCells = (record: string, row: number): BookCell[] =>
    view.columns.flatMap((column, index) => {
      const merge = merges.get(row, index)
      if (merge === 'covered') return []
      return [{ b: convertCell(record, column), ...formatAlignment(column), ...merge }]
    })
  return [
    {
      t: 'table',
      widths: computeColumnWidths(block, recordIds, fragments),
      header: view.hideHeader
        ? null
        : view.columns.map((column) => ({
            b: createParagraph(definition[column]?.title ?? ''),
            ...formatAlignment(column),
          })),
      rows: recordIds.map(createCells),
    },
  ]
}

const compareStrings = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** Finds which cells span others, and which cells are covered by them. */
class CellMerges {
  readonly #cells = new Map<number, 'covered' | Pick<BookCell, 'w' | 'h'>>()
  readonly #columnCount: number

  constructor(merges: readonly CellMerge[], records: readonly string[], columns: readonly string[]) {
    this.#columnCount = columns.length
    const rowsByRecord = new Map(records.map((record, row) => [record, row]))
    const indexesByColumn = new Map(columns.map((column, index) => [column, index]))
    for (const { anchor, rowSpan, colSpan } of merges) {
      const row = rowsByRecord.get(anchor.record)
      const column = indexesByColumn.get(anchor.column)
      // The row or column of a merge may have been deleted or hidden since.
      if (row === undefined || column === undefined) continue
      // Typst refuses a cell that spans more columns than there are.
      this.#add(row, column, {
        w: limitSpan(colSpan, columns.length - column),
        h: limitSpan(rowSpan, records.length - row),
      })
    }
  }

  get(row: number, column: number): 'covered' | Pick<BookCell, 'w' | 'h'> | undefined {
    return this.#cells.get(this.#getKey(row, column))
  }

  /** Of two merges that overlap, the first counts: cells that both cover would be hidden by one that is hidden itself. */
  #add(row: number, column: number, { w, h }: { w: number; h: number }): void {
    const keys: number[] = []
    for (let y = row; y < row + h; y++) {
      for (let x = column; x < column + w; x++) {
        const key = this.#getKey(y, x)
        if (this.#cells.has(key)) return
        keys.push(key)
      }
    }
    for (const key of keys) this.#cells.set(key, 'covered')
    this.#cells.set(this.#getKey(row, column), { ...(w > 1 && { w }), ...(h > 1 && { h }) })
  }

  #getKey(row: number, column: number): number {
    return row * this.#columnCount + column
  }
}

const limitSpan = (span: number, available: number): number =>
  Math.max(1, Math.min(Math.trunc(span) || 1, available))

const collectOptionLabels = ({ data }: Table): OptionLabels =>
  new Map(
    Object.entries(data.definition).flatMap(([column, definition]) =>
      definition.type === 'select'
        ? [[column, new Map(definition.options.map(({ value, label }) => [value, label]))]]
        : [],
    ),
  )

/** Shares the width by the longest text in each column. The square root keeps short columns readable beside long ones. */
function computeColumnWidths(block: Table, records: readonly string[], fragments: Fragments): number[] {
  const { view, definition } = block.data
  return view.columns.map((column) => {
    let longest = definition[column]?.title.length ?? 0
    for (const record of records.slice(0, MAX_MEASURED_ROWS)) {
      const value = block.data.records[record]?.values[column]
      const nodes = typeof value === 'string' ? fragments.get(value) : undefined
      const document: Document = { object: 'document', data: {}, nodes: [...(nodes ?? [])] }
      const length = nodes ? extractPlainText(document).length : measureValue(value)
      if (length > longest) longest = length
    }
    return Math.round(10 * Math.sqrt(Math.min(Math.max(longest, 6), 160))) / 10
  })
}

const measureValue = (value: TableValue | undefined): number =>
  Array.isArray(value) ? value.join(', ').length : typeof value === 'object' ? 20 : String(value ?? '').length

interface CellContext {
  definition: Table['data']['definition'][string] | undefined
  fragments: Fragments
  labels: ReadonlyMap<string, string> | undefined
  inlines: InlineConverter
  convertBlocks: ConvertBlocks
}

function convertValue(
  value: TableValue | undefined,
  { definition, fragments, labels, inlines, convertBlocks }: CellContext,
): BookBlock[] {
  if (value === undefined) return []
  if (typeof value === 'boolean') return createParagraph(value ? '✓' : '')
  if (typeof value === 'number') {
    return createParagraph(definition?.type === 'rating' ? drawStars(value) : String(value))
  }
  if (typeof value === 'string') {
    const nodes = definition?.type === 'text' ? fragments.get(value) : undefined
    return nodes ? convertBlocks(nodes) : createParagraph(value)
  }
  if (Array.isArray(value)) {
    return createParagraph(value.map((option) => labels?.get(option) ?? option).join(', '))
  }
  if (isReference(value)) {
    const resolved = inlines.resolve(value)
    const title = getReferenceTitle(resolved)
    return title === ''
      ? []
      : [{ t: 'p', c: [{ t: 'a', to: inlines.createTarget(resolved), c: createText(title) }] }]
  }
  return []
}

const drawStars = (rating: number): string =>
  '★'.repeat(Math.max(0, Math.min(Math.round(rating) || 0, MAX_RATING)))

const createParagraph = (text: string): BookBlock[] =>
  text === '' ? [] : [{ t: 'p', c: createText(addBreakOpportunities(text, CELL_WORD_CHARACTERS)) }]

const isReference = (value: TableValue | undefined): value is Extract<TableValue, { kind: string }> =>
  typeof value === 'object' && 'kind' in value

const isImage = (value: TableValue | undefined): value is Extract<TableValue, { ref: object }> =>
  typeof value === 'object' && 'ref' in value
