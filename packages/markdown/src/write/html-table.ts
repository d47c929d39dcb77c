import type {
  Block,
  CardsView,
  GridView,
  Table,
  TableData,
  TableDefinition,
  TableRecord,
  TableValue,
} from '../document/types.ts'
import { formatReference } from '../parse/reference.ts'
import { escapeHtml, formatAttributes } from './escape.ts'
import type { FootnoteLabels } from './footnotes.ts'

type WriteFlow = (blocks: readonly Block[], footnotes: FootnoteLabels) => string

/** Lists the columns in the order in which they are written: as defined, unless the view has another order. */
export function listColumns({ view, definition }: TableData): TableDefinition[] {
  const allColumns = Object.values(definition)
  const shownIds = new Set(view.columns)
  const shownInDefinedOrder = allColumns.filter(({ id }) => shownIds.has(id)).map(({ id }) => id)
  if (shownInDefinedOrder.join('\n') === view.columns.join('\n')) return allColumns
  const visibleColumns = view.columns.flatMap((id) => definition[id] ?? [])
  return [...visibleColumns, ...allColumns.filter(({ id }) => !shownIds.has(id))]
}

export function listRecords({ records }: TableData): Array<[string, TableRecord]> {
  return Object.entries(records).sort(([, a], [, b]) =>
    a.orderIndex < b.orderIndex ? -1 : a.orderIndex > b.orderIndex ? 1 : 0,
  )
}

/** Writes a table as HTML on one line, with GitBook's `data-` settings. */
export function tableToHtml(table: Table, footnotes: FootnoteLabels, writeFlow: WriteFlow): string {
  const { data } = table
  const columns = listColumns(data)
  const fragments = new Map(table.fragments.map((fragment) => [fragment.fragment, fragment.nodes]))
  const headerCells = columns.map((column) => headerToHtml(column, data.view)).join('')
  const coveredCells = new Set<string>()
  const records = listRecords(data)
  const rows = records.map(([record, { values }], row) => {
    const cells = columns.map((column, index) => {
      if (coveredCells.has(`${row} ${index}`)) return ''
      const spans = findCellSpans(table, record, column.id)
      for (let rowOffset = 0; rowOffset < spans.rowSpan; rowOffset++) {
        for (let columnOffset = 0; columnOffset < spans.colSpan; columnOffset++)
          coveredCells.add(`${row + rowOffset} ${index + columnOffset}`)
      }
      const value = values[column.id]
      const isText = column.type === 'text' && typeof value === 'string'
      const content = isText ? writeFlow(fragments.get(value) ?? [], footnotes) : valueToHtml(value, column)
      return `<td${formatSpans(spans)}>${content}</td>`
    })
    return `<tr>${cells.join('')}</tr>`
  })
  return `<table${formatTableAttributes(data)}><thead><tr>${headerCells}</tr></thead><tbody>${rows.join('')}</tbody></table>`
}

interface CellSpans {
  rowSpan: number
  colSpan: number
}

function findCellSpans({ data }: Table, record: string, column: string): CellSpans {
  const merge = data.cellMerges?.find(({ anchor }) => anchor.record === record && anchor.column === column)
  return merge ?? { rowSpan: 1, colSpan: 1 }
}

function formatSpans({ rowSpan, colSpan }: CellSpans): string {
  return formatAttributes({
    rowspan: rowSpan > 1 ? String(rowSpan) : undefined,
    colspan: colSpan > 1 ? String(colSpan) : undefined,
  })
}

function formatTableAttributes({ view, fullWidth, search }: TableData): string {
  const commonAttributes = {
    'data-full-width': fullWidth ? 'true' : undefined,
    'data-search': search ? 'true' : undefined,
  }
  if (view.type === 'grid') {
    return formatAttributes({
      'data-header-hidden': view.hideHeader || undefined,
      'data-header-sticky': view.stickyHeader || undefined,
      'data-first-column-sticky': view.stickyFirstColumn || undefined,
      ...commonAttributes,
    })
  }
  return formatAttributes({
    'data-card-size': view.cardSize === 'large' ? 'large' : undefined,
    'data-column-title-hidden': view.hideColumnTitle || undefined,
    'data-view': 'cards',
    ...commonAttributes,
  })
}

function headerToHtml(column: TableDefinition, view: GridView | CardsView): string {
  const { id, type } = column
  const width = view.type === 'grid' ? view.columnWidths?.[id] : undefined
  const cardsView = view.type === 'cards' ? view : undefined
  const attributes = formatAttributes({
    width: width === undefined ? undefined : String(width),
    align: type === 'text' && column.textAlignment !== 'left' ? column.textAlignment : undefined,
    valign: type === 'text' ? column.verticalAlignment : undefined,
    'data-hidden': !view.columns.includes(id) || undefined,
    'data-card-target': cardsView?.targetDefinition === id || undefined,
    'data-card-cover': cardsView?.coverDefinition === id || undefined,
    'data-card-cover-dark': cardsView?.coverDefinitionDark === id || undefined,
    'data-type': type === 'text' ? undefined : type,
    'data-max': type === 'rating' ? String(column.max) : undefined,
    'data-multiple': ((type === 'users' || type === 'select') && column.multiple) || undefined,
  })
  return `<th${attributes}>${escapeHtml(column.title)}${type === 'select' ? selectToHtml(column.options) : ''}</th>`
}

function selectToHtml(options: ReadonlyArray<{ value: string; label: string; color: string }>): string {
  const writtenOptions = options.map(
    ({ value, label, color }) => `<option${formatAttributes({ value, label, color })}></option>`,
  )
  return `<select>${writtenOptions.join('')}</select>`
}

function valueToHtml(value: TableValue | undefined, column: TableDefinition): string {
  if (value === undefined) return ''
  if (Array.isArray(value)) return value.map((listItem) => listItemToHtml(listItem, column)).join('')
  if (typeof value !== 'object') return escapeHtml(String(value))
  if ('kind' in value) return anchorToHtml(formatReference(value), {})
  return anchorToHtml(formatReference(value.ref), {
    'data-object-fit': value.objectFit,
    'data-alt': value.alt,
  })
}

function listItemToHtml(value: string, column: TableDefinition): string {
  if (column.type === 'select') {
    const label = column.options.find((option) => option.value === value)?.label ?? value
    return `<span${formatAttributes({ 'data-option': value })}>${escapeHtml(label)}, </span>`
  }
  const isAddress = value.includes('/') || value.includes('.') || value.includes(':')
  if (isAddress) return anchorToHtml(value, {})
  return anchorToHtml(
    formatReference(column.type === 'users' ? { kind: 'user', user: value } : { kind: 'file', file: value }),
    {},
  )
}

function anchorToHtml(href: string, attributes: Record<string, string | undefined>): string {
  const label = href.split('/').findLast((part) => part !== '') ?? href
  return `<a${formatAttributes({ href, ...attributes })}>${escapeHtml(label)}</a>`
}
