import { omitUndefined, noKey, createParagraph, createText } from '../document/create-nodes.ts'
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
import { getBooleanAttribute, getNumberAttribute, getStringAttribute } from './tag.ts'
import type { Tag } from './tag.ts'

const blockBase = { object: 'block', key: noKey } as const
const parentBase = { ...blockBase, isVoid: false } as const
const voidBase = { ...blockBase, isVoid: true } as const

/** Creates the block of a tag, or returns undefined when a required attribute or content is missing. */
export function createTagBlock(tag: Tag, nodes: Block[], summary?: InlineContent[]): Block | undefined {
  if (tag.name.startsWith('@')) return createIntegration(tag)
  switch (tag.name) {
    case 'hint':
      return { ...parentBase, type: 'hint', data: readHintData(tag), nodes }
    case 'tabs':
      return {
        ...parentBase,
        type: 'tabs',
        data: readFullWidth(tag),
        nodes: nodes.filter(hasType('tabs-item')),
      }
    case 'tab':
      return { ...parentBase, type: 'tabs-item', data: readTabData(tag), nodes }
    case 'stepper':
      return { ...parentBase, type: 'stepper', data: {}, nodes: nodes.filter(hasType('stepper-step')) }
    case 'step':
      return { ...parentBase, type: 'stepper-step', data: readIcon(tag), nodes }
    case 'columns':
      return {
        ...parentBase,
        type: 'columns',
        data: readFullWidth(tag),
        nodes: nodes.filter(hasType('column')),
      }
    case 'column':
      return { ...parentBase, type: 'column', data: readColumnData(tag), nodes }
    case 'updates':
      return {
        ...parentBase,
        type: 'updates',
        data: { format: readUpdatesFormat(tag) },
        nodes: nodes.filter(hasType('update')),
      }
    case 'update':
      return { ...parentBase, type: 'update', data: readUpdateData(tag), nodes }
    case 'if':
      return tag.argument === ''
        ? undefined
        : { ...parentBase, type: 'if', data: { expression: tag.argument }, nodes }
    case 'code':
      return createCodeBlock(tag, nodes)
    case 'embed':
      return createEmbed(tag, nodes)
    case 'file':
      return createFile(tag, nodes)
    case 'content-ref':
      return createContentRef(tag)
    case 'include':
      return createInclude(tag)
    case '<details>':
      return createExpandable(tag, nodes, summary)
    default:
      return createOpenApiBlock(tag)
  }
}

function hasType<Type extends Block['type']>(type: Type) {
  return (block: Block): block is Extract<Block, { type: Type }> => block.type === type
}

function readFullWidth(tag: Tag): { fullWidth?: boolean } {
  return omitUndefined<{ fullWidth?: boolean }>({ fullWidth: getBooleanAttribute(tag, 'fullWidth') })
}

function readIcon(tag: Tag): StepperStep['data'] {
  return omitUndefined<StepperStep['data']>({ icon: getStringAttribute(tag, 'icon') })
}

const hintStyles = ['info', 'warning', 'danger', 'success'] as const
/** Names of hint styles in older files and other tools. */
const hintStyleSynonyms: Record<string, Hint['data']['style']> = {
  tip: 'success',
  note: 'info',
  caution: 'warning',
  working: 'info',
  error: 'danger',
}

function readHintData(tag: Tag): Hint['data'] {
  const name = getStringAttribute(tag, 'style') ?? 'info'
  const style =
    hintStyles.find((hintStyle) => hintStyle === name) ??
    (Object.hasOwn(hintStyleSynonyms, name) ? hintStyleSynonyms[name] : undefined)
  return omitUndefined<Hint['data']>({ style: style ?? 'info', icon: getStringAttribute(tag, 'icon') })
}

function readTabData(tag: Tag): TabsItem['data'] {
  return omitUndefined<TabsItem['data']>({
    title: getStringAttribute(tag, 'title'),
    icon: getStringAttribute(tag, 'icon'),
    slug: getStringAttribute(tag, 'slug'),
  })
}

const verticalAlignments: readonly VerticalAlignment[] = ['top', 'middle', 'bottom']

export function parseVerticalAlignment(value: string | undefined): VerticalAlignment | undefined {
  return verticalAlignments.find((alignment) => alignment === value)
}

/** Parses a length such as `320`, `50%` or `12rem`. */
export function parseLength(value: string | undefined): Length | undefined {
  const match = /^(\d{1,9}(?:\.\d{1,20})?)([a-z%]{0,4})$/.exec(value ?? '')
  if (!match) return undefined
  const number = Number(match[1])
  const unit = match[2] ?? ''
  return unit === '' || unit === 'px' ? number : { unit, value: number }
}

function readColumnData(tag: Tag): Column['data'] {
  return omitUndefined<Column['data']>({
    width: parseLength(getStringAttribute(tag, 'width')),
    verticalAlignment: parseVerticalAlignment(getStringAttribute(tag, 'valign')),
  })
}

function readUpdatesFormat(tag: Tag): 'numeric' | 'full' | 'short' {
  const format = getStringAttribute(tag, 'format')
  return format === 'numeric' || format === 'short' ? format : 'full'
}

/** A date in Markdown becomes midnight in the document, because the contract requires a time. */
function readUpdateData(tag: Tag): Update['data'] {
  const date = getStringAttribute(tag, 'date') ?? ''
  const dateTime = /^\d{4}-\d{2}-\d{2}$/.test(date) ? `${date}T00:00:00.000Z` : date
  const tags = getStringAttribute(tag, 'tags')
  return omitUndefined<Update['data']>({
    date: dateTime,
    tags:
      tags === undefined || tags === ''
        ? undefined
        : tags.split(',').map((name): TagRef => ({ kind: 'tag', tag: name.trim() })),
  })
}

/** Creates the data of a code block with its properties in a fixed order. */
export function createCodeData(data: { [Name in keyof CodeData]?: CodeData[Name] | undefined }): CodeData {
  const { syntax, title, overflow, lineNumbers, fullWidth, expandable, collapsedLineCount, info, raw } = data
  return omitUndefined<CodeData>({
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

function createCodeBlock(tag: Tag, nodes: Block[]): Code | undefined {
  const [block, ...others] = nodes
  if (block?.type !== 'code' || others.length > 0 || block.data.raw || hasCodeSettings(block))
    return undefined
  const overflow = getStringAttribute(tag, 'overflow')
  const data = createCodeData({
    ...block.data,
    title: getStringAttribute(tag, 'title'),
    overflow: overflow === 'wrap' || overflow === 'scroll' ? overflow : undefined,
    lineNumbers: getBooleanAttribute(tag, 'lineNumbers'),
    fullWidth: getBooleanAttribute(tag, 'fullWidth'),
    expandable: getBooleanAttribute(tag, 'expandable'),
    collapsedLineCount: getNumberAttribute(tag, 'collapsedLineCount'),
  })
  return { ...block, data }
}

/** Whether a code block has to be written inside a `{% code %}` tag. */
export function hasCodeSettings({ data }: Code): boolean {
  const { title, overflow, lineNumbers, fullWidth, expandable, collapsedLineCount } = data
  return [title, overflow, lineNumbers, fullWidth, expandable, collapsedLineCount].some(
    (setting) => setting !== undefined,
  )
}

export function createPrompt(tag: Tag, content: Code): Prompt {
  const defaultExpanded = getStringAttribute(tag, 'defaultExpanded')
  const data = omitUndefined<Prompt['data']>({
    description: getStringAttribute(tag, 'description') ?? '',
    icon: getStringAttribute(tag, 'icon'),
    openInAIProviders: getBooleanAttribute(tag, 'openInAIProviders'),
    defaultExpanded:
      defaultExpanded === 'hidden' || defaultExpanded === 'partial' || defaultExpanded === 'full'
        ? defaultExpanded
        : undefined,
  })
  return { ...parentBase, type: 'prompt', data, nodes: [content] }
}

export function createCaption(nodes: Paragraph[]): Fragment {
  return { object: 'fragment', key: noKey, fragment: 'caption', nodes }
}

function createCaptionFragments(nodes: Block[]): { fragments?: Fragment[] } {
  const paragraphs = nodes.filter(hasType('paragraph'))
  return paragraphs.length === 0 ? {} : { fragments: [createCaption(paragraphs)] }
}

function createEmbed(tag: Tag, nodes: Block[]): Block | undefined {
  const url = getStringAttribute(tag, 'url')
  if (url === undefined) return undefined
  return {
    ...voidBase,
    type: 'embed',
    data: { url, ...readFullWidth(tag) },
    ...createCaptionFragments(nodes),
  }
}

function createFile(tag: Tag, nodes: Block[]): Block | undefined {
  const src = getStringAttribute(tag, 'src')
  if (src === undefined) return undefined
  return {
    ...voidBase,
    type: 'file',
    data: { ref: parseMediaReference(src) },
    ...createCaptionFragments(nodes),
  }
}

function createContentRef(tag: Tag): Block | undefined {
  const url = getStringAttribute(tag, 'url')
  if (url === undefined) return undefined
  return { ...voidBase, type: 'content-ref', data: { ref: parseReference(url) } }
}

/** Creates the block of `{% include "path" %}`. */
function createInclude(tag: Tag): Block | undefined {
  const path = /^"((?:[^"\\]|\\.)*)"$/.exec(tag.argument)?.[1]
  if (path === undefined || path === '') return undefined
  const ref: ContentRef = parseReference(path)
  if (ref.kind === 'reusable-content') return { ...voidBase, type: 'reusable-content', data: { ref } }
  return {
    ...voidBase,
    type: 'reusable-content',
    data: { ref: { kind: 'reusable-content', reusableContent: path } },
  }
}

function createExpandable(tag: Tag, nodes: Block[], summary: InlineContent[] = [createText('')]): Block {
  const body = nodes.length === 0 ? [createParagraph([createText('')])] : nodes
  const fragments = [
    createExpandableFragment('expandable-title', [createParagraph(summary)]),
    createExpandableFragment('expandable-body', body),
  ]
  const data = tag.attributes.get('open') === true ? { defaultExpanded: true } : {}
  return { ...voidBase, type: 'expandable', data, fragments }
}

function createExpandableFragment(name: string, nodes: Block[]): Fragment {
  return { object: 'fragment', key: noKey, fragment: name, type: name, nodes }
}

function createOpenApiBlock(tag: Tag): Block | undefined {
  const spec = getStringAttribute(tag, 'spec')
  const path = getStringAttribute(tag, 'path')
  const method = getStringAttribute(tag, 'method')
  const headless = getBooleanAttribute(tag, 'headless')
  if (tag.name === 'openapi' || tag.name === 'swagger') {
    const src = getStringAttribute(tag, 'src')
    if (src === undefined || path === undefined || method === undefined) return undefined
    const ref: MediaRef = parseMediaReference(src)
    const data = omitUndefined<Extract<Block, { type: 'swagger' }>['data']>({
      ref,
      path,
      method,
      expanded: getBooleanAttribute(tag, 'expanded'),
      fullWidth: getBooleanAttribute(tag, 'fullWidth'),
    })
    return { ...voidBase, type: 'swagger', data }
  }
  if (spec === undefined) return undefined
  const ref = { kind: 'openapi', spec } as const
  if (tag.name === 'openapi-operation' && path !== undefined && method !== undefined) {
    const data = omitUndefined<Extract<Block, { type: 'openapi-operation' }>['data']>({
      ref,
      path,
      method,
      headless,
    })
    return { ...voidBase, type: 'openapi-operation', data }
  }
  const name = getStringAttribute(tag, 'name')
  if (tag.name === 'openapi-webhook' && name !== undefined && method !== undefined) {
    const data = omitUndefined<Extract<Block, { type: 'openapi-webhook' }>['data']>({
      ref,
      name,
      method,
      headless,
    })
    return { ...voidBase, type: 'openapi-webhook', data }
  }
  const schemas = getStringAttribute(tag, 'schemas')
  if (tag.name === 'openapi-schemas' && schemas !== undefined) {
    const data = omitUndefined<Extract<Block, { type: 'openapi-schemas' }>['data']>({
      ref,
      schemas: schemas.split(',').map((schema) => schema.trim()),
      grouped: getBooleanAttribute(tag, 'grouped'),
      title: getStringAttribute(tag, 'title'),
    })
    return { ...voidBase, type: 'openapi-schemas', data }
  }
  return undefined
}

/** Creates the block of `{% @integration/block name="value" %}`. */
function createIntegration(tag: Tag): Integration | undefined {
  const [, name, block] = /^@([\w.-]+)\/([\w.-]+)$/.exec(tag.name) ?? []
  if (name === undefined || block === undefined) return undefined
  const props: Record<string, PlainValue> = {}
  for (const [key, value] of tag.attributes)
    if (key !== 'fullWidth' && key !== '__proto__') props[key] = value
  const url = getStringAttribute(tag, 'url')
  const data = omitUndefined<Integration['data']>({
    integration: name,
    block,
    props,
    url,
    fullWidth: getBooleanAttribute(tag, 'fullWidth'),
  })
  return { ...voidBase, type: 'integration', data }
}
