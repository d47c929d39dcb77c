import {
  anyObject,
  boolean,
  type Check,
  DocumentPath,
  type Fields,
  list,
  literal,
  map,
  number,
  object,
  optional,
  type OptionalCheck,
  requireKnownProperties,
  string,
} from './checks.ts'
import {
  align,
  anyRef,
  inlineFields,
  length,
  mediaRef,
  plainValue,
  refOfKind,
  tableFields,
  text,
} from './data-checks.ts'
import type { BlockType, Inline } from './types.ts'

/**
 * Checks that a value has the types of `types.ts`, before any other code reads it. Unknown properties are rejected
 * instead of dropped, except for `key` and `meta`, which are derived.
 *
 * @throws {InvalidDocument} with the path of the first invalid value.
 */
export function checkDocument(value: unknown): void {
  const path = new DocumentPath()
  const { data, nodes } = requireKnownProperties(value, path, ['object', 'data', 'nodes', 'meta', 'key'])
  literal('document')(Reflect.get(Object(value), 'object'), path.child('object'))
  if (data !== undefined) anyObject(data, path.child('data'))
  blockList()(nodes, path.child('nodes'))
}

const fragment: Check = (value, path) => {
  const {
    object: kind,
    key,
    fragment: name,
    type,
    nodes,
  } = requireKnownProperties(value, path, ['object', 'key', 'fragment', 'type', 'nodes'])
  literal('fragment')(kind, path.child('object'))
  for (const property of [key, name, type]) if (property !== undefined) string(property, path)
  blockList()(nodes, path.child('nodes'))
}

const inlineContent: Check = (value, path) => {
  anyObject(value, path)
  const { object: kind, type } = value as { object?: unknown; type?: unknown }
  if (kind === 'text') return text(value, path)
  if (kind !== 'inline') throw path.child('object').createError('must be "text" or "inline"')
  const fields =
    typeof type === 'string' && Object.hasOwn(inlineFields, type)
      ? inlineFields[type as Inline['type']]
      : undefined
  if (!fields) throw path.child('type').createError(`must be one of ${Object.keys(inlineFields).join(', ')}`)
  const innerPath = path.enterNode()
  // A button with an action needs no reference.
  const data = (value as { data?: unknown }).data
  const hasAction = type === 'button' && typeof Reflect.get(Object(data), 'action') === 'object'
  const hasNodes = type === 'link' || type === 'annotation'
  return object({
    object: literal('inline'),
    type: string,
    key: optional(string),
    meta: optional(anyObject),
    isVoid: optional(boolean),
    data: Object.values(fields).some((field) => typeof field === 'function')
      ? object(hasAction ? { ...fields, ref: optional(anyRef) } : fields)
      : optional(object(fields)),
    ...(hasNodes && { nodes: list(type === 'link' ? inlineContent : text) }),
    ...(type === 'annotation' && { fragments: list(fragment) }),
  })(value, innerPath)
}

// Blocks

const fullWidth = { fullWidth: optional(boolean) }
const heading: BlockCheck = {
  data: { id: optional(string), align, level: optional(literal(1, 5, 6)) },
  nodes: list(inlineContent),
}
const headless = { headless: optional(boolean) }

interface BlockCheck {
  data: Fields
  nodes?: Check
  fragments?: Check | OptionalCheck
}

const blockChecks: Record<BlockType, BlockCheck> = {
  paragraph: { data: { align }, nodes: list(inlineContent) },
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
    fragments: optional(list(fragment)),
  },
  file: { data: { ref: mediaRef }, fragments: optional(list(fragment)) },
  drawing: { data: { ref: optional(refOfKind('file')) } },
  embed: { data: { url: string, ...fullWidth }, fragments: optional(list(fragment)) },
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
  'code-line': { data: { highlighted: optional(boolean) }, nodes: list(inlineContent) },
  math: { data: { formula: string } },
  expandable: { data: { defaultExpanded: optional(boolean) }, fragments: list(fragment) },
  tabs: { data: fullWidth, nodes: blockList('tabs-item') },
  'tabs-item': {
    data: { title: optional(string), icon: optional(string), slug: optional(string) },
    nodes: blockList(),
  },
  table: { data: tableFields, fragments: list(fragment) },
  swagger: {
    data: { ref: mediaRef, path: string, method: string, expanded: optional(boolean), ...fullWidth },
  },
  'openapi-operation': { data: { ref: refOfKind('openapi'), path: string, method: string, ...headless } },
  'openapi-schemas': {
    data: {
      ref: refOfKind('openapi'),
      schemas: list(string),
      grouped: optional(boolean),
      title: optional(string),
    },
  },
  'openapi-webhook': { data: { ref: refOfKind('openapi'), name: string, method: string, ...headless } },
  'content-ref': { data: { ref: anyRef } },
  integration: {
    data: {
      integration: string,
      block: string,
      props: map(plainValue),
      url: optional(string),
      ...fullWidth,
    },
  },
  'reusable-content': { data: { ref: refOfKind('reusable-content') } },
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
  update: { data: { date: string, tags: optional(list(refOfKind('tag'))) }, nodes: blockList() },
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

/** Blocks that are only allowed inside the block that consists of them. */
const partTypes: readonly string[] = [
  'list-item',
  'image',
  'code-line',
  'tabs-item',
  'stepper-step',
  'column',
  'update',
] satisfies BlockType[]

/** Checks a list of blocks: of any type that can stand by itself, or only of the given type. */
function blockList(onlyType?: BlockType): Check {
  return list((value, path) => {
    anyObject(value, path)
    const { object: kind, type } = value as { object?: unknown; type?: unknown }
    literal('block')(kind, path.child('object'))
    const blockCheck =
      typeof type === 'string' && Object.hasOwn(blockChecks, type)
        ? blockChecks[type as BlockType]
        : undefined
    if (!blockCheck) throw path.child('type').createError('must be the type of a block')
    if (onlyType !== undefined) literal(onlyType)(type, path.child('type'))
    else if (partTypes.includes(String(type)))
      throw path.child('type').createError('is only allowed inside its parent block')
    checkBlock(value as Record<string, unknown>, blockCheck, path.enterNode())
  })
}

function checkBlock(
  value: Record<string, unknown>,
  { data, nodes, fragments }: BlockCheck,
  path: DocumentPath,
): void {
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
  })(value, path)
}
