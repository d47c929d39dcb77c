import type { Block, CardsView, Document, GridView, Table, TableValue } from '@verso/markdown'
import { extractPlainText } from '@verso/markdown'
import type { BookBlock, BookCell } from './book.ts'
import { addBreakOpportunities, createText, getReferenceTitle, type InlineConverter } from './inlines.ts'

/** Characters of a word in a cell that fit into a narrow column. */
const CELL_WORD_CHARACTERS = 24

/** Rows that are measured to choose the widths of the columns. */
const MAX_MEASURED_ROWS = 200

type ConvertBlocks = (blocks: readonly Block[]) => BookBlock[]
type ConvertCell = (record: string, column: string) => BookBlock[]
type Row = [id: string, record: Table['data']['records'][string]]

/** Converts a table, which its author shows either as a grid or as cards. */
export function convertTable(
  block: Table,
  inlines: InlineConverter,
  convertBlocks: ConvertBlocks,
): BookBlock[] {
  const { view, records } = block.data
  const rows = Object.entries(records).toSorted(([, a], [, b]) => compareStrings(a.orderIndex, b.orderIndex))
  const convertCell: ConvertCell = (record, column) =>
    convertValue(block, records[record]?.values[column], column, inlines, convertBlocks)
  return view.type === 'cards'
    ? convertCards(view, rows, inlines, convertCell)
    : convertGrid(block, view, rows, convertCell)
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
  convertCell: ConvertCell,
): BookBlock[] {
  if (view.columns.length === 0) return []
  const { definition } = block.data
  const recordIds = rows.map(([record]) => record)
  const merges = new Map(
    (block.data.cellMerges ?? []).map((merge) => [`${merge.anchor.record} ${merge.anchor.column}`, merge]),
  )
  const coveredCells = findCoveredCells(block, recordIds)
  const formatAlignment = (column: string) => {
    const columnDefinition = definition[column]
    return columnDefinition?.type === 'text' ? { align: columnDefinition.textAlignment } : {}
  }
  const createCell = (record: string, column: string): BookCell => {
    const merge = merges.get(`${record} ${column}`)
    return {
      b: convertCell(record, column),
      ...formatAlignment(column),
      ...(merge && { w: merge.colSpan, h: merge.rowSpan }),
    }
  }
  return [
    {
      t: 'table',
      widths: computeColumnWidths(block, recordIds),
      header: view.hideHeader
        ? null
        : view.columns.map((column) => ({
            b: createParagraph(definition[column]?.title ?? ''),
            ...formatAlignment(column),
          })),
      rows: recordIds.map((record) =>
        view.columns
          .filter((column) => !coveredCells.has(`${record} ${column}`))
          .map((column) => createCell(record, column)),
      ),
    },
  ]
}

const compareStrings = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** Finds the cells that a merged cell covers. Their own content is not shown. */
function findCoveredCells({ data }: Table, records: readonly string[]): Set<string> {
  const coveredCells = new Set<string>()
  for (const { anchor, rowSpan, colSpan } of data.cellMerges ?? []) {
    const [row, column] = [records.indexOf(anchor.record), data.view.columns.indexOf(anchor.column)]
    for (const record of records.slice(row, row + rowSpan)) {
      for (const coveredColumn of data.view.columns.slice(column, column + colSpan)) {
        if (record !== anchor.record || coveredColumn !== anchor.column)
          coveredCells.add(`${record} ${coveredColumn}`)
      }
    }
  }
  return coveredCells
}

/** Shares the width by the longest text in each column. The square root keeps short columns readable beside long ones. */
function computeColumnWidths(block: Table, records: readonly string[]): number[] {
  const { view, definition } = block.data
  const fragments = new Map(block.fragments.map((fragment) => [fragment.fragment, fragment.nodes]))
  return view.columns.map((column) => {
    let longest = definition[column]?.title.length ?? 0
    for (const record of records.slice(0, MAX_MEASURED_ROWS)) {
      const value = block.data.records[record]?.values[column]
      const nodes = typeof value === 'string' ? fragments.get(value) : undefined
      const document: Document = { object: 'document', data: {}, nodes: nodes ?? [] }
      const length = nodes ? extractPlainText(document).length : measureValue(value)
      if (length > longest) longest = length
    }
    return Math.round(10 * Math.sqrt(Math.min(Math.max(longest, 6), 160))) / 10
  })
}

const measureValue = (value: TableValue | undefined): number =>
  Array.isArray(value) ? value.join(', ').length : typeof value === 'object' ? 20 : String(value ?? '').length

function convertValue(
  block: Table,
  value: TableValue | undefined,
  column: string,
  inlines: InlineConverter,
  convertBlocks: ConvertBlocks,
): BookBlock[] {
  if (value === undefined) return []
  const definition = block.data.definition[column]
  if (typeof value === 'boolean') return createParagraph(value ? '✓' : '')
  if (typeof value === 'number') {
    return createParagraph(definition?.type === 'rating' ? '★'.repeat(Math.min(value, 10)) : String(value))
  }
  if (typeof value === 'string') {
    const fragment = block.fragments.find((candidate) => candidate.fragment === value)
    return definition?.type === 'text' && fragment ? convertBlocks(fragment.nodes) : createParagraph(value)
  }
  if (Array.isArray(value)) {
    const labels = new Map(
      definition?.type === 'select' ? definition.options.map(({ value, label }) => [value, label]) : [],
    )
    return createParagraph(value.map((option) => labels.get(option) ?? option).join(', '))
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

const createParagraph = (text: string): BookBlock[] =>
  text === '' ? [] : [{ t: 'p', c: createText(addBreakOpportunities(text, CELL_WORD_CHARACTERS)) }]

const isReference = (value: TableValue | undefined): value is Extract<TableValue, { kind: string }> =>
  typeof value === 'object' && 'kind' in value

const isImage = (value: TableValue | undefined): value is Extract<TableValue, { ref: object }> =>
  typeof value === 'object' && 'ref' in value
