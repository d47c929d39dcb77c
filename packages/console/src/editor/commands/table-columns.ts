import { type ContentRef, formatReference } from '@verso/editor'
import type { Attrs, Node, NodeType } from 'prosemirror-model'
import type { Command, EditorState } from 'prosemirror-state'
import { isInTable, selectedRect } from 'prosemirror-tables'
import { createParagraph } from '../blocks.ts'

export const columnTypes = [
  'text',
  'number',
  'checkbox',
  'select',
  'files',
  'content-ref',
  'image',
  'rating',
  'users',
] as const

export type ColumnType = (typeof columnTypes)[number]

export const optionColors = ['default', 'green', 'blue', 'red', 'orange', 'yellow', 'purple'] as const

export interface SelectOption {
  value: string
  label: string
  color: string
}

/** What a column shows in cards: where a card leads, or the picture above it. */
export type CardRole = 'target' | 'cover' | undefined

export interface ColumnSettings {
  type: ColumnType
  width: number | undefined
  multiple: boolean
  options: readonly SelectOption[]
  cardRole: CardRole
  isHidden: boolean
}

/** The settings of a column, from the attributes of its title, which the schema checks. */
export function readColumnSettings({ attrs }: Node): ColumnSettings {
  const width: unknown = attrs['width']
  return {
    type: attrs['type'] as ColumnType,
    width: typeof width === 'number' ? width : undefined,
    multiple: attrs['multiple'] === true,
    options: (attrs['options'] ?? []) as SelectOption[],
    cardRole: attrs['isCardTarget'] === true ? 'target' : attrs['isCardCover'] === true ? 'cover' : undefined,
    isHidden: attrs['isHidden'] === true,
  }
}

/** The title of the column that the cursor is in, and whether the table is shown as cards. */
export function findColumn(state: EditorState): { title: Node; hasCards: boolean } | undefined {
  if (!isInTable(state)) return undefined
  const { table, left } = selectedRect(state)
  const title = table.firstChild?.maybeChild(left)
  return title ? { title, hasCards: table.attrs['view'] === 'cards' } : undefined
}

/** Changes the column that the cursor is in, and gives its cells values of its type. */
export const setColumn =
  (settings: ColumnSettings): Command =>
  (state, dispatch) => {
    if (!isInTable(state)) return false
    const { table, left, map, tableStart } = selectedRect(state)
    const titlePosition = map.map[left]
    const title = titlePosition === undefined ? undefined : table.nodeAt(titlePosition)
    if (titlePosition === undefined || !title) return false
    if (!dispatch) return true
    const before = readColumnSettings(title)
    const positions = map
      .cellsInRect({ left, right: left + 1, top: 1, bottom: map.height })
      .filter((position) => map.findCell(position).left === left)
    const texts = positions.flatMap((position) => formatCell(table.nodeAt(position), before.options) || [])
    const options = settings.type === 'select' ? addMissingOptions(settings, before.type, texts) : []
    const { tr } = state
    // From the end, so that the places before stay as they are.
    for (const position of positions.toReversed()) {
      const cell = table.nodeAt(position)
      const next = cell && convertCell(cell, { ...settings, options }, before)
      if (next && next !== cell)
        tr.replaceWith(tableStart + position, tableStart + position + cell.nodeSize, next)
    }
    tr.setNodeMarkup(tableStart + titlePosition, null, {
      ...title.attrs,
      ...writeSettings({ ...settings, options }),
    })
    for (const attribute of ['isCardTarget', 'isCardCover'] as const) {
      const isTaken =
        attribute === 'isCardTarget' ? settings.cardRole === 'target' : settings.cardRole === 'cover'
      if (!isTaken) continue
      // Only one column of a table can be it.
      for (let column = 0; column < map.width; column++) {
        const position = map.map[column]
        if (column !== left && position !== undefined && table.nodeAt(position)?.attrs[attribute] === true)
          tr.setNodeAttribute(tableStart + position, attribute, null)
      }
    }
    dispatch(tr.scrollIntoView())
    return true
  }

/** A setting that a column of the type does not have is left out: Markdown would not say it. */
function writeSettings({ type, width, multiple, options, cardRole, isHidden }: ColumnSettings): Attrs {
  return {
    type,
    width: width ?? null,
    multiple: type === 'select' || type === 'users' ? multiple : null,
    options: type === 'select' ? options : null,
    max: type === 'rating' ? 5 : null,
    isCardTarget: cardRole === 'target' ? true : null,
    isCardCover: cardRole === 'cover' ? true : null,
    isHidden: isHidden ? true : null,
    ...(type !== 'text' && { textAlignment: null, verticalAlignment: null }),
  }
}

/** The words that stood in a column become its options, so that nothing has to be typed again. */
function addMissingOptions(
  { options, multiple }: ColumnSettings,
  typeBefore: ColumnType,
  texts: readonly string[],
): readonly SelectOption[] {
  if (typeBefore === 'select') return options
  const all = [...options]
  for (const text of texts.flatMap((each) => splitText(each, multiple))) {
    if (!all.some(({ label }) => label === text)) all.push(createOption(text, all))
  }
  return all
}

/** An option with a value that no other one of the column has. */
export function createOption(
  label: string,
  others: readonly SelectOption[],
  color = 'default',
): SelectOption {
  const base =
    label
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
      .replaceAll(/^-|-$/g, '') || 'option'
  let value = base
  for (let count = 2; others.some((other) => other.value === value); count++) value = `${base}-${count}`
  return { value, label, color }
}

const splitText = (text: string, isSeveral: boolean): string[] =>
  (isSeveral ? text.split(',') : [text]).map((part) => part.trim()).filter((part) => part !== '')

function convertCell(cell: Node, settings: ColumnSettings, before: ColumnSettings): Node | undefined {
  const { schema } = cell.type
  const spans = { colspan: cell.attrs['colspan'] as number, rowspan: cell.attrs['rowspan'] as number }
  const isText = cell.type.name === 'table_cell'
  if (settings.type === 'text') {
    if (isText) return cell
    const text = formatCell(cell, before.options)
    const paragraph = createParagraph()
    const content = text === '' ? paragraph : paragraph.type.create(null, schema.text(text))
    return getType(cell, 'table_cell').create(spans, content)
  }
  const value: unknown = cell.attrs['value']
  if (!isText && (before.type === settings.type || isFitting(value, settings.type))) return cell
  const text = formatCell(cell, before.options)
  return getType(cell, 'table_value').create({ ...spans, value: readCell(text, settings) })
}

/** Pictures, pages and files are references, which mean the same in another column of references. */
const isFitting = (value: unknown, type: ColumnType): boolean =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  (type === 'content-ref' || type === 'image')

function getType({ type: { schema } }: Node, name: string): NodeType {
  const type = schema.nodes[name]
  if (!type) throw new Error(`The schema has no ${name}.`)
  return type
}

/** Reads a text as a value of a column. What is none stays the text, which every column can have. */
function readCell(text: string, { type, options, multiple }: ColumnSettings): unknown {
  if (text === '') return null
  switch (type) {
    case 'number':
    case 'rating':
      return Number.isFinite(Number(text)) ? Number(text) : text
    case 'checkbox':
      return /^(?:true|yes|x|✓|☑)$/i.test(text) ? true : /^(?:false|no|☐)$/i.test(text) ? false : text
    case 'select':
      return splitText(text, multiple).flatMap(
        (part) => options.find(({ label }) => label === part)?.value ?? [],
      )
    default:
      return text
  }
}

/** A cell as text, on one line. */
export function formatCell(cell: Node | null, options: readonly SelectOption[]): string {
  if (!cell) return ''
  if (cell.type.name === 'table_cell') {
    return cell.textBetween(0, cell.content.size, ' ', '').replaceAll(/\s+/g, ' ').trim()
  }
  return formatValue(cell.attrs['value'], options)
}

export function formatValue(value: unknown, options: readonly SelectOption[] = []): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value))
    return value
      .map((item) => options.find((option) => option.value === item)?.label ?? String(item))
      .join(', ')
  if (typeof value === 'object')
    // The schema checks references, which stand alone or with the settings of an image.
    return formatReference(('ref' in value ? value.ref : value) as ContentRef)
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : ''
}
