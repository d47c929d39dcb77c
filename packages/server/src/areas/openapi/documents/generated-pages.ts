import { createHash } from 'node:crypto'
import { type Block, parseMarkdown, type Text, writeMarkdown } from '@verso/markdown'
import type { DescriptionOutline, OutlineGroup, OutlineOperation } from './outline.ts'

/** What one page is made of; what the contract calls the source of its document. */
export type GeneratedPageProps =
  | { doc: 'models' }
  | { doc: 'operations' | 'info' | 'tag'; page: string }
  | { doc: 'operation'; page: string; method: string; deprecated?: boolean }

/** How pages are made of a description. */
export interface PageGenerationOptions {
  /** Whether there is a page of its schemas. */
  models: boolean
  grouping?: 'by-tag' | 'by-operation'
  /** Whether readers are told where the description is. */
  downloadLink?: boolean
}

/** The texts of one operation, and of several together: made once for a version, whatever pages are wanted of it. */
interface OperationText extends Pick<OutlineOperation, 'path' | 'title' | 'deprecated'> {
  /** `hook` for a webhook, as the contract has it. */
  method: string
  markdown: string
}

interface GroupText extends Pick<OutlineGroup, 'key' | 'title' | 'description' | 'icon' | 'emoji'> {
  /** What it is about. */
  intro: string
  /** With its operations, if it has some. */
  markdown: string
  operations: OperationText[]
  groups: GroupText[]
}

export interface DescriptionTexts {
  groups: GroupText[]
  /** Of its schemas, if it has some. */
  models: string | null
}

/** All texts that pages of a description may have. */
export function writeDescriptionTexts(outline: DescriptionOutline, spec: string): DescriptionTexts {
  const { models } = outline
  return {
    groups: outline.groups.map((group) => groupText(group, spec)),
    models: models.length === 0 ? null : written(models.flatMap((name) => modelBlocks(name, spec))),
  }
}

function groupText(group: OutlineGroup, spec: string): GroupText {
  const { intro, operations, groups, ...about } = group
  const introduction = prose(intro)
  const blocks = operations.flatMap((operation) => [
    heading(operation.title),
    ...prose(operation.description, 3),
    operationBlock(operation, spec),
  ])
  return {
    ...about,
    intro: written(introduction),
    markdown: written([...introduction, ...blocks]),
    operations: operations.map((operation) => operationText(operation, spec)),
    groups: groups.map((below) => groupText(below, spec)),
  }
}

function operationText(operation: OutlineOperation, spec: string): OperationText {
  const { path, method, webhook, title, deprecated } = operation
  return {
    path,
    method: webhook ? 'hook' : method,
    title,
    ...(deprecated && { deprecated }),
    markdown: written([...prose(operation.description), operationBlock(operation, spec)]),
  }
}

/** A page that a description makes. */
export interface GeneratedPage {
  /** The same in every version, for the same options. */
  key: string
  title: string
  description?: string
  icon?: string
  emoji?: string
  props: GeneratedPageProps
  markdown: string
  pages: GeneratedPage[]
}

/** The pages that a description makes. */
export function generatePages(
  texts: DescriptionTexts,
  spec: string,
  options: PageGenerationOptions,
): GeneratedPage[] {
  const byOperation = options.grouping === 'by-operation'
  const pages = texts.groups.map((group) => groupPage(group, byOperation))
  if (options.models && texts.models !== null) {
    pages.push({
      key: 'models',
      title: 'Models',
      props: { doc: 'models' },
      markdown: texts.models,
      pages: [],
    })
  }
  const [first] = pages
  if (options.downloadLink && first) first.markdown = `[OpenAPI](/openapi/${spec})\n\n${first.markdown}`
  return pages
}

function groupPage(group: GroupText, byOperation: boolean): GeneratedPage {
  const { intro, markdown, operations, groups, key, ...about } = group
  const doc = byOperation ? 'tag' : operations.length > 0 ? 'operations' : 'info'
  return {
    ...about,
    key: `group ${key}`,
    props: { doc, page: key },
    markdown: byOperation ? intro : markdown,
    pages: [
      ...(byOperation ? operations.map((operation) => operationPage(key, operation)) : []),
      ...groups.map((below) => groupPage(below, byOperation)),
    ],
  }
}

const operationPage = (
  group: string,
  { path, method, title, deprecated, markdown }: OperationText,
): GeneratedPage => ({
  key: `operation ${group} ${method} ${path}`,
  title,
  props: { doc: 'operation', page: path, method, ...(deprecated && { deprecated }) },
  markdown,
  pages: [],
})

/** The text of one page; nothing when the description has no such page. */
export function findPageText(texts: DescriptionTexts, props: GeneratedPageProps): string | undefined {
  if (props.doc === 'models') return texts.models ?? undefined
  const groups = allGroups(texts.groups)
  if (props.doc === 'operation') {
    return groups
      .flatMap(({ operations }) => operations)
      .find(({ path, method }) => path === props.page && method === props.method)?.markdown
  }
  const group = groups.find(({ key }) => key === props.page)
  return props.doc === 'operations' ? group?.markdown : group?.intro
}

const allGroups = (groups: readonly GroupText[]): GroupText[] =>
  groups.flatMap((group) => [group, ...allGroups(group.groups)])

/** An identifier for what a page was made of, under a seed: the same as long as both are. */
export const deriveStableId = (seed: string, key: string): string =>
  BigInt(`0x${createHash('sha256').update(`${seed}\n${key}`).digest('hex').slice(0, 32)}`)
    .toString(36)
    .padStart(25, '0')

const written = (nodes: Block[]): string => writeMarkdown({ object: 'document', data: {}, nodes })

const isVoid = { object: 'block', key: '', isVoid: true } as const

// The page says what it is called and what it is for, so that it can be found and linked to; the block says the rest.
function operationBlock({ path, method, webhook }: OutlineOperation, spec: string): Block {
  const ref = { kind: 'openapi', spec } as const
  return webhook
    ? { ...isVoid, type: 'openapi-webhook', data: { ref, name: path, method, headless: true } }
    : { ...isVoid, type: 'openapi-operation', data: { ref, path, method, headless: true } }
}

const modelBlocks = (name: string, spec: string): Block[] => [
  heading(name),
  { ...isVoid, type: 'openapi-schemas', data: { ref: { kind: 'openapi', spec }, schemas: [name] } },
]

const heading = (title: string): Block => ({
  object: 'block',
  type: 'heading-1',
  key: '',
  isVoid: false,
  data: {},
  meta: { id: '' },
  nodes: [textNode(title)],
})

const textNode = (text: string): Text => ({ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] })

/**
 * Markdown of whoever described the API. It is theirs to say how something looks, and not to bring in what is the
 * space's: tags are text. Headings go below the one they stand under.
 */
function prose(text: string | undefined, above = 1): Block[] {
  if (text === undefined) return []
  const plain = text
    .replaceAll('{%', '{\\%')
    .replaceAll(/^(#{1,6})(?=\s)/gm, (marks) => '#'.repeat(Math.min(6, Math.max(marks.length, above))))
  try {
    return parseMarkdown(plain).document.nodes
  } catch {
    return [
      { object: 'block', type: 'paragraph', key: '', isVoid: false, data: {}, nodes: [textNode(plain)] },
    ]
  }
}
