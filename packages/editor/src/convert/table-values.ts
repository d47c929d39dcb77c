import { formatReference } from '@verso/markdown'
import type { Block, TableDefinition, TableValue } from '@verso/markdown'

/**
 * Converts the value of a cell to one that its column can have. The editor keeps values when the type of a column changes, so
 * that changing it back restores them; a document has only values that fit.
 */
export function convertValue(definition: TableDefinition, value: TableValue | null): TableValue | undefined {
  if (value === null || value === '') return undefined
  switch (definition.type) {
    case 'number':
    case 'rating':
      return typeof value === 'number' ? value : convertNumber(formatValue(value))
    case 'checkbox':
      return typeof value === 'boolean' ? value : convertBoolean(formatValue(value))
    case 'files':
    case 'users':
    case 'select':
      return Array.isArray(value) ? (value.length === 0 ? undefined : value) : toText(value)
    case 'content-ref':
      return isReference(value) && 'kind' in value ? value : toText(value)
    case 'image':
      return isReference(value) ? value : toText(value)
    case 'text':
      return undefined
  }
}

const isReference = (value: TableValue): value is Exclude<TableValue, string | number | boolean | string[]> =>
  typeof value === 'object' && !Array.isArray(value)

function convertNumber(text: string): TableValue | undefined {
  return text === '' ? undefined : Number.isFinite(Number(text)) ? Number(text) : text
}

function convertBoolean(text: string): TableValue | undefined {
  return text === '' ? undefined : text === 'true' ? true : text === 'false' ? false : text
}

function toText(value: TableValue): string | undefined {
  return formatValue(value) || undefined
}

/** Writes a value as text, which any column shows. */
function formatValue(value: TableValue): string {
  const text = isReference(value)
    ? formatReference('kind' in value ? value : value.ref)
    : Array.isArray(value)
      ? value.join(', ')
      : String(value)
  return text.replaceAll(/\s+/g, ' ').trim()
}

/** The content of a text cell for a value that stood in a column of another type. */
export function createTextBlocks(value: TableValue | null): Block[] {
  const text = value === null ? '' : formatValue(value)
  if (text === '') return []
  return [
    {
      object: 'block',
      type: 'paragraph',
      key: '',
      isVoid: false,
      data: {},
      nodes: [{ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }],
    },
  ]
}
