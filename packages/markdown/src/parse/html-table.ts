import { omitUndefined } from '../document/create-nodes.ts'
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
import { parseVerticalAlignment } from './tag-blocks.ts'
import { getTextContent } from './html-tree.ts'
import type { Attributes, HtmlElement, HtmlNode } from './html-tree.ts'
import { isSafeAddress, parseMediaReference, parseReference } from './reference.ts'
import {
  createColumnId,
  normalizeColumnTitle,
  TableBuilder,
  createTextDefinition,
} from '../document/table-builder.ts'

/** Converts the content of a cell to blocks. It is a parameter, because cells may contain any HTML, also tables. */
type ConvertFlow = (nodes: readonly HtmlNode[]) => Block[]

interface HtmlColumn {
  id: string
  header: HtmlElement | undefined
}

/**
 * Converts an HTML table with GitBook's `data-` settings. Returns undefined when it contains more than rows and cells.
 */
export function convertHtmlTable(element: HtmlElement, convertFlow: ConvertFlow): Table[] | undefined {
  const rows = readRows(element)
  if (!rows) return undefined
  const { headers, body } = rows
  const columns = createColumns(headers, body)
  if (columns.length === 0) return undefined
  const table = new TableBuilder()
  for (const { header } of columns) table.addColumn((id) => createDefinition(id, header))
  const cellMerges = addRows(table, columns, body, convertFlow)
  const { attributes } = element
  const settings = omitUndefined<{ cellMerges?: CellMerge[]; fullWidth?: boolean; search?: boolean }>({
    cellMerges: cellMerges.length === 0 ? undefined : cellMerges,
    fullWidth: attributes['data-full-width'] === 'true' ? true : undefined,
    search: attributes['data-search'] === 'true' ? true : undefined,
  })
  const view =
    attributes['data-view'] === 'cards'
      ? createCardsView(attributes, columns)
      : createGridView(attributes, columns, headers)
  return [table.finish({ view, ...settings })]
}

function readRows(element: HtmlElement): { headers: HtmlElement[]; body: HtmlElement[][] } | undefined {
  const rows: Array<{ cells: HtmlElement[]; isHead: boolean }> = []
  for (const section of element.children) {
    if (section.kind !== 'element') {
      if (section.kind === 'comment' || section.value.trim() !== '') return undefined
      continue
    }
    const isSection = section.name === 'thead' || section.name === 'tbody' || section.name === 'tfoot'
    if (!isSection && section.name !== 'tr') return undefined
    for (const row of isSection ? section.children : [section]) {
      if (row.kind === 'text' && row.value.trim() === '') continue
      if (row.kind !== 'element' || row.name !== 'tr') return undefined
      const cells = listCells(row)
      if (!cells) return undefined
      rows.push({ cells, isHead: section.name === 'thead' || (!isSection && isHeaderRow(cells)) })
    }
  }
  const hasHead = rows[0]?.isHead === true
  return {
    headers: hasHead ? (rows[0]?.cells ?? []) : [],
    body: rows.slice(hasHead ? 1 : 0).map((row) => row.cells),
  }
}

function listCells(row: HtmlElement): HtmlElement[] | undefined {
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

function readSpan(cell: HtmlElement, name: 'colspan' | 'rowspan'): number {
  const value = Number(cell.attributes[name] ?? 1)
  return Number.isInteger(value) && value > 1 ? Math.min(value, 50) : 1
}

function countColumns(cells: HtmlElement[]): number {
  return cells.reduce((sum, cell) => sum + readSpan(cell, 'colspan'), 0)
}

function createColumns(headers: HtmlElement[], body: HtmlElement[][]): HtmlColumn[] {
  const headersByColumn = headers.flatMap((header) => [
    header,
    ...Array<undefined>(readSpan(header, 'colspan') - 1).fill(undefined),
  ])
  const count = body.reduce((maxCount, row) => Math.max(maxCount, countColumns(row)), headersByColumn.length)
  return Array.from({ length: count }, (_, index) => ({
    id: createColumnId(index),
    header: headersByColumn[index],
  }))
}

const simpleColumnTypes = ['number', 'checkbox', 'files', 'content-ref', 'image'] as const

function createDefinition(id: string, header: HtmlElement | undefined): TableDefinition {
  const attributes = header?.attributes ?? {}
  const content = (header?.children ?? []).filter((node) => node.kind !== 'element' || node.name !== 'select')
  const title = normalizeColumnTitle(getTextContent(content))
  const select = header?.children.find((node) => node.kind === 'element' && node.name === 'select')
  // GitBook leaves the type of a column out where its options tell it.
  const type = attributes['data-type'] ?? (select ? 'select' : undefined)
  const simpleType = simpleColumnTypes.find((simpleColumnType) => simpleColumnType === type)
  if (simpleType) return { id, title, type: simpleType }
  const multiple = attributes['data-multiple'] !== undefined
  if (type === 'users') return { id, title, type, multiple }
  if (type === 'rating') {
    const max = Number(attributes['data-max'] ?? 5)
    return { id, title, type, max: Number.isFinite(max) ? max : 5 }
  }
  if (type === 'select') {
    const options = select?.kind === 'element' ? select.children.flatMap(readSelectOption) : []
    const isMultiple = multiple || (select?.kind === 'element' && select.attributes['multiple'] !== undefined)
    return { id, title, type, multiple: isMultiple, options }
  }
  return createTextDefinition(id, title, attributes['align'], parseVerticalAlignment(attributes['valign']))
}

function readSelectOption(node: HtmlNode): SelectOption[] {
  if (node.kind !== 'element' || node.name !== 'option') return []
  const { value = '', label = '', color = '' } = node.attributes
  return [{ value, label, color }]
}

function addRows(
  table: TableBuilder,
  columns: HtmlColumn[],
  body: HtmlElement[][],
  convertFlow: ConvertFlow,
): CellMerge[] {
  const merges: CellMerge[] = []
  /** For each column, the number of following rows that a cell with a row span still covers. */
  const coveredRows = new Map<number, number>()
  for (const cells of body) {
    const record = table.addRow()
    let index = 0
    const skipCovered = (): void => {
      for (
        let remainingRows = coveredRows.get(index) ?? 0;
        remainingRows > 0;
        remainingRows = coveredRows.get(index) ?? 0
      ) {
        coveredRows.set(index, remainingRows - 1)
        index++
      }
    }
    for (const cell of cells) {
      skipCovered()
      const column = columns[index]
      if (!column) break
      addCell(table, record, column, cell, convertFlow)
      const colSpan = Math.min(readSpan(cell, 'colspan'), columns.length - index)
      const rowSpan = readSpan(cell, 'rowspan')
      if (colSpan > 1 || rowSpan > 1) merges.push({ anchor: { record, column: column.id }, rowSpan, colSpan })
      for (let offset = 0; offset < colSpan; offset++)
        if (rowSpan > 1) coveredRows.set(index + offset, rowSpan - 1)
      index += colSpan
    }
    skipCovered()
  }
  return merges
}

function addCell(
  table: TableBuilder,
  record: string,
  column: HtmlColumn,
  cell: HtmlElement,
  convertFlow: ConvertFlow,
): void {
  const definition = table.definition[column.id]
  if (!definition || definition.type === 'text') {
    table.addTextCell(record, column.id, convertFlow(cell.children))
    return
  }
  const value = readCellValue(definition, cell)
  if (value !== undefined && value !== '') table.setValue(record, column.id, value)
}

/** Reads the value of a cell that is not in a text column. A cell without a valid value keeps its plain text. */
function readCellValue(definition: TableDefinition, cell: HtmlElement): TableValue | undefined {
  const plainText = getTextContent(cell.children).trim()
  const anchors = findDescendants(cell.children, 'a')
  const addresses = anchors
    .map((anchor) => anchor.attributes['href'] ?? '')
    .filter((href) => href !== '' && isSafeAddress(href))
  switch (definition.type) {
    case 'number':
    case 'rating':
      return plainText === '' || !Number.isFinite(Number(plainText)) ? plainText : Number(plainText)
    case 'checkbox':
      return plainText === 'true' ? true : plainText === 'false' ? false : plainText
    case 'files':
      return addresses.length === 0 ? plainText : addresses.map((href) => readFileAddress(href))
    case 'users':
      return addresses.length === 0 ? plainText : addresses.map((href) => readUserId(href))
    case 'select': {
      const options = findDescendants(cell.children, 'span').flatMap(
        (optionElement) => optionElement.attributes['data-option'] ?? [],
      )
      return options.length === 0 ? plainText : options
    }
    case 'content-ref':
      return readReference(addresses) ?? plainText
    case 'image':
      return readImage(anchors[0], addresses, cell) ?? plainText
    case 'text':
      return undefined
  }
}

function findDescendants(
  nodes: readonly HtmlNode[],
  name: string,
  foundElements: HtmlElement[] = [],
): HtmlElement[] {
  for (const node of nodes) {
    if (node.kind !== 'element') continue
    if (node.name === name) foundElements.push(node)
    else findDescendants(node.children, name, foundElements)
  }
  return foundElements
}

function readReference(addresses: string[]): ContentRef | undefined {
  const [href] = addresses
  return href === undefined ? undefined : parseReference(href)
}

/** Files and users of a table are identified by id, or by path or address when the Markdown has no id. */
function readFileAddress(href: string): string {
  const ref = parseMediaReference(href)
  return ref.kind === 'file' && ref.space === undefined ? ref.file : href
}

function readUserId(href: string): string {
  const ref = parseReference(href)
  return ref.kind === 'user' ? ref.user : href
}

function readImage(
  anchor: HtmlElement | undefined,
  addresses: string[],
  cell: HtmlElement,
): TableValue | undefined {
  const img = findDescendants(cell.children, 'img')[0]
  const href = addresses[0] ?? img?.attributes['src']
  if (href === undefined || !isSafeAddress(href)) return undefined
  const ref = parseMediaReference(href)
  const attributes = (addresses.length > 0 ? anchor : img)?.attributes ?? {}
  const fit = attributes['data-object-fit']
  const objectFit = fit === 'contain' || fit === 'fill' || fit === 'cover' ? fit : undefined
  const alt = attributes['data-alt'] ?? (img?.attributes['alt'] || undefined)
  if (objectFit === undefined && alt === undefined) return ref
  return omitUndefined<FittedImage>({ ref, objectFit, alt })
}

function listVisibleColumns(columns: HtmlColumn[]): string[] {
  return columns.filter(({ header }) => header?.attributes['data-hidden'] === undefined).map(({ id }) => id)
}

function createGridView(attributes: Attributes, columns: HtmlColumn[], headers: HtmlElement[]): GridView {
  const widths: Record<string, number> = {}
  for (const { id, header } of columns) {
    const value = Number(header?.attributes['width'] ?? Number.NaN)
    if (Number.isFinite(value)) widths[id] = value
  }
  return omitUndefined<GridView>({
    type: 'grid',
    columns: listVisibleColumns(columns),
    columnWidths: Object.keys(widths).length === 0 ? undefined : widths,
    hideHeader: attributes['data-header-hidden'] !== undefined || headers.length === 0,
    stickyHeader: attributes['data-header-sticky'] === undefined ? undefined : true,
    stickyFirstColumn: attributes['data-first-column-sticky'] === undefined ? undefined : true,
  })
}

function createCardsView(attributes: Attributes, columns: HtmlColumn[]): CardsView {
  const findColumnWith = (name: string): string | undefined =>
    columns.find(({ header }) => header?.attributes[name] !== undefined)?.id
  return omitUndefined<CardsView>({
    type: 'cards',
    cardSize: attributes['data-card-size'] === 'large' ? 'large' : 'medium',
    columns: listVisibleColumns(columns),
    targetDefinition: findColumnWith('data-card-target'),
    coverDefinition: findColumnWith('data-card-cover'),
    coverDefinitionDark: findColumnWith('data-card-cover-dark'),
    hideColumnTitle: attributes['data-column-title-hidden'] === undefined ? undefined : true,
  })
}
