import type { Block, Paragraph, Table } from '../document/types.ts'
import type { FootnoteLabels } from './footnotes.ts'
import { blocksToHtml } from './html.ts'
import { listColumns, tableToHtml, listRecords } from './html-table.ts'
import { inlinesToMarkdown, textToMarkdown } from './inline.ts'

/** Writes a pipe table when it can express the whole table, otherwise an HTML table. */
export function writeTable(table: Table, footnotes: FootnoteLabels): string {
  return canBePipeTable(table)
    ? writePipeTable(table, footnotes)
    : tableToHtml(table, footnotes, blocksToHtml)
}

function canBePipeTable({ data, fragments }: Table): boolean {
  const { view, definition, cellMerges, fullWidth, search } = data
  const columns = Object.values(definition)
  if (view.type !== 'grid' || view.hideHeader || view.stickyHeader || view.stickyFirstColumn) return false
  if (view.columnWidths || cellMerges || fullWidth || search || columns.length === 0) return false
  if (view.columns.length !== columns.length || columns.some(({ id }, index) => view.columns[index] !== id))
    return false
  if (columns.some((column) => column.type !== 'text' || column.verticalAlignment !== undefined)) return false
  return fragments.every(({ nodes }) => nodes.length === 1 && nodes.every(isPlainParagraph))
}

function isPlainParagraph(block: Block): block is Paragraph {
  return block.type === 'paragraph' && block.data.align === undefined
}

const rulesByAlignment = { left: '---', center: ':-:', right: '--:' }

function writePipeTable(table: Table, footnotes: FootnoteLabels): string {
  const rules = listColumns(table.data).map((column) =>
    column.type === 'text' ? rulesByAlignment[column.textAlignment] : '---',
  )
  return formatRows(listPipeTableRows(table, footnotes) ?? [], rules)
}

/**
 * Lists the header and the rows of a table as the cells of a pipe table, in which blocks other than a paragraph are
 * HTML. Returns undefined when the table has columns that are not text.
 */
export function listPipeTableRows(table: Table, footnotes: FootnoteLabels): string[][] | undefined {
  const columns = listColumns(table.data)
  if (columns.some(({ type }) => type !== 'text')) return undefined
  const fragments = new Map(table.fragments.map((fragment) => [fragment.fragment, fragment.nodes]))
  const titles = columns.map((column) => escapePipes(textToMarkdown(column.title)))
  const rows = listRecords(table.data).map(([, { values }]) =>
    columns.map(({ id }) => {
      const value = values[id]
      const blocks = (typeof value === 'string' ? fragments.get(value) : undefined) ?? []
      return escapePipes(writeCell(blocks, footnotes))
    }),
  )
  return [titles, ...rows]
}

function writeCell(blocks: readonly Block[], footnotes: FootnoteLabels): string {
  const [onlyBlock, ...others] = blocks
  return onlyBlock && others.length === 0 && isPlainParagraph(onlyBlock)
    ? inlinesToMarkdown(onlyBlock.nodes, { footnotes, isMultiline: false })
    : blocksToHtml(blocks, footnotes)
}

/** Escapes pipes, also in code, because a row is split into cells before anything else is parsed. */
function escapePipes(cell: string): string {
  return cell.replaceAll('|', String.raw`\|`)
}

/** Formats rows with aligned columns, unless one long cell would add a lot of padding to all others. */
function formatRows(rows: string[][], rules: string[]): string {
  const widths = rules.map((rule, column) =>
    rows.reduce((maxWidth, cells) => Math.max(maxWidth, cells[column]?.length ?? 0), rule.length),
  )
  const paddedLength = widths.reduce((sum, width) => sum + width, 0) * rows.length
  const contentLength = rows.reduce(
    (sum, cells) => cells.reduce((length, cell) => length + cell.length, sum),
    0,
  )
  const isAligned = paddedLength <= 10_000 + 4 * contentLength
  const formatRow = (cells: string[], fillCharacter: string): string => {
    const paddedCells = isAligned
      ? cells.map((cell, column) => padCell(cell, widths[column] ?? 0, fillCharacter))
      : cells
    return `| ${paddedCells.join(' | ')} |`
  }
  const [head = [], ...body] = rows
  return [formatRow(head, ' '), formatRow(rules, '-'), ...body.map((cells) => formatRow(cells, ' '))].join(
    '\n',
  )
}

/** Pads a cell. In a rule, dashes are added before the colon at its end. */
function padCell(cell: string, width: number, fillCharacter: string): string {
  if (fillCharacter === ' ' || !cell.endsWith(':')) return cell.padEnd(width, fillCharacter)
  return `${cell.slice(0, -1).padEnd(width - 1, fillCharacter)}:`
}
