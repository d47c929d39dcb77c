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
import { escapeHtml, htmlAttributes } from './escape.ts'
import type { FootnoteWriter } from './footnotes.ts'

type WriteFlow = (blocks: readonly Block[], footnotes: FootnoteWriter) => string

/** The columns in the order they are written: as defined, unless the view shows them in another order. */
export function columnsOf({ view, definition }: TableData): TableDefinition[] {
  const all = Object.values(definition)
  const shown = new Set(view.columns)
  const shownAsDefined = all.filter(({ id }) => shown.has(id)).map(({ id }) => id)
  if (shownAsDefined.join('\n') === view.columns.join('\n')) return all
  const visible = view.columns.flatMap((id) => definition[id] ?? [])
  return [...visible, ...all.filter(({ id }) => !shown.has(id))]
}

export function recordsOf({ records }: TableData): Array<[string, TableRecord]> {
  return Object.entries(records).sort(([, a], [, b]) =>
    a.orderIndex < b.orderIndex ? -1 : a.orderIndex > b.orderIndex ? 1 : 0,
  )
}

/** A table as HTML on one line, with GitBook's `data-` settings. */
export function htmlTable(table: Table, footnotes: FootnoteWriter, writeFlow: WriteFlow): string {
  const { data } = table
  const columns = columnsOf(data)
  const fragments = new Map(table.fragments.map((fragment) => [fragment.fragment, fragment.nodes]))
  const head = columns.map((column) => header(column, data.view)).join('')
  const covered = new Set<string>()
  const records = recordsOf(data)
  const rows = records.map(([record, { values }], row) => {
    const cells = columns.map((column, index) => {
      if (covered.has(`${row} ${index}`)) return ''
      const spans = mergeAt(table, record, column.id)
      for (let down = 0; down < spans.rowSpan; down++) {
        for (let right = 0; right < spans.colSpan; right++) covered.add(`${row + down} ${index + right}`)
      }
      const value = values[column.id]
      const isText = column.type === 'text' && typeof value === 'string'
      const content = isText ? writeFlow(fragments.get(value) ?? [], footnotes) : valueToHtml(value, column)
      return `<td${spanAttributes(spans)}>${content}</td>`
    })
    return `<tr>${cells.join('')}</tr>`
  })
  return `<table${tableAttributes(data)}><thead><tr>${head}</tr></thead><tbody>${rows.join('')}</tbody></table>`
}

interface Spans {
  rowSpan: number
  colSpan: number
}

function mergeAt({ data }: Table, record: string, column: string): Spans {
  const merge = data.cellMerges?.find(({ anchor }) => anchor.record === record && anchor.column === column)
  return merge ?? { rowSpan: 1, colSpan: 1 }
}

function spanAttributes({ rowSpan, colSpan }: Spans): string {
  return htmlAttributes({
    rowspan: rowSpan > 1 ? String(rowSpan) : undefined,
    colspan: colSpan > 1 ? String(colSpan) : undefined,
  })
}

function tableAttributes({ view, fullWidth, search }: TableData): string {
  const common = {
    'data-full-width': fullWidth ? 'true' : undefined,
    'data-search': search ? 'true' : undefined,
  }
  if (view.type === 'grid') {
    return htmlAttributes({
      'data-header-hidden': view.hideHeader || undefined,
      'data-header-sticky': view.stickyHeader || undefined,
      'data-first-column-sticky': view.stickyFirstColumn || undefined,
      ...common,
    })
  }
  return htmlAttributes({
    'data-card-size': view.cardSize === 'large' ? 'large' : undefined,
    'data-column-title-hidden': view.hideColumnTitle || undefined,
    'data-view': 'cards',
    ...common,
  })
}

function header(column: TableDefinition, view: GridView | CardsView): string {
  const { id, type } = column
  const width = view.type === 'grid' ? view.columnWidths?.[id] : undefined
  const cards = view.type === 'cards' ? view : undefined
  const attributes = htmlAttributes({
    width: width === undefined ? undefined : String(width),
    align: type === 'text' && column.textAlignment !== 'left' ? column.textAlignment : undefined,
    valign: type === 'text' ? column.verticalAlignment : undefined,
    'data-hidden': !view.columns.includes(id) || undefined,
    'data-card-target': cards?.targetDefinition === id || undefined,
    'data-card-cover': cards?.coverDefinition === id || undefined,
    'data-card-cover-dark': cards?.coverDefinitionDark === id || undefined,
    'data-type': type === 'text' ? undefined : type,
    'data-max': type === 'rating' ? String(column.max) : undefined,
    'data-multiple': ((type === 'users' || type === 'select') && column.multiple) || undefined,
  })
  return `<th${attributes}>${escapeHtml(column.title)}${type === 'select' ? select(column.options) : ''}</th>`
}

function select(options: ReadonlyArray<{ value: string; label: string; color: string }>): string {
  const written = options.map(
    ({ value, label, color }) => `<option${htmlAttributes({ value, label, color })}></option>`,
  )
  return `<select>${written.join('')}</select>`
}

function valueToHtml(value: TableValue | undefined, column: TableDefinition): string {
  if (value === undefined) return ''
  if (Array.isArray(value)) return value.map((each) => listed(each, column)).join('')
  if (typeof value !== 'object') return escapeHtml(String(value))
  if ('kind' in value) return anchor(formatReference(value), {})
  return anchor(formatReference(value.ref), { 'data-object-fit': value.objectFit, 'data-alt': value.alt })
}

function listed(value: string, column: TableDefinition): string {
  if (column.type === 'select') {
    const label = column.options.find((option) => option.value === value)?.label ?? value
    return `<span${htmlAttributes({ 'data-option': value })}>${escapeHtml(label)}, </span>`
  }
  const isAddress = value.includes('/') || value.includes('.') || value.includes(':')
  if (isAddress) return anchor(value, {})
  return anchor(
    formatReference(column.type === 'users' ? { kind: 'user', user: value } : { kind: 'file', file: value }),
    {},
  )
}

function anchor(href: string, attributes: Record<string, string | undefined>): string {
  const label = href.split('/').findLast((part) => part !== '') ?? href
  return `<a${htmlAttributes({ href, ...attributes })}>${escapeHtml(label)}</a>`
}
