import { defined, NO_KEY, paragraph, text } from '../document/create-nodes.ts'
import type {
  Block,
  Code,
  CodeData,
  Column,
  ContentRef,
  Fragment,
  Hint,
  InlineContent,
  Integration,
  Length,
  MediaRef,
  Paragraph,
  PlainValue,
  Prompt,
  StepperStep,
  TabsItem,
  TagRef,
  Update,
  VerticalAlignment,
} from '../document/types.ts'
import { parseMediaReference, parseReference } from './reference.ts'
import { booleanAttribute, numberAttribute, stringAttribute } from './tag.ts'
import type { Tag } from './tag.ts'

const BLOCK = { object: 'block', key: NO_KEY } as const
const PARENT = { ...BLOCK, isVoid: false } as const
const VOID = { ...BLOCK, isVoid: true } as const

/** The block a tag stands for, or none where something it needs is missing. */
export function constructBlock(tag: Tag, nodes: Block[], summary?: InlineContent[]): Block | undefined {
  if (tag.name.startsWith('@')) return integration(tag)
  switch (tag.name) {
    case 'hint':
      return { ...PARENT, type: 'hint', data: hintData(tag), nodes }
    case 'tabs':
      return { ...PARENT, type: 'tabs', data: fullWidth(tag), nodes: nodes.filter(isType('tabs-item')) }
    case 'tab':
      return { ...PARENT, type: 'tabs-item', data: tabData(tag), nodes }
    case 'stepper':
      return { ...PARENT, type: 'stepper', data: {}, nodes: nodes.filter(isType('stepper-step')) }
    case 'step':
      return { ...PARENT, type: 'stepper-step', data: icon(tag), nodes }
    case 'columns':
      return { ...PARENT, type: 'columns', data: fullWidth(tag), nodes: nodes.filter(isType('column')) }
    case 'column':
      return { ...PARENT, type: 'column', data: columnData(tag), nodes }
    case 'updates':
      return {
        ...PARENT,
        type: 'updates',
        data: { format: updatesFormat(tag) },
        nodes: nodes.filter(isType('update')),
      }
    case 'update':
      return { ...PARENT, type: 'update', data: updateData(tag), nodes }
    case 'if':
      return tag.argument === ''
        ? undefined
        : { ...PARENT, type: 'if', data: { expression: tag.argument }, nodes }
    case 'code':
      return codeBlock(tag, nodes)
    case 'embed':
      return embed(tag, nodes)
    case 'file':
      return file(tag, nodes)
    case 'content-ref':
      return contentRef(tag)
    case 'include':
      return include(tag)
    case '<details>':
      return expandable(tag, nodes, summary)
    default:
      return openapi(tag)
  }
}

function isType<Type extends Block['type']>(type: Type) {
  return (block: Block): block is Extract<Block, { type: Type }> => block.type === type
}

function fullWidth(tag: Tag): { fullWidth?: boolean } {
  return defined<{ fullWidth?: boolean }>({ fullWidth: booleanAttribute(tag, 'fullWidth') })
}

function icon(tag: Tag): StepperStep['data'] {
  return defined<StepperStep['data']>({ icon: stringAttribute(tag, 'icon') })
}

const HINT_STYLES = ['info', 'warning', 'danger', 'success'] as const
/** Names that older files and other tools use. */
const HINT_SYNONYMS: Record<string, Hint['data']['style']> = {
  tip: 'success',
  note: 'info',
  caution: 'warning',
  working: 'info',
  error: 'danger',
}

function hintData(tag: Tag): Hint['data'] {
  const name = stringAttribute(tag, 'style') ?? 'info'
  const style =
    HINT_STYLES.find((each) => each === name) ??
    (Object.hasOwn(HINT_SYNONYMS, name) ? HINT_SYNONYMS[name] : undefined)
  return defined<Hint['data']>({ style: style ?? 'info', icon: stringAttribute(tag, 'icon') })
}

function tabData(tag: Tag): TabsItem['data'] {
  return defined<TabsItem['data']>({
    title: stringAttribute(tag, 'title'),
    icon: stringAttribute(tag, 'icon'),
    slug: stringAttribute(tag, 'slug'),
  })
}

const VERTICAL: readonly VerticalAlignment[] = ['top', 'middle', 'bottom']

export function verticalAlignment(value: string | undefined): VerticalAlignment | undefined {
  return VERTICAL.find((each) => each === value)
}

/** `320`, `50%`, `12rem`. */
export function parseLength(value: string | undefined): Length | undefined {
  const match = /^(\d{1,9}(?:\.\d{1,20})?)([a-z%]{0,4})$/.exec(value ?? '')
  if (!match) return undefined
  const number = Number(match[1])
  const unit = match[2] ?? ''
  return unit === '' || unit === 'px' ? number : { unit, value: number }
}

function columnData(tag: Tag): Column['data'] {
  return defined<Column['data']>({
    width: parseLength(stringAttribute(tag, 'width')),
    verticalAlignment: verticalAlignment(stringAttribute(tag, 'valign')),
  })
}

function updatesFormat(tag: Tag): 'numeric' | 'full' | 'short' {
  const format = stringAttribute(tag, 'format')
  return format === 'numeric' || format === 'short' ? format : 'full'
}

/** A day is given as such in Markdown and is midnight in the document, where a moment is asked for. */
function updateData(tag: Tag): Update['data'] {
  const date = stringAttribute(tag, 'date') ?? ''
  const moment = /^\d{4}-\d{2}-\d{2}$/.test(date) ? `${date}T00:00:00.000Z` : date
  const tags = stringAttribute(tag, 'tags')
  return defined<Update['data']>({
    date: moment,
    tags:
      tags === undefined || tags === ''
        ? undefined
        : tags.split(',').map((name): TagRef => ({ kind: 'tag', tag: name.trim() })),
  })
}

/** The data of a code block in the order every code block has it. */
export function codeData(data: { [Name in keyof CodeData]?: CodeData[Name] | undefined }): CodeData {
  const { syntax, title, overflow, lineNumbers, fullWidth, expandable, collapsedLineCount, info, raw } = data
  return defined<CodeData>({
    syntax,
    title,
    overflow,
    lineNumbers,
    fullWidth,
    expandable,
    collapsedLineCount,
    info,
    raw,
  })
}

function codeBlock(tag: Tag, nodes: Block[]): Code | undefined {
  const [block, ...others] = nodes
  if (block?.type !== 'code' || others.length > 0 || block.data.raw || hasCodeSettings(block))
    return undefined
  const overflow = stringAttribute(tag, 'overflow')
  const data = codeData({
    ...block.data,
    title: stringAttribute(tag, 'title'),
    overflow: overflow === 'wrap' || overflow === 'scroll' ? overflow : undefined,
    lineNumbers: booleanAttribute(tag, 'lineNumbers'),
    fullWidth: booleanAttribute(tag, 'fullWidth'),
    expandable: booleanAttribute(tag, 'expandable'),
    collapsedLineCount: numberAttribute(tag, 'collapsedLineCount'),
  })
  return { ...block, data }
}

/** Whether a block needs a `{% code %}` around it. */
export function hasCodeSettings({ data }: Code): boolean {
  const { title, overflow, lineNumbers, fullWidth, expandable, collapsedLineCount } = data
  return [title, overflow, lineNumbers, fullWidth, expandable, collapsedLineCount].some(
    (each) => each !== undefined,
  )
}

export function promptBlock(tag: Tag, content: Code): Prompt {
  const expanded = stringAttribute(tag, 'defaultExpanded')
  const data = defined<Prompt['data']>({
    description: stringAttribute(tag, 'description') ?? '',
    icon: stringAttribute(tag, 'icon'),
    openInAIProviders: booleanAttribute(tag, 'openInAIProviders'),
    defaultExpanded:
      expanded === 'hidden' || expanded === 'partial' || expanded === 'full' ? expanded : undefined,
  })
  return { ...PARENT, type: 'prompt', data, nodes: [content] }
}

export function captionFragment(nodes: Paragraph[]): Fragment {
  return { object: 'fragment', key: NO_KEY, fragment: 'caption', nodes }
}

function caption(nodes: Block[]): { fragments?: Fragment[] } {
  const paragraphs = nodes.filter(isType('paragraph'))
  return paragraphs.length === 0 ? {} : { fragments: [captionFragment(paragraphs)] }
}

function embed(tag: Tag, nodes: Block[]): Block | undefined {
  const url = stringAttribute(tag, 'url')
  if (url === undefined) return undefined
  return { ...VOID, type: 'embed', data: { url, ...fullWidth(tag) }, ...caption(nodes) }
}

function file(tag: Tag, nodes: Block[]): Block | undefined {
  const src = stringAttribute(tag, 'src')
  if (src === undefined) return undefined
  return { ...VOID, type: 'file', data: { ref: parseMediaReference(src) }, ...caption(nodes) }
}

function contentRef(tag: Tag): Block | undefined {
  const url = stringAttribute(tag, 'url')
  if (url === undefined) return undefined
  return { ...VOID, type: 'content-ref', data: { ref: parseReference(url) } }
}

/** `{% include "path" %}`. */
function include(tag: Tag): Block | undefined {
  const path = /^"((?:[^"\\]|\\.)*)"$/.exec(tag.argument)?.[1]
  if (path === undefined || path === '') return undefined
  const ref: ContentRef = parseReference(path)
  if (ref.kind === 'reusable-content') return { ...VOID, type: 'reusable-content', data: { ref } }
  return {
    ...VOID,
    type: 'reusable-content',
    data: { ref: { kind: 'reusable-content', reusableContent: path } },
  }
}

function expandable(tag: Tag, nodes: Block[], summary: InlineContent[] = [text('')]): Block {
  const body = nodes.length === 0 ? [paragraph([text('')])] : nodes
  const fragments = [
    expandableFragment('expandable-title', [paragraph(summary)]),
    expandableFragment('expandable-body', body),
  ]
  const data = tag.attributes.get('open') === true ? { defaultExpanded: true } : {}
  return { ...VOID, type: 'expandable', data, fragments }
}

function expandableFragment(name: string, nodes: Block[]): Fragment {
  return { object: 'fragment', key: NO_KEY, fragment: name, type: name, nodes }
}

function openapi(tag: Tag): Block | undefined {
  const spec = stringAttribute(tag, 'spec')
  const path = stringAttribute(tag, 'path')
  const method = stringAttribute(tag, 'method')
  const headless = booleanAttribute(tag, 'headless')
  if (tag.name === 'openapi' || tag.name === 'swagger') {
    const src = stringAttribute(tag, 'src')
    if (src === undefined || path === undefined || method === undefined) return undefined
    const ref: MediaRef = parseMediaReference(src)
    const data = defined<Extract<Block, { type: 'swagger' }>['data']>({
      ref,
      path,
      method,
      expanded: booleanAttribute(tag, 'expanded'),
      fullWidth: booleanAttribute(tag, 'fullWidth'),
    })
    return { ...VOID, type: 'swagger', data }
  }
  if (spec === undefined) return undefined
  const ref = { kind: 'openapi', spec } as const
  if (tag.name === 'openapi-operation' && path !== undefined && method !== undefined) {
    const data = defined<Extract<Block, { type: 'openapi-operation' }>['data']>({
      ref,
      path,
      method,
      headless,
    })
    return { ...VOID, type: 'openapi-operation', data }
  }
  const name = stringAttribute(tag, 'name')
  if (tag.name === 'openapi-webhook' && name !== undefined && method !== undefined) {
    const data = defined<Extract<Block, { type: 'openapi-webhook' }>['data']>({ ref, name, method, headless })
    return { ...VOID, type: 'openapi-webhook', data }
  }
  const schemas = stringAttribute(tag, 'schemas')
  if (tag.name === 'openapi-schemas' && schemas !== undefined) {
    const data = defined<Extract<Block, { type: 'openapi-schemas' }>['data']>({
      ref,
      schemas: schemas.split(',').map((each) => each.trim()),
      grouped: booleanAttribute(tag, 'grouped'),
      title: stringAttribute(tag, 'title'),
    })
    return { ...VOID, type: 'openapi-schemas', data }
  }
  return undefined
}

/** `{% @integration/block name="value" %}`. */
function integration(tag: Tag): Integration | undefined {
  const [, name, block] = /^@([\w.-]+)\/([\w.-]+)$/.exec(tag.name) ?? []
  if (name === undefined || block === undefined) return undefined
  const props: Record<string, PlainValue> = {}
  for (const [key, value] of tag.attributes)
    if (key !== 'fullWidth' && key !== '__proto__') props[key] = value
  const url = stringAttribute(tag, 'url')
  const data = defined<Integration['data']>({
    integration: name,
    block,
    props,
    url,
    fullWidth: booleanAttribute(tag, 'fullWidth'),
  })
  return { ...VOID, type: 'integration', data }
}
