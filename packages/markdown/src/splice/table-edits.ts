import { hasSameContent } from '../document/find-difference.ts'
import type { Table, TableData } from '../document/types.ts'
import type { FootnoteLabels } from '../write/footnotes.ts'
import { blocksToHtml } from '../write/html.ts'
import { tableToHtml } from '../write/html-table.ts'
import { listPipeTableRows } from '../write/table.ts'
import { findDifferentRanges, listMatches } from './match-sequences.ts'
import { mergeText } from './merge-text.ts'

/** Edits the author's text of a table. Returns undefined when it has to be written as a whole. */
export function editTable(
  ownText: string,
  oldTable: Table,
  newTable: Table,
  footnotes: FootnoteLabels,
): string | undefined {
  if (!/^<table/i.test(ownText)) return editPipeTable(ownText, oldTable, newTable, footnotes)
  // An HTML table stays one, also where a pipe table could express it.
  const write = (table: Table): string => tableToHtml(table, footnotes, blocksToHtml)
  return mergeText(write(oldTable), ownText, write(newTable))
}

/**
 * Edits the author's text of a pipe table, in which every row is a line: only the rows that changed are written, with
 * the width that their cells had. Returns undefined when the table is none, or when its columns changed.
 */
function editPipeTable(
  ownText: string,
  oldTable: Table,
  newTable: Table,
  footnotes: FootnoteLabels,
): string | undefined {
  if (!hasSameContent(describeColumns(oldTable.data), describeColumns(newTable.data))) return undefined
  const oldRows = listPipeTableRows(oldTable, footnotes)
  const newRows = listPipeTableRows(newTable, footnotes)
  if (!oldRows || !newRows) return undefined
  const [header = '', rule = '', ...ownRows] = ownText.split('\n')
  const isPipeTable = /^[\s|:-]*-[\s|:-]*$/.test(rule) && ownRows.length === oldRows.length - 1
  if (!isPipeTable) return undefined
  const rows = editRows([header, ...ownRows], oldRows, newRows)
  return [...rows.slice(0, 1), rule, ...rows.slice(1)].join('\n')
}

/** Returns the data of a table without what is in its rows and its header. */
function describeColumns({ records: _records, definition, ...data }: TableData): unknown {
  return { ...data, columns: Object.values(definition).map(({ title: _title, ...column }) => column) }
}

const getRowKey = (cells: readonly string[]): string => cells.join(' | ')

function editRows(
  ownRows: readonly string[],
  oldRows: readonly string[][],
  newRows: readonly string[][],
): string[] {
  const ranges = findDifferentRanges(oldRows.map(getRowKey), newRows.map(getRowKey))
  const oldIndexes = new Map(
    listMatches(oldRows.length, ranges).map(([oldIndex, index]) => [index, oldIndex]),
  )
  const changedIndexes = new Map<number, number>()
  for (const { aStart, aEnd, bStart, bEnd } of ranges) {
    if (aEnd - aStart !== bEnd - bStart) continue
    for (let offset = 0; offset < aEnd - aStart; offset++)
      changedIndexes.set(bStart + offset, aStart + offset)
  }
  let neighbour = ownRows[0] ?? ''
  return newRows.map((cells, index) => {
    const oldIndex = oldIndexes.get(index)
    const changedIndex = changedIndexes.get(index)
    if (oldIndex !== undefined) neighbour = ownRows[oldIndex] ?? ''
    else if (changedIndex !== undefined)
      return editRow(ownRows[changedIndex] ?? '', oldRows[changedIndex] ?? [], cells)
    else return writeRow(neighbour, cells)
    return neighbour
  })
}

/** The cells of a row as the author wrote them, with what is before the first and behind the last of them. */
interface OwnRow {
  start: string
  cells: string[]
  end: string
}

function splitRow(line: string): OwnRow {
  const start = /^\s*\|?/.exec(line)?.[0] ?? ''
  const end = /(?<!\\)\|\s*$/.exec(line.slice(start.length))?.[0] ?? ''
  return { start, cells: line.slice(start.length, line.length - end.length).split(/(?<!\\)\|/), end }
}

const joinRow = ({ start, cells, end }: OwnRow): string => start + cells.join('|') + end

function editRow(line: string, oldCells: readonly string[], newCells: readonly string[]): string {
  const row = splitRow(line)
  if (row.cells.length !== newCells.length) return writeRow(line, newCells)
  const cells = row.cells.map((ownCell, index) => {
    const [oldCell = '', newCell = ''] = [oldCells[index], newCells[index]]
    return oldCell === newCell ? ownCell : fillCell(ownCell, mergeText(oldCell, ownCell.trim(), newCell))
  })
  return joinRow({ ...row, cells })
}

/** Writes a row with cells as wide as those of another row. */
function writeRow(neighbour: string, newCells: readonly string[]): string {
  const row = splitRow(neighbour)
  if (row.cells.length !== newCells.length) return `| ${newCells.join(' | ')} |`
  return joinRow({ ...row, cells: newCells.map((cell, index) => fillCell(row.cells[index] ?? '', cell)) })
}

/** Puts a text into a cell. The blanks behind it become fewer or more, so that the cell keeps its width if it can. */
function fillCell(ownCell: string, text: string): string {
  const start = ownCell.trim() === '' ? ' ' : (/^\s*/.exec(ownCell)?.[0] ?? '')
  const end = ownCell.trim() === '' ? ' ' : /\s?$/.exec(ownCell)?.[0]
  const isAligned = /\s\s$/.test(ownCell) || text.length < ownCell.trim().length
  const cell = start + text + end
  return isAligned ? cell.padEnd(ownCell.length) : cell
}
