import type { NodeSpec } from 'prosemirror-model'
import {
  type AttributeKind,
  boolean,
  finiteNumber,
  isPlainObject,
  lineText,
  listOf,
  oneOf,
  onlyTrue,
  optional,
  required,
  wholeNumber,
} from './attributes.ts'
import { defineNode } from './define-node.ts'
import { writeAtom } from './dom.ts'
import { contentReference, mediaReference } from './references.ts'

/** `colspan`, `rowspan` and `colwidth` have the names that prosemirror-tables reads. Widths are in the column titles. */
const spans = {
  colspan: required(wholeNumber(1, 50), 1),
  rowspan: required(wholeNumber(1, 50), 1),
  colwidth: optional({ description: 'null', accepts: (value) => value === null }),
}

const option: AttributeKind = {
  description: 'an option with a value, a label and a colour',
  accepts: (value) =>
    isPlainObject(value) &&
    Object.keys(value).length === 3 &&
    ['value', 'label', 'color'].every((name) => lineText.accepts(value[name])),
}

/** The value of a cell whose column is not a text column. */
const cellValue: AttributeKind = {
  description: 'the value of a cell',
  accepts: (value) => {
    if (typeof value === 'boolean' || lineText.accepts(value) || finiteNumber.accepts(value)) return true
    if (Array.isArray(value)) return value.every((item) => lineText.accepts(item))
    if (contentReference.accepts(value) || mediaReference.accepts(value)) return true
    return isPlainObject(value) && isFittedImage(value)
  },
}

function isFittedImage({ ref, objectFit, alt, ...others }: Record<string, unknown>): boolean {
  return (
    Object.keys(others).length === 0 &&
    mediaReference.accepts(ref) &&
    (objectFit === undefined || oneOf('contain', 'fill', 'cover').accepts(objectFit)) &&
    (alt === undefined || lineText.accepts(alt))
  )
}

/**
 * A table is a row of column titles and rows of cells. Columns and rows have no names in Markdown, so they are known by their
 * position. What a setting of a view says about a column, such as its width, is a setting of the column's title here,
 * and moves with it.
 */
export const tables: Record<string, NodeSpec> = {
  table: defineNode('table', {
    content: 'table_head table_row*',
    group: 'block',
    isolating: true,
    tableRole: 'table',
    settings: {
      view: required(oneOf('grid', 'cards'), 'grid'),
      hideHeader: optional(onlyTrue),
      stickyHeader: optional(onlyTrue),
      stickyFirstColumn: optional(onlyTrue),
      cardSize: optional(oneOf('large')),
      hideColumnTitle: optional(onlyTrue),
      fullWidth: optional(onlyTrue),
      search: optional(onlyTrue),
    },
    toDOM: (node) => [
      'table',
      { 'data-block': 'table', 'data-settings': JSON.stringify(node.attrs) },
      ['tbody', 0],
    ],
  }),
  table_head: defineNode('table_head', { content: 'table_title+', tag: 'tr', tableRole: 'row' }),
  table_title: defineNode('table_title', {
    content: 'text*',
    marks: '',
    tag: 'th',
    isolating: true,
    tableRole: 'header_cell',
    settings: {
      ...spans,
      type: required(
        oneOf('text', 'number', 'checkbox', 'files', 'users', 'rating', 'select', 'content-ref', 'image'),
        'text',
      ),
      textAlignment: optional(oneOf('center', 'right')),
      verticalAlignment: optional(oneOf('top', 'middle', 'bottom')),
      multiple: optional(boolean),
      max: optional(finiteNumber),
      options: optional(listOf(option)),
      width: optional(finiteNumber),
      isHidden: optional(onlyTrue),
      isCardTarget: optional(onlyTrue),
      isCardCover: optional(onlyTrue),
      isCardCoverDark: optional(onlyTrue),
    },
  }),
  /** Of two nodes with one role, prosemirror-tables creates the last: rows and text cells, not heads and values. */
  table_row: defineNode('table_row', {
    content: '(table_cell | table_value)*',
    tag: 'tr',
    tableRole: 'row',
    parseDOM: [{ tag: 'tr' }],
  }),
  table_value: defineNode('table_value', {
    atom: true,
    isolating: true,
    tableRole: 'cell',
    settings: { ...spans, value: optional(cellValue) },
    toDOM: writeAtom('td', (node) => JSON.stringify(node.attrs['value'])),
  }),
  table_cell: defineNode('table_cell', {
    content: 'block+',
    tag: 'td',
    isolating: true,
    tableRole: 'cell',
    settings: spans,
    parseDOM: [{ tag: 'td' }, { tag: 'th' }],
  }),
}
