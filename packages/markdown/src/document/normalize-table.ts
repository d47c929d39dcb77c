import { createColumnId, createRecordId, formatOrderIndex, normalizeColumnTitle } from './table-builder.ts'
import type { Block, Fragment, Table, TableData, TableRecord, TableValue } from './types.ts'

/** Returns the new id of a column or a record. */
type RenameId = (id: string) => string

/**
 * Writes a table as parsing creates it. Columns and records have no names in Markdown, so they are numbered, and
 * cells without content are omitted.
 */
export function normalizeTable(table: Table, normalizeBlocks: (blocks: Block[]) => Block[]): Table {
  const { data } = table
  const visibleIds = data.view.columns.filter((id) => Object.hasOwn(data.definition, id))
  const columnIds = orderColumns([...new Set(visibleIds)], Object.keys(data.definition))
  const newColumnIds = new Map(columnIds.map((id, index) => [id, createColumnId(index)]))
  const renameColumn: RenameId = (id) => newColumnIds.get(id) ?? id

  const sortedRecords = Object.entries(data.records).sort(([, a], [, b]) =>
    a.orderIndex < b.orderIndex ? -1 : a.orderIndex > b.orderIndex ? 1 : 0,
  )
  const newRecordIds = new Map(sortedRecords.map(([id], index) => [id, createRecordId(index)]))
  const renameRecord: RenameId = (id) => newRecordIds.get(id) ?? id

  const oldFragments = new Map(
    table.fragments.map((fragment) => [fragment.fragment ?? fragment.key, fragment]),
  )
  const fragments: Fragment[] = []
  const normalizeValues = (recordId: string, record: TableRecord): TableRecord['values'] => {
    const values: TableRecord['values'] = {}
    for (const id of columnIds) {
      const value = Object.hasOwn(record.values, id) ? record.values[id] : undefined
      if (value === undefined) continue
      const columnId = renameColumn(id)
      if (data.definition[id]?.type !== 'text') {
        if (!isEmptyValue(value)) values[columnId] = value
        continue
      }
      const nodes = typeof value === 'string' ? normalizeBlocks(oldFragments.get(value)?.nodes ?? []) : []
      if (nodes.length === 0) continue
      const fragment = recordId + columnId
      fragments.push({ object: 'fragment', key: '', fragment, type: 'table-cell', nodes })
      values[columnId] = fragment
    }
    return values
  }
  const records = Object.fromEntries(
    sortedRecords.map(([id, record], index) => {
      const recordId = renameRecord(id)
      return [recordId, { orderIndex: formatOrderIndex(index), values: normalizeValues(recordId, record) }]
    }),
  )

  const { cellMerges, ...otherData } = data
  return {
    ...table,
    data: {
      ...otherData,
      view: normalizeView(data.view, visibleIds, renameColumn),
      records,
      definition: normalizeDefinition(data, columnIds, renameColumn),
      ...(cellMerges && {
        cellMerges: cellMerges.map(({ anchor, rowSpan, colSpan }) => ({
          anchor: { record: renameRecord(anchor.record), column: renameColumn(anchor.column) },
          rowSpan,
          colSpan,
        })),
      }),
    },
    fragments,
  }
}

/** Markdown has only one order of columns: that of the view, with each hidden column after the one before it in the table. */
function orderColumns(visibleIds: readonly string[], allIds: readonly string[]): string[] {
  const columnIds = [...visibleIds]
  const isVisible = new Set(visibleIds)
  let next = 0
  for (const id of allIds) {
    if (isVisible.has(id)) next = columnIds.indexOf(id) + 1
    else columnIds.splice(next++, 0, id)
  }
  return columnIds
}

function normalizeDefinition(
  { definition }: TableData,
  columnIds: readonly string[],
  renameColumn: RenameId,
): TableData['definition'] {
  return Object.fromEntries(
    columnIds.flatMap((id) => {
      const oldDefinition = definition[id]
      if (!oldDefinition) return []
      const newDefinition = {
        ...oldDefinition,
        id: renameColumn(id),
        title: normalizeColumnTitle(oldDefinition.title),
      }
      if (newDefinition.type === 'text') newDefinition.textAlignment ??= 'left'
      return [[renameColumn(id), newDefinition] as const]
    }),
  )
}

function normalizeView(
  view: TableData['view'],
  visibleIds: readonly string[],
  renameColumn: RenameId,
): TableData['view'] {
  const newView = { ...view, columns: visibleIds.map(renameColumn) }
  if (newView.type === 'grid') {
    newView.hideHeader ??= false
    if (newView.columnWidths) {
      newView.columnWidths = Object.fromEntries(
        Object.entries(newView.columnWidths).map(([id, width]) => [renameColumn(id), width]),
      )
    }
  } else {
    for (const name of ['targetDefinition', 'coverDefinition', 'coverDefinitionDark'] as const) {
      const id = newView[name]
      if (id !== undefined) newView[name] = renameColumn(id)
    }
  }
  return newView
}

const isEmptyValue = (value: TableValue): boolean =>
  value === '' || (Array.isArray(value) && value.length === 0)
