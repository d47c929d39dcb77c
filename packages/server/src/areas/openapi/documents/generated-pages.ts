import { createHash } from 'node:crypto'
import { type Block, parseMarkdown, type Text, writeMarkdown } from '@verso/markdown'
import type { DescriptionOutline, OutlineGroup, OutlineOperation } from './outline.ts'

/** Which part of a description a page shows. The API calls it the source of the page's document. */
export type GeneratedPageProps =
  | { doc: 'models' }
  | { doc: 'operations' | 'info' | 'tag'; page: string }
  | { doc: 'operation'; page: string; method: string; deprecated?: boolean }

/** Options for the pages of a description. */
export interface PageGenerationOptions {
  /** Whether there is a page with all schemas. */
  models: boolean
  grouping?: 'by-tag' | 'by-operation'
  /** Whether the first page links to the description. */
  downloadLink?: boolean
}

/** The text of one operation. Texts are written once for a version, for whatever pages are generated from it. */
interface OperationText extends Pick<OutlineOperation, 'path' | 'title' | 'deprecated'> {
  /** `hook` for a webhook, as in the API. */
  method: string
  markdown: string
}

interface GroupText extends Pick<OutlineGroup, 'key' | 'title' | 'description' | 'icon' | 'emoji'> {
  /** The description of the group. */
  intro: string
  /** The description of the group and its operations. */
  markdown: string
  operations: OperationText[]
  groups: GroupText[]
}

export interface DescriptionTexts {
  groups: GroupText[]
  /** The text of the page of schemas; null if there are no schemas. */
  models: string | null
}

/** Writes all texts that pages of a description may have. */
export function writeDescriptionTexts(outline: DescriptionOutline, spec: string): DescriptionTexts {
  const { models } = outline
  return {
    groups: outline.groups.map((group) => writeGroup(group, spec)),
    models: models.length === 0 ? null : writeBlocks(models.flatMap((name) => makeModelBlocks(name, spec))),
  }
}

function writeGroup(group: OutlineGroup, spec: string): GroupText {
  const { intro, operations, groups, ...about } = group
  const introduction = parseProse(intro)
  const blocks = operations.flatMap((operation) => [
    makeHeading(operation.title),
    ...parseProse(operation.description, 3),
    makeOperationBlock(operation, spec),
  ])
  return {
    ...about,
    intro: writeBlocks(introduction),
    markdown: writeBlocks([...introduction, ...blocks]),
    operations: operations.map((operation) => writeOperation(operation, spec)),
    groups: groups.map((child) => writeGroup(child, spec)),
  }
}

function writeOperation(operation: OutlineOperation, spec: string): OperationText {
  const { path, method, webhook, title, deprecated } = operation
  return {
    path,
    method: webhook ? 'hook' : method,
    title,
    ...(deprecated && { deprecated }),
    markdown: writeBlocks([...parseProse(operation.description), makeOperationBlock(operation, spec)]),
  }
}

/** A page that is generated from a description. */
export interface GeneratedPage {
  /** Stable across versions, for the same options. */
  key: string
  title: string
  description?: string
  icon?: string
  emoji?: string
  props: GeneratedPageProps
  markdown: string
  pages: GeneratedPage[]
}

/** Generates the pages of a description. */
export function generatePages(
  texts: DescriptionTexts,
  spec: string,
  options: PageGenerationOptions,
): GeneratedPage[] {
  const byOperation = options.grouping === 'by-operation'
  const pages = texts.groups.map((group) => makeGroupPage(group, byOperation))
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

function makeGroupPage(group: GroupText, byOperation: boolean): GeneratedPage {
  const { intro, markdown, operations, groups, key, ...about } = group
  const doc = byOperation ? 'tag' : operations.length > 0 ? 'operations' : 'info'
  return {
    ...about,
    key: `group ${key}`,
    props: { doc, page: key },
    markdown: byOperation ? intro : markdown,
    pages: [
      ...(byOperation ? operations.map((operation) => makeOperationPage(key, operation)) : []),
      ...groups.map((child) => makeGroupPage(child, byOperation)),
    ],
  }
}

const makeOperationPage = (
  group: string,
  { path, method, title, deprecated, markdown }: OperationText,
): GeneratedPage => ({
  key: `operation ${group} ${method} ${path}`,
  title,
  props: { doc: 'operation', page: path, method, ...(deprecated && { deprecated }) },
  markdown,
  pages: [],
})

/** The text of one page; undefined if the description has no such page. */
export function findPageText(texts: DescriptionTexts, props: GeneratedPageProps): string | undefined {
  if (props.doc === 'models') return texts.models ?? undefined
  const groups = listAllGroups(texts.groups)
  if (props.doc === 'operation') {
    return groups
      .flatMap(({ operations }) => operations)
      .find(({ path, method }) => path === props.page && method === props.method)?.markdown
  }
  const group = groups.find(({ key }) => key === props.page)
  return props.doc === 'operations' ? group?.markdown : group?.intro
}

const listAllGroups = (groups: readonly GroupText[]): GroupText[] =>
  groups.flatMap((group) => [group, ...listAllGroups(group.groups)])

/**
 * Derives an id from a seed and the key of a page. Equal inputs give equal ids. They begin with a letter, but for seeds from
 * when identifiers began with a number: links and comments hold the ids that were derived from those.
 */
export function deriveStableId(seed: string, key: string): string {
  const digest = createHash('sha256').update(`${seed}\n${key}`).digest('hex')
  const id = BigInt(`0x${digest.slice(0, 32)}`)
    .toString(36)
    .padStart(25, '0')
  return /^\d/.test(seed) ? id : `c${id}`
}

const writeBlocks = (nodes: Block[]): string => writeMarkdown({ object: 'document', data: {}, nodes })

const voidBlock = { object: 'block', key: '', isVoid: true } as const

// The page itself has the title and the description, so that search and links find them; `headless` leaves them out of
// the block.
function makeOperationBlock({ path, method, webhook }: OutlineOperation, spec: string): Block {
  const ref = { kind: 'openapi', spec } as const
  return webhook
    ? { ...voidBlock, type: 'openapi-webhook', data: { ref, name: path, method, headless: true } }
    : { ...voidBlock, type: 'openapi-operation', data: { ref, path, method, headless: true } }
}

const makeModelBlocks = (name: string, spec: string): Block[] => [
  makeHeading(`The ${name} object`),
  { ...voidBlock, type: 'openapi-schemas', data: { ref: { kind: 'openapi', spec }, schemas: [name] } },
]

const makeHeading = (title: string): Block => ({
  object: 'block',
  type: 'heading-1',
  key: '',
  isVoid: false,
  data: {},
  meta: { id: '' },
  nodes: [makeTextNode(title)],
})

const makeTextNode = (text: string): Text => ({
  object: 'text',
  leaves: [{ object: 'leaf', text, marks: [] }],
})

/**
 * Parses Markdown from a description. Its tags are escaped, because the author of a description must not use the blocks
 * of the space, such as includes. Headings are moved below the heading above them.
 */
function parseProse(text: string | undefined, minHeadingLevel = 1): Block[] {
  if (text === undefined) return []
  const escaped = text
    .replaceAll('{%', '{\\%')
    .replaceAll(/^(#{1,6})(?=\s)/gm, (marks) =>
      '#'.repeat(Math.min(6, Math.max(marks.length, minHeadingLevel))),
    )
  try {
    return parseMarkdown(escaped).document.nodes
  } catch {
    return [
      {
        object: 'block',
        type: 'paragraph',
        key: '',
        isVoid: false,
        data: {},
        nodes: [makeTextNode(escaped)],
      },
    ]
  }
}
