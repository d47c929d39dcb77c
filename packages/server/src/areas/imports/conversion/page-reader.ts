import {
  type Block,
  type Document,
  type FrontMatter,
  formatReference,
  mapReferences,
  MarkdownError,
  parseMarkdown,
  parseReference,
  references,
  takeTitle,
  walkBlocks,
  writeMarkdown,
} from '@verso/markdown'
import { DomainError } from '../../../common/errors.ts'
import type { ConvertedPage } from './html.ts'
import { adaptMarkdown } from './markdown.ts'
import type { Address, ReadPage, ReadRequest, UnreadPage, WriteRequest, WrittenPage } from './types.ts'

const longestMarkdown = 1_000_000

/** Reads pages and keeps them until they are written again with other addresses. */
export class PageReader {
  readonly #documents = new Map<string, { document: Document; keepIds: boolean }>()

  async read(request: ReadRequest): Promise<ReadPage | UnreadPage> {
    const { key } = request
    try {
      return await this.#read(request)
    } catch (error) {
      if (error instanceof MarkdownError) return { key, failureReason: `${error.message}.` }
      if (error instanceof DomainError) return { key, failureReason: error.message }
      return {
        key,
        failureReason: `It could not be read (${error instanceof Error ? error.message : 'unknown'}).`,
      }
    }
  }

  async #read(request: ReadRequest): Promise<ReadPage | UnreadPage> {
    const { key, format, flavour } = request
    const converted = await convert(request)
    const markdown = converted?.markdown ?? adaptMarkdown(textOf(request), flavour)
    if (markdown.length > longestMarkdown) return { key, failureReason: 'It is longer than a page may be.' }
    const parsed = parseMarkdown(markdown)
    const titled = converted ? { title: undefined, document: parsed.document } : takeTitle(parsed.document)
    this.#documents.set(key, { document: titled.document, keepIds: format === 'markdown' })
    const title = converted?.title ?? titled.title
    return {
      key,
      ...fromFrontMatter(parsed.frontMatter),
      ...(title && { title }),
      ...(converted?.description && { description: converted.description }),
      addresses: addressesIn(titled.document),
      embeddedFiles: converted?.embeddedFiles ?? [],
      links: converted?.links ?? [],
      navigation: converted?.navigation ?? [],
      ...(converted && { anchors: headingIds(titled.document) }),
      isEmpty: titled.document.nodes.every(isBlank),
    }
  }

  write({ key, addresses, anchors }: WriteRequest): WrittenPage {
    const page = this.#documents.get(key)
    if (!page) throw new Error(`page ${key} was not read`)
    this.#documents.delete(key)
    const wired =
      Object.keys(addresses).length === 0
        ? page.document
        : mapReferences(page.document, (ref) => {
            const address = addresses[formatReference(ref)]
            return address === undefined ? ref : parseReference(address)
          })
    if (!page.keepIds) dropIds(wired, new Set(anchors))
    return { key, markdown: writeMarkdown(wired) }
  }
}

/** What reads HTML and Word is large, and loaded when it is needed: Markdown does without. */
async function convert(request: ReadRequest): Promise<ConvertedPage | undefined> {
  if (request.format === 'markdown') return undefined
  const { convertHtml } = await import('./html.ts')
  if (request.format === 'html') return convertHtml(textOf(request), request)
  const { docxToHtml } = await import('./docx.ts')
  return convertHtml(await docxToHtml(bytesOf(request)), request)
}

const bytesOf = ({ body }: ReadRequest): Uint8Array => (typeof body === 'string' ? Buffer.from(body) : body)

const textOf = ({ body }: ReadRequest): string => (typeof body === 'string' ? body : decode(body))

/** UTF-8, or UTF-16 by its mark; what is neither was written on old Windows. */
function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

const textField = (value: unknown, longest: number): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, longest) : undefined

function fromFrontMatter(matter: FrontMatter = {}) {
  const title = textField(matter.title, 256)
  const description = textField(matter.description, 1000)
  const icon = textField(matter.icon, 50)
  const position = [matter.sidebar_position, matter.nav_order, matter.weight, matter.order].find(
    (value) => typeof value === 'number' && Number.isFinite(value),
  )
  return {
    ...(title && { title }),
    ...(description && { description }),
    ...(icon && { icon }),
    ...(matter.hidden === true && { hidden: true }),
    ...(typeof position === 'number' && { position }),
  }
}

const isBlank = (block: Block): boolean =>
  block.type === 'paragraph' && block.nodes.every((node) => node.object === 'text' && blankText(node.leaves))

const blankText = (leaves: { text: string }[]): boolean => leaves.every(({ text }) => text.trim() === '')

/** Every address of a document once, and whether what it leads to is shown or downloaded. */
function addressesIn(document: Document): Address[] {
  const media = new Set<string>()
  for (const { block } of walkBlocks(document)) {
    if (block.type === 'image' || block.type === 'file' || block.type === 'drawing') {
      const { data } = block
      if ('ref' in data && data.ref) media.add(formatReference(data.ref))
      if ('refDark' in data && data.refDark) media.add(formatReference(data.refDark))
    }
    if ('nodes' in block)
      for (const node of block.nodes) if (node.object === 'inline') inlineMedia(node, media)
  }
  const found = new Set(references(document).map(({ ref }) => formatReference(ref)))
  return [...found].map((address) => ({ address, media: media.has(address) }))
}

type InlineNode = Extract<Extract<Block, { type: 'paragraph' }>['nodes'][number], { object: 'inline' }>

function inlineMedia(node: InlineNode, media: Set<string>): void {
  if (node.type === 'inline-image') {
    media.add(formatReference(node.data.ref))
    if (node.data.refDark) media.add(formatReference(node.data.refDark))
  }
  if (node.type === 'link') {
    for (const child of node.nodes) if (child.object === 'inline') inlineMedia(child, media)
  }
}

const headingIds = (document: Document): string[] =>
  [...walkBlocks(document)].flatMap(({ block }) =>
    'id' in block.data && block.data.id ? [block.data.id] : [],
  )

/** Programs give every heading an id; a page only needs those that something links to. */
function dropIds(document: Document, wanted: ReadonlySet<string>): void {
  for (const { block } of walkBlocks(document)) {
    if (block.type !== 'heading-1' && block.type !== 'heading-2' && block.type !== 'heading-3') continue
    if (block.data.id !== undefined && !wanted.has(block.data.id)) delete block.data.id
  }
}
