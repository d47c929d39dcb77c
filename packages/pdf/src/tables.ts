import type { Block, Document, Table, TableValue } from '@verso/markdown'
import { plainText } from '@verso/markdown'
import type { BookBlock, BookCell } from './book.ts'
import { addBreakOpportunities, type InlineConverter, createText } from './inlines.ts'

type WriteBlocks = (blocks: readonly Block[]) => BookBlock[]

/** A table as a grid, or as cards. */
export function convertTable(block: Table, inlines: InlineConverter, write: WriteBlocks): BookBlock[] {
  const { view, records, definition } = block.data
  const rows = Object.entries(records).toSorted(([, a], [, b]) => compareStrings(a.orderIndex, b.orderIndex))
  const cell = (record: string, column: string): BookBlock[] =>
    convertValue(block, records[record]?.values[column], column, inlines, write)
  if (rows.length === 0 && view.type === 'cards') return []
  if (view.type === 'cards') {
    return [
      {
        t: 'cards',
        items: rows.flatMap(([record, { values }]) => {
          const target = view.targetDefinition ? values[view.targetDefinition] : undefined
          const resolved = isReference(target) ? inlines.resolve(target) : undefined
          const cover = view.coverDefinition ? values[view.coverDefinition] : undefined
          const card = {
            cells: view.columns
              .filter((column) => column !== view.targetDefinition && column !== view.coverDefinition)
              .map((column) => cell(record, column))
              .filter((blocks) => blocks.length > 0),
            cover: (isImage(cover) && inlines.references.image(cover.ref, inlines.page)?.src) || null,
            to: inlines.createTarget(resolved),
            toTitle: resolved?.title ?? (resolved && 'url' in resolved ? resolved.url : ''),
          }
          return card.cells.length > 0 || card.cover !== null || card.to !== null ? [card] : []
        }),
      },
    ]
  }
  if (view.columns.length === 0) return []
  const merges = new Map(
    (block.data.cellMerges ?? []).map((merge) => [`${merge.anchor.record} ${merge.anchor.column}`, merge]),
  )
  const covered = findCoveredCells(
    block,
    rows.map(([record]) => record),
  )
  const alignment = (column: string) => {
    const defined = definition[column]
    return defined?.type === 'text' ? { align: defined.textAlignment } : {}
  }
  const cellOf = (record: string, column: string): BookCell => {
    const merge = merges.get(`${record} ${column}`)
    return {
      b: cell(record, column),
      ...alignment(column),
      ...(merge && { w: merge.colSpan, h: merge.rowSpan }),
    }
  }
  return [
    {
      t: 'table',
      widths: computeColumnWidths(
        block,
        rows.map(([record]) => record),
      ),
      header: view.hideHeader
        ? null
        : view.columns.map((column) => ({
            b: createParagraph(definition[column]?.title ?? ''),
            ...alignment(column),
          })),
      rows: rows.map(([record]) =>
        view.columns
          .filter((column) => !covered.has(`${record} ${column}`))
          .map((column) => cellOf(record, column)),
      ),
    },
  ]
}

const compareStrings = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** The cells that another one spreads over. */
function findCoveredCells({ data }: Table, records: readonly string[]): Set<string> {
  const covered = new Set<string>()
  for (const { anchor, rowSpan, colSpan } of data.cellMerges ?? []) {
    const [row, column] = [records.indexOf(anchor.record), data.view.columns.indexOf(anchor.column)]
    for (const record of records.slice(row, row + rowSpan)) {
      for (const each of data.view.columns.slice(column, column + colSpan)) {
        if (record !== anchor.record || each !== anchor.column) covered.add(`${record} ${each}`)
      }
    }
  }
  return covered
}

/** Columns share the width by how much text they hold, but not so much that any becomes unreadable. */
function computeColumnWidths(block: Table, records: readonly string[]): number[] {
  const { view, definition } = block.data
  const fragments = new Map(block.fragments.map((fragment) => [fragment.fragment, fragment.nodes]))
  return view.columns.map((column) => {
    let longest = definition[column]?.title.length ?? 0
    for (const record of records.slice(0, 200)) {
      const given = block.data.records[record]?.values[column]
      const nodes = typeof given === 'string' ? fragments.get(given) : undefined
      const document: Document = { object: 'document', data: {}, nodes: nodes ?? [] }
      const length = nodes ? plainText(document).length : measureValue(given)
      if (length > longest) longest = length
    }
    return Math.round(10 * Math.sqrt(Math.min(Math.max(longest, 6), 160))) / 10
  })
}

const measureValue = (given: TableValue | undefined): number =>
  Array.isArray(given) ? given.join(', ').length : typeof given === 'object' ? 20 : String(given ?? '').length

function convertValue(
  block: Table,
  given: TableValue | undefined,
  column: string,
  inlines: InlineConverter,
  write: WriteBlocks,
): BookBlock[] {
  if (given === undefined) return []
  const definition = block.data.definition[column]
  if (typeof given === 'boolean') return createParagraph(given ? '✓' : '')
  if (typeof given === 'number') {
    return createParagraph(definition?.type === 'rating' ? '★'.repeat(Math.min(given, 10)) : String(given))
  }
  if (typeof given === 'string') {
    const fragment = block.fragments.find((each) => each.fragment === given)
    return definition?.type === 'text' && fragment ? write(fragment.nodes) : createParagraph(given)
  }
  if (Array.isArray(given)) {
    const labels = new Map(
      definition?.type === 'select' ? definition.options.map(({ value, label }) => [value, label]) : [],
    )
    return createParagraph(given.map((each) => labels.get(each) ?? each).join(', '))
  }
  if (isReference(given)) {
    const resolved = inlines.resolve(given)
    const title = resolved?.title ?? (resolved && 'url' in resolved ? resolved.url : '')
    return title === ''
      ? []
      : [{ t: 'p', c: [{ t: 'a', to: inlines.createTarget(resolved), c: createText(title) }] }]
  }
  return []
}

const createParagraph = (text: string): BookBlock[] =>
  text === '' ? [] : [{ t: 'p', c: createText(addBreakOpportunities(text, 24)) }]

const isReference = (given: TableValue | undefined): given is Extract<TableValue, { kind: string }> =>
  typeof given === 'object' && 'kind' in given

const isImage = (given: TableValue | undefined): given is Extract<TableValue, { ref: object }> =>
  typeof given === 'object' && 'ref' in given
