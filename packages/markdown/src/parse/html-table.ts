import { defined } from '../document/create-nodes.ts'
import type {
  Block,
  CardsView,
  CellMerge,
  ContentRef,
  FittedImage,
  GridView,
  SelectOption,
  Table,
  TableDefinition,
  TableValue,
} from '../document/types.ts'
import { verticalAlignment } from './tag-blocks.ts'
import { textContent } from './html-tree.ts'
import type { Attributes, HtmlElement, HtmlNode } from './html-tree.ts'
import { isSafeAddress, parseMediaReference, parseReference } from './reference.ts'
import { columnId, columnTitle, TableBuilder, textDefinition } from './table.ts'

/** Reads the blocks of a cell; given from outside, as cells hold whatever HTML may hold. */
type ReadFlow = (nodes: readonly HtmlNode[]) => Block[]

interface Column {
  id: string
  header: HtmlElement | undefined
}

/** An HTML table with GitBook's `data-` settings, or none if it has other things in it than rows and cells. */
export function htmlTable(element: HtmlElement, readFlow: ReadFlow): Table[] | undefined {
  const rows = tableRows(element)
  if (!rows) return undefined
  const { headers, body } = rows
  const columns = tableColumns(headers, body)
  if (columns.length === 0) return undefined
  const table = new TableBuilder()
  for (const { header } of columns) table.column((id) => definitionOf(id, header))
  const cellMerges = addRows(table, columns, body, readFlow)
  const { attributes } = element
  const settings = defined<{ cellMerges?: CellMerge[]; fullWidth?: boolean; search?: boolean }>({
    cellMerges: cellMerges.length === 0 ? undefined : cellMerges,
    fullWidth: attributes['data-full-width'] === 'true' ? true : undefined,
    search: attributes['data-search'] === 'true' ? true : undefined,
  })
  const view =
    attributes['data-view'] === 'cards'
      ? cardsView(attributes, columns)
      : gridView(attributes, columns, headers)
  return [table.finish({ view, ...settings })]
}

function tableRows(element: HtmlElement): { headers: HtmlElement[]; body: HtmlElement[][] } | undefined {
  const rows: Array<{ cells: HtmlElement[]; isHead: boolean }> = []
  for (const part of element.children) {
    if (part.kind !== 'element') {
      if (part.kind === 'comment' || part.value.trim() !== '') return undefined
      continue
    }
    const isSection = part.name === 'thead' || part.name === 'tbody' || part.name === 'tfoot'
    if (!isSection && part.name !== 'tr') return undefined
    for (const row of isSection ? part.children : [part]) {
      if (row.kind === 'text' && row.value.trim() === '') continue
      if (row.kind !== 'element' || row.name !== 'tr') return undefined
      const cells = cellsOf(row)
      if (!cells) return undefined
      rows.push({ cells, isHead: part.name === 'thead' || (!isSection && isHeaderRow(cells)) })
    }
  }
  const hasHead = rows[0]?.isHead === true
  return {
    headers: hasHead ? (rows[0]?.cells ?? []) : [],
    body: rows.slice(hasHead ? 1 : 0).map((row) => row.cells),
  }
}

function cellsOf(row: HtmlElement): HtmlElement[] | undefined {
  const cells: HtmlElement[] = []
  for (const cell of row.children) {
    if (cell.kind === 'text' && cell.value.trim() === '') continue
    if (cell.kind !== 'element' || (cell.name !== 'td' && cell.name !== 'th')) return undefined
    cells.push(cell)
  }
  return cells
}

function isHeaderRow(cells: HtmlElement[]): boolean {
  return cells.length > 0 && cells.every((cell) => cell.name === 'th')
}

function span(cell: HtmlElement, name: 'colspan' | 'rowspan'): number {
  const value = Number(cell.attributes[name] ?? 1)
  return Number.isInteger(value) && value > 1 ? Math.min(value, 50) : 1
}

function width(cells: HtmlElement[]): number {
  return cells.reduce((sum, cell) => sum + span(cell, 'colspan'), 0)
}

function tableColumns(headers: HtmlElement[], body: HtmlElement[][]): Column[] {
  const spread = headers.flatMap((header) => [
    header,
    ...Array<undefined>(span(header, 'colspan') - 1).fill(undefined),
  ])
  const count = body.reduce((most, row) => Math.max(most, width(row)), spread.length)
  return Array.from({ length: count }, (_, index) => ({ id: columnId(index), header: spread[index] }))
}

const SIMPLE_TYPES = ['number', 'checkbox', 'files', 'content-ref', 'image'] as const

function definitionOf(id: string, header: HtmlElement | undefined): TableDefinition {
  const attributes = header?.attributes ?? {}
  const content = (header?.children ?? []).filter((node) => node.kind !== 'element' || node.name !== 'select')
  const title = columnTitle(textContent(content))
  const type = attributes['data-type']
  const simple = SIMPLE_TYPES.find((each) => each === type)
  if (simple) return { id, title, type: simple }
  const multiple = attributes['data-multiple'] !== undefined
  if (type === 'users') return { id, title, type, multiple }
  if (type === 'rating') {
    const max = Number(attributes['data-max'] ?? 5)
    return { id, title, type, max: Number.isFinite(max) ? max : 5 }
  }
  if (type === 'select') {
    const select = header?.children.find((node) => node.kind === 'element' && node.name === 'select')
    const options = select?.kind === 'element' ? select.children.flatMap(selectOption) : []
    const isMultiple = multiple || (select?.kind === 'element' && select.attributes['multiple'] !== undefined)
    return { id, title, type, multiple: isMultiple, options }
  }
  return textDefinition(id, title, attributes['align'], verticalAlignment(attributes['valign']))
}

function selectOption(node: HtmlNode): SelectOption[] {
  if (node.kind !== 'element' || node.name !== 'option') return []
  const { value = '', label = '', color = '' } = node.attributes
  return [{ value, label, color }]
}

function addRows(
  table: TableBuilder,
  columns: Column[],
  body: HtmlElement[][],
  readFlow: ReadFlow,
): CellMerge[] {
  const merges: CellMerge[] = []
  /** For each column, how many of the next rows a cell from above still covers. */
  const covered = new Map<number, number>()
  for (const cells of body) {
    const record = table.row()
    let index = 0
    const skipCovered = (): void => {
      for (let left = covered.get(index) ?? 0; left > 0; left = covered.get(index) ?? 0) {
        covered.set(index, left - 1)
        index++
      }
    }
    for (const cell of cells) {
      skipCovered()
      const column = columns[index]
      if (!column) break
      addCell(table, record, column, cell, readFlow)
      const colSpan = Math.min(span(cell, 'colspan'), columns.length - index)
      const rowSpan = span(cell, 'rowspan')
      if (colSpan > 1 || rowSpan > 1) merges.push({ anchor: { record, column: column.id }, rowSpan, colSpan })
      for (let each = 0; each < colSpan; each++) if (rowSpan > 1) covered.set(index + each, rowSpan - 1)
      index += colSpan
    }
    skipCovered()
  }
  return merges
}

function addCell(
  table: TableBuilder,
  record: string,
  column: Column,
  cell: HtmlElement,
  readFlow: ReadFlow,
): void {
  const definition = table.definition[column.id]
  if (!definition || definition.type === 'text') {
    table.text(record, column.id, readFlow(cell.children))
    return
  }
  const value = cellValue(definition, cell)
  if (value !== undefined && value !== '') table.value(record, column.id, value)
}

/** The value of a cell that is not text; a cell that does not hold what its column asks for keeps its plain text. */
function cellValue(definition: TableDefinition, cell: HtmlElement): TableValue | undefined {
  const plain = textContent(cell.children).trim()
  const anchors = descendants(cell.children, 'a')
  const addresses = anchors
    .map((anchor) => anchor.attributes['href'] ?? '')
    .filter((href) => href !== '' && isSafeAddress(href))
  switch (definition.type) {
    case 'number':
    case 'rating':
      return plain === '' || !Number.isFinite(Number(plain)) ? plain : Number(plain)
    case 'checkbox':
      return plain === 'true' ? true : plain === 'false' ? false : plain
    case 'files':
      return addresses.length === 0 ? plain : addresses.map((href) => fileAddress(href))
    case 'users':
      return addresses.length === 0 ? plain : addresses.map((href) => userId(href))
    case 'select': {
      const options = descendants(cell.children, 'span').flatMap(
        (each) => each.attributes['data-option'] ?? [],
      )
      return options.length === 0 ? plain : options
    }
    case 'content-ref':
      return reference(addresses) ?? plain
    case 'image':
      return picture(anchors[0], addresses, cell) ?? plain
    case 'text':
      return undefined
  }
}

function descendants(nodes: readonly HtmlNode[], name: string, found: HtmlElement[] = []): HtmlElement[] {
  for (const node of nodes) {
    if (node.kind !== 'element') continue
    if (node.name === name) found.push(node)
    else descendants(node.children, name, found)
  }
  return found
}

function reference(addresses: string[]): ContentRef | undefined {
  const [href] = addresses
  return href === undefined ? undefined : parseReference(href)
}

/** Files and users of a table are known by their ids, or by path or address where that is all the Markdown says. */
function fileAddress(href: string): string {
  const ref = parseMediaReference(href)
  return ref.kind === 'file' && ref.space === undefined ? ref.file : href
}

function userId(href: string): string {
  const ref = parseReference(href)
  return ref.kind === 'user' ? ref.user : href
}

function picture(
  anchor: HtmlElement | undefined,
  addresses: string[],
  cell: HtmlElement,
): TableValue | undefined {
  const img = descendants(cell.children, 'img')[0]
  const href = addresses[0] ?? img?.attributes['src']
  if (href === undefined || !isSafeAddress(href)) return undefined
  const ref = parseMediaReference(href)
  const attributes = (addresses.length > 0 ? anchor : img)?.attributes ?? {}
  const fit = attributes['data-object-fit']
  const objectFit = fit === 'contain' || fit === 'fill' || fit === 'cover' ? fit : undefined
  const alt = attributes['data-alt'] ?? (img?.attributes['alt'] || undefined)
  if (objectFit === undefined && alt === undefined) return ref
  return defined<FittedImage>({ ref, objectFit, alt })
}

function visible(columns: Column[]): string[] {
  return columns.filter(({ header }) => header?.attributes['data-hidden'] === undefined).map(({ id }) => id)
}

function gridView(attributes: Attributes, columns: Column[], headers: HtmlElement[]): GridView {
  const widths: Record<string, number> = {}
  for (const { id, header } of columns) {
    const value = Number(header?.attributes['width'] ?? Number.NaN)
    if (Number.isFinite(value)) widths[id] = value
  }
  return defined<GridView>({
    type: 'grid',
    columns: visible(columns),
    columnWidths: Object.keys(widths).length === 0 ? undefined : widths,
    hideHeader: attributes['data-header-hidden'] !== undefined || headers.length === 0,
    stickyHeader: attributes['data-header-sticky'] === undefined ? undefined : true,
    stickyFirstColumn: attributes['data-first-column-sticky'] === undefined ? undefined : true,
  })
}

function cardsView(attributes: Attributes, columns: Column[]): CardsView {
  const marked = (name: string): string | undefined =>
    columns.find(({ header }) => header?.attributes[name] !== undefined)?.id
  return defined<CardsView>({
    type: 'cards',
    cardSize: attributes['data-card-size'] === 'large' ? 'large' : 'medium',
    columns: visible(columns),
    targetDefinition: marked('data-card-target'),
    coverDefinition: marked('data-card-cover'),
    coverDefinitionDark: marked('data-card-cover-dark'),
    hideColumnTitle: attributes['data-column-title-hidden'] === undefined ? undefined : true,
  })
}
