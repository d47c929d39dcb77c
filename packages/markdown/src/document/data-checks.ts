import {
  anyObject,
  boolean,
  type Check,
  type Fields,
  isTrue,
  list,
  literal,
  map,
  number,
  object,
  optional,
  string,
  variant,
} from './checks.ts'
import { type Inline, type Mark, textColors } from './types.ts'

/* Checks of the data of blocks and inlines, which contains no other nodes. */

// References

const optionalSpace = { space: optional(string) }
const refFields: Record<string, Fields> = {
  file: { file: string, ...optionalSpace },
  url: { url: string },
  page: { page: string, ...optionalSpace },
  anchor: { anchor: string, page: optional(string), ...optionalSpace },
  user: { user: string },
  collection: { collection: string },
  space: { space: string },
  'reusable-content': { reusableContent: string, ...optionalSpace },
  tag: { tag: string, ...optionalSpace },
  openapi: { spec: string },
}
export const refOfKind = (...kinds: string[]): Check =>
  variant('kind', Object.fromEntries(kinds.map((kind) => [kind, refFields[kind] ?? {}])))
export const anyRef = refOfKind(...Object.keys(refFields))
export const mediaRef = refOfKind('file', 'url')

// Text

const color = literal(...textColors)
const plainMark: Fields = { object: literal('mark'), data: optional(object({})) }
const markFields: Record<Mark['type'], Fields> = {
  bold: plainMark,
  italic: plainMark,
  strikethrough: plainMark,
  code: plainMark,
  keyboard: plainMark,
  superscript: plainMark,
  subscript: plainMark,
  color: { object: literal('mark'), data: object({ text: color, background: color }) },
}
const leaf = object({
  object: literal('leaf'),
  text: string,
  marks: optional(list(variant('type', markFields))),
  raw: optional(isTrue),
  key: optional(string),
})
export const text = object({ object: literal('text'), leaves: list(leaf), key: optional(string) })

// Inlines

export const length: Check = (value, path) =>
  typeof value === 'object' ? object({ unit: string, value: number })(value, path) : number(value, path)
export const align = optional(literal('start', 'center', 'end'))

const buttonAction = variant('action', {
  search: { query: optional(string) },
  ask: { query: optional(string) },
  select: { slug: string },
})

export const inlineFields: Record<Inline['type'], Fields> = {
  link: { ref: anyRef, title: optional(string) },
  emoji: { code: string },
  icon: { icon: string, color: optional(color) },
  expression: { expression: string },
  'inline-math': { formula: string },
  'inline-image': {
    ref: mediaRef,
    refDark: optional(mediaRef),
    caption: optional(string),
    alt: optional(string),
    size: optional(literal('original', 'line')),
    width: optional(length),
    height: optional(length),
  },
  annotation: {},
  mention: { ref: anyRef },
  button: {
    label: string,
    kind: literal('primary', 'secondary'),
    ref: anyRef,
    icon: optional(string),
    action: optional(buttonAction),
  },
}

// Tables

const columnFields = { id: string, title: string }
const definitionFields: Record<string, Fields> = {
  text: {
    ...columnFields,
    textAlignment: optional(literal('left', 'center', 'right')),
    verticalAlignment: optional(literal('top', 'middle', 'bottom')),
  },
  number: columnFields,
  checkbox: columnFields,
  files: columnFields,
  users: { ...columnFields, multiple: boolean },
  rating: { ...columnFields, max: number },
  select: {
    ...columnFields,
    multiple: boolean,
    options: list(object({ value: string, label: string, color: string })),
  },
  'content-ref': columnFields,
  image: columnFields,
}
const viewFields: Record<string, Fields> = {
  grid: {
    columns: list(string),
    columnWidths: optional(map(number)),
    hideHeader: optional(boolean),
    stickyHeader: optional(boolean),
    stickyFirstColumn: optional(boolean),
  },
  cards: {
    columns: list(string),
    cardSize: literal('medium', 'large'),
    targetDefinition: optional(string),
    coverDefinition: optional(string),
    coverDefinitionDark: optional(string),
    hideColumnTitle: optional(boolean),
  },
}
const tableValue: Check = (value, path) => {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return
  if (Array.isArray(value)) return list(string)(value, path)
  anyObject(value, path)
  if ('kind' in (value as object)) return anyRef(value, path)
  return object({
    ref: mediaRef,
    objectFit: optional(literal('contain', 'fill', 'cover')),
    alt: optional(string),
  })(value, path)
}
export const tableFields: Fields = {
  view: variant('type', viewFields),
  records: map(object({ orderIndex: string, values: map(tableValue) })),
  definition: map(variant('type', definitionFields)),
  cellMerges: optional(
    list(
      object({
        anchor: object({ record: string, column: string }),
        rowSpan: number,
        colSpan: number,
      }),
    ),
  ),
  fullWidth: optional(boolean),
  search: optional(boolean),
}

/** A value that an integration defines: any JSON except null, within the depth that documents may have. */
export const plainValue: Check = (value, path) => {
  const innerPath = path.enterNode()
  if (Array.isArray(value)) return list(plainValue)(value, innerPath)
  if (typeof value === 'object' && value !== null) return map(plainValue)(value, innerPath)
  if (value === null) throw path.createError('must not be null')
}
