import { InvalidDocument } from '../errors.ts'
import type { BlockType, Inline, Mark } from './types.ts'

/**
 * What a document from elsewhere must be before anything else looks at it: the shapes of `types.ts`, as values. A
 * property that no shape names is refused rather than dropped; `key` and `meta`, which are derived, are let by.
 */
export function checkDocument(value: unknown): void {
  const at = new Place()
  const { data, nodes } = record(value, at, ['object', 'data', 'nodes', 'meta', 'key'])
  literal('document')(Reflect.get(Object(value), 'object'), at.in('object'))
  if (data !== undefined) anyObject(data, at.in('data'))
  blockList()(nodes, at.in('nodes'))
}

/** Deeper than any reader could follow, and less deep than what reading it recursively can bear. */
const MAX_DEPTH = 64
const MAX_NODES = 200_000

/** Where in the document something stands, and how much of it was seen. */
class Place {
  readonly #parent: Place | undefined
  readonly #step: string | number
  readonly #depth: number
  readonly #seen: { nodes: number }

  constructor(parent?: Place, step: string | number = '', depth = 0) {
    this.#parent = parent
    this.#step = step
    this.#depth = depth
    this.#seen = parent ? parent.#seen : { nodes: 0 }
  }

  in(step: string | number): Place {
    return new Place(this, step, this.#depth)
  }

  /** One level further in. */
  node(): Place {
    if (this.#depth >= MAX_DEPTH) throw this.problem(`nests deeper than ${MAX_DEPTH} levels`)
    if (++this.#seen.nodes > MAX_NODES) throw this.problem(`is past the ${MAX_NODES} nodes of a document`)
    return new Place(this.#parent, this.#step, this.#depth + 1)
  }

  problem(text: string): InvalidDocument {
    return new InvalidDocument(this.#path(), text)
  }

  #path(): (string | number)[] {
    return this.#parent ? [...this.#parent.#path(), this.#step] : []
  }
}

type Check = (value: unknown, at: Place) => void
interface Optional {
  optional: Check
}
type Fields = Record<string, Check | Optional>

const optional = (check: Check): Optional => ({ optional: check })

const string: Check = (value, at) => {
  if (typeof value !== 'string') throw at.problem('must be text')
}
const number: Check = (value, at) => {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw at.problem('must be a number')
}
const boolean: Check = (value, at) => {
  if (typeof value !== 'boolean') throw at.problem('must be true or false')
}
const literal =
  (...allowed: (string | number)[]): Check =>
  (value, at) => {
    if (!allowed.includes(value as string)) {
      throw at.problem(`must be ${allowed.map((each) => JSON.stringify(each)).join(' or ')}`)
    }
  }
const anyObject: Check = (value, at) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw at.problem('must be an object')
}

const listOf =
  (check: Check): Check =>
  (value, at) => {
    if (!Array.isArray(value)) throw at.problem('must be a list')
    for (const [index, each] of value.entries()) check(each, at.in(index))
  }

const mapOf =
  (check: Check): Check =>
  (value, at) => {
    anyObject(value, at)
    for (const [name, each] of Object.entries(value as object)) check(each, at.in(name))
  }

/** An object with no other properties than these. */
function record(value: unknown, at: Place, names: readonly string[]): Record<string, unknown> {
  anyObject(value, at)
  for (const name of Object.keys(value as object)) {
    if (!names.includes(name)) throw at.in(name).problem('is nothing that a document has here')
  }
  // It is an object, and only names that were asked about are read from it.
  return value as Record<string, unknown>
}

const object =
  (fields: Fields): Check =>
  (value, at) => {
    checkFields(record(value, at, Object.keys(fields)), fields, at)
  }

function checkFields(given: Record<string, unknown>, fields: Fields, at: Place): void {
  for (const [name, field] of Object.entries(fields)) {
    const value = Object.hasOwn(given, name) ? given[name] : undefined
    if (typeof field === 'function') {
      if (value === undefined) throw at.in(name).problem('must be given')
      field(value, at.in(name))
    } else if (value !== undefined) field.optional(value, at.in(name))
  }
}

/** One of several objects, told apart by a property. */
const oneOf =
  (by: string, shapes: Record<string, Fields>): Check =>
  (value, at) => {
    anyObject(value, at)
    const kind: unknown = Reflect.get(value as object, by)
    const fields = typeof kind === 'string' && Object.hasOwn(shapes, kind) ? shapes[kind] : undefined
    if (!fields) throw at.in(by).problem(`must be one of ${Object.keys(shapes).join(', ')}`)
    object({ [by]: literal(String(kind)), ...fields })(value, at)
  }

// References

const space = { space: optional(string) }
const refs: Record<string, Fields> = {
  file: { file: string, ...space },
  url: { url: string },
  page: { page: string, ...space },
  anchor: { anchor: string, page: optional(string), ...space },
  user: { user: string },
  collection: { collection: string },
  space: { space: string },
  'reusable-content': { reusableContent: string, ...space },
  tag: { tag: string, ...space },
  openapi: { spec: string },
}
const refOf = (...kinds: string[]): Check =>
  oneOf('kind', Object.fromEntries(kinds.map((kind) => [kind, refs[kind] ?? {}])))
const anyRef = refOf(...Object.keys(refs))
const mediaRef = refOf('file', 'url')

// Text

const color = literal(
  'default',
  'green',
  'blue',
  'red',
  'orange',
  'yellow',
  'purple',
  '$primary',
  '$info',
  '$success',
  '$warning',
  '$danger',
)
const plain: Fields = { object: literal('mark'), data: optional(object({})) }
const marks: Record<Mark['type'], Fields> = {
  bold: plain,
  italic: plain,
  strikethrough: plain,
  code: plain,
  keyboard: plain,
  superscript: plain,
  subscript: plain,
  color: { object: literal('mark'), data: object({ text: color, background: color }) },
}
const leaf = object({
  object: literal('leaf'),
  text: string,
  marks: optional(listOf(oneOf('type', marks))),
  raw: optional(literalTrue),
  key: optional(string),
})
const text = object({ object: literal('text'), leaves: listOf(leaf), key: optional(string) })

function literalTrue(value: unknown, at: Place): void {
  if (value !== true) throw at.problem('must be true')
}

// Inlines

const length: Check = (value, at) =>
  typeof value === 'object' ? object({ unit: string, value: number })(value, at) : number(value, at)
const align = optional(literal('start', 'center', 'end'))

const inlineData: Record<Inline['type'], Fields> = {
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
  },
}

const fragment: Check = (value, at) => {
  const {
    object: kind,
    key,
    fragment: name,
    type,
    nodes,
  } = record(value, at, ['object', 'key', 'fragment', 'type', 'nodes'])
  literal('fragment')(kind, at.in('object'))
  for (const each of [key, name, type]) if (each !== undefined) string(each, at)
  blockList()(nodes, at.in('nodes'))
}

const inlineContent: Check = (value, at) => {
  anyObject(value, at)
  const { object: kind, type } = value as { object?: unknown; type?: unknown }
  if (kind === 'text') return text(value, at)
  if (kind !== 'inline') throw at.in('object').problem('must be "text" or "inline"')
  const fields =
    typeof type === 'string' && type in inlineData ? inlineData[type as Inline['type']] : undefined
  if (!fields) throw at.in('type').problem(`must be one of ${Object.keys(inlineData).join(', ')}`)
  const inside = at.node()
  const hasNodes = type === 'link' || type === 'annotation'
  return object({
    object: literal('inline'),
    type: string,
    key: optional(string),
    meta: optional(anyObject),
    isVoid: optional(boolean),
    data: Object.values(fields).some((field) => typeof field === 'function')
      ? object(fields)
      : optional(object(fields)),
    ...(hasNodes && { nodes: listOf(type === 'link' ? inlineContent : text) }),
    ...(type === 'annotation' && { fragments: listOf(fragment) }),
  })(value, inside)
}

// Tables

const definition = { id: string, title: string }
const definitions: Record<string, Fields> = {
  text: {
    ...definition,
    textAlignment: optional(literal('left', 'center', 'right')),
    verticalAlignment: optional(literal('top', 'middle', 'bottom')),
  },
  number: definition,
  checkbox: definition,
  files: definition,
  users: { ...definition, multiple: boolean },
  rating: { ...definition, max: number },
  select: {
    ...definition,
    multiple: boolean,
    options: listOf(object({ value: string, label: string, color: string })),
  },
  'content-ref': definition,
  image: definition,
}
const views: Record<string, Fields> = {
  grid: {
    columns: listOf(string),
    columnWidths: optional(mapOf(number)),
    hideHeader: optional(boolean),
    stickyHeader: optional(boolean),
    stickyFirstColumn: optional(boolean),
  },
  cards: {
    columns: listOf(string),
    cardSize: literal('medium', 'large'),
    targetDefinition: optional(string),
    coverDefinition: optional(string),
    coverDefinitionDark: optional(string),
    hideColumnTitle: optional(boolean),
  },
}
const tableValue: Check = (value, at) => {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return
  if (Array.isArray(value)) return listOf(string)(value, at)
  anyObject(value, at)
  if ('kind' in (value as object)) return anyRef(value, at)
  return object({
    ref: mediaRef,
    objectFit: optional(literal('contain', 'fill', 'cover')),
    alt: optional(string),
  })(value, at)
}
const tableData: Fields = {
  view: oneOf('type', views),
  records: mapOf(object({ orderIndex: string, values: mapOf(tableValue) })),
  definition: mapOf(oneOf('type', definitions)),
  cellMerges: optional(
    listOf(
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

// Blocks

const fullWidth = { fullWidth: optional(boolean) }
const heading: Shape = {
  data: { id: optional(string), align, level: optional(literal(1, 5, 6)) },
  nodes: listOf(inlineContent),
}
const headless = { headless: optional(boolean) }
/** Values of an integration's own: JSON, and no deeper than anything else. */
const plainValue: Check = (value, at) => {
  const inside = at.node()
  if (Array.isArray(value)) return listOf(plainValue)(value, inside)
  if (typeof value === 'object' && value !== null) return mapOf(plainValue)(value, inside)
  if (value === null) throw at.problem('must not be null')
}

interface Shape {
  data: Fields
  nodes?: Check
  fragments?: Check | Optional
}

const shapes: Record<BlockType, Shape> = {
  paragraph: { data: { align }, nodes: listOf(inlineContent) },
  'heading-1': heading,
  'heading-2': heading,
  'heading-3': heading,
  'list-ordered': { data: { start: optional(number) }, nodes: blockList('list-item') },
  'list-unordered': { data: {}, nodes: blockList('list-item') },
  'list-tasks': { data: {}, nodes: blockList('list-item') },
  'list-item': { data: { checked: optional(boolean) }, nodes: blockList() },
  divider: { data: {} },
  blockquote: { data: {}, nodes: blockList() },
  hint: {
    data: { style: literal('info', 'warning', 'danger', 'success'), icon: optional(string) },
    nodes: blockList(),
  },
  if: { data: { expression: string }, nodes: blockList() },
  images: {
    data: {
      align: optional(literal('center', 'left', 'right')),
      withFrame: optional(boolean),
      ...fullWidth,
    },
    nodes: blockList('image'),
  },
  image: {
    data: {
      ref: mediaRef,
      refDark: optional(mediaRef),
      width: optional(length),
      height: optional(length),
      alt: optional(string),
    },
    fragments: optional(listOf(fragment)),
  },
  file: { data: { ref: mediaRef }, fragments: optional(listOf(fragment)) },
  drawing: { data: { ref: optional(refOf('file')) } },
  embed: { data: { url: string, ...fullWidth }, fragments: optional(listOf(fragment)) },
  code: {
    data: {
      syntax: optional(string),
      title: optional(string),
      overflow: optional(literal('scroll', 'wrap')),
      lineNumbers: optional(boolean),
      expandable: optional(boolean),
      collapsedLineCount: optional(number),
      info: optional(string),
      raw: optional(literal('html', 'comment', 'tag', 'footnote', 'text', 'fence')),
      ...fullWidth,
    },
    nodes: blockList('code-line'),
  },
  'code-line': { data: { highlighted: optional(boolean) }, nodes: listOf(inlineContent) },
  math: { data: { formula: string } },
  expandable: { data: { defaultExpanded: optional(boolean) }, fragments: listOf(fragment) },
  tabs: { data: fullWidth, nodes: blockList('tabs-item') },
  'tabs-item': {
    data: { title: optional(string), icon: optional(string), slug: optional(string) },
    nodes: blockList(),
  },
  table: { data: tableData, fragments: listOf(fragment) },
  swagger: {
    data: { ref: mediaRef, path: string, method: string, expanded: optional(boolean), ...fullWidth },
  },
  'openapi-operation': { data: { ref: refOf('openapi'), path: string, method: string, ...headless } },
  'openapi-schemas': {
    data: {
      ref: refOf('openapi'),
      schemas: listOf(string),
      grouped: optional(boolean),
      title: optional(string),
    },
  },
  'openapi-webhook': { data: { ref: refOf('openapi'), name: string, method: string, ...headless } },
  'content-ref': { data: { ref: anyRef } },
  integration: {
    data: {
      integration: string,
      block: string,
      props: mapOf(plainValue),
      url: optional(string),
      ...fullWidth,
    },
  },
  'reusable-content': { data: { ref: refOf('reusable-content') } },
  stepper: { data: {}, nodes: blockList('stepper-step') },
  'stepper-step': { data: { icon: optional(string) }, nodes: blockList() },
  columns: { data: fullWidth, nodes: blockList('column') },
  column: {
    data: {
      width: optional(length),
      verticalAlignment: optional(literal('top', 'middle', 'bottom')),
    },
    nodes: blockList(),
  },
  updates: { data: { format: literal('numeric', 'full', 'short') }, nodes: blockList('update') },
  update: { data: { date: string, tags: optional(listOf(refOf('tag'))) }, nodes: blockList() },
  prompt: {
    data: {
      description: string,
      icon: optional(string),
      openInAIProviders: optional(boolean),
      defaultExpanded: optional(literal('hidden', 'partial', 'full')),
    },
    nodes: blockList('code'),
  },
}

/** Blocks that only stand in the one that is made of them. */
const parts: readonly string[] = [
  'list-item',
  'image',
  'code-line',
  'tabs-item',
  'stepper-step',
  'column',
  'update',
] satisfies BlockType[]

/** Blocks of any type that stands by itself, or of this one alone. */
function blockList(only?: BlockType): Check {
  return listOf((value, at) => {
    anyObject(value, at)
    const { object: kind, type } = value as { object?: unknown; type?: unknown }
    literal('block')(kind, at.in('object'))
    const shape =
      typeof type === 'string' && Object.hasOwn(shapes, type) ? shapes[type as BlockType] : undefined
    if (!shape) throw at.in('type').problem('must be the type of a block')
    if (only !== undefined) literal(only)(type, at.in('type'))
    else if (parts.includes(String(type)))
      throw at.in('type').problem('stands only in the block it is a part of')
    checkBlock(value as Record<string, unknown>, shape, at.node())
  })
}

function checkBlock(value: Record<string, unknown>, { data, nodes, fragments }: Shape, at: Place): void {
  const isRequired = Object.values(data).some((field) => typeof field === 'function')
  object({
    object: string,
    type: string,
    key: optional(string),
    meta: optional(anyObject),
    isVoid: optional(boolean),
    data: isRequired ? object(data) : optional(object(data)),
    ...(nodes && { nodes }),
    ...(fragments && { fragments }),
  })(value, at)
}
