import {
  type Block,
  type Document,
  type FrontMatter,
  formatReference,
  mapReferences,
  MarkdownError,
  parseMarkdown,
  parseReference,
  listReferences,
  extractTitle,
  walkBlocks,
  writeMarkdown,
} from '@verso/markdown'
import { DomainError } from '../../../common/errors.ts'
import type { ConvertedPage } from './html.ts'
import { adaptMarkdown } from './markdown.ts'
import type { Address, ReadPage, ReadRequest, UnreadPage, WriteRequest, WrittenPage } from './types.ts'

const MAX_MARKDOWN_CHARACTERS = 1_000_000

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
    const convertedPage = await convert(request)
    const markdown = convertedPage?.markdown ?? adaptMarkdown(decodeText(request), flavour)
    if (markdown.length > MAX_MARKDOWN_CHARACTERS)
      return { key, failureReason: 'It is longer than a page may be.' }
    const parsedPage = parseMarkdown(markdown)
    const content = convertedPage
      ? { title: undefined, document: parsedPage.document }
      : extractTitle(parsedPage.document)
    this.#documents.set(key, { document: content.document, keepIds: format === 'markdown' })
    const title = convertedPage?.title ?? content.title
    return {
      key,
      ...readFrontMatter(parsedPage.frontMatter),
      ...(title && { title }),
      ...(convertedPage?.description && { description: convertedPage.description }),
      addresses: listAddresses(content.document),
      embeddedFiles: convertedPage?.embeddedFiles ?? [],
      links: convertedPage?.links ?? [],
      navigation: convertedPage?.navigation ?? [],
      ...(convertedPage && { anchors: listHeadingIds(content.document) }),
      isEmpty: content.document.nodes.every(isBlank),
    }
  }

  write({ key, addresses, anchors }: WriteRequest): WrittenPage {
    const page = this.#documents.get(key)
    if (!page) throw new Error(`page ${key} was not read`)
    this.#documents.delete(key)
    const document =
      Object.keys(addresses).length === 0
        ? page.document
        : mapReferences(page.document, (ref) => {
            const address = addresses[formatReference(ref)]
            return address === undefined ? ref : parseReference(address)
          })
    if (!page.keepIds) removeIds(document, new Set(anchors))
    return { key, markdown: writeMarkdown(document) }
  }
}

/** Converts HTML and Word to Markdown. Their libraries are large, so they are loaded only when needed. */
async function convert(request: ReadRequest): Promise<ConvertedPage | undefined> {
  if (request.format === 'markdown') return undefined
  const { convertHtml } = await import('./html.ts')
  if (request.format === 'html') return convertHtml(decodeText(request), request)
  const { docxToHtml } = await import('./docx.ts')
  return convertHtml(await docxToHtml(readBytes(request)), request)
}

const readBytes = ({ body }: ReadRequest): Uint8Array => (typeof body === 'string' ? Buffer.from(body) : body)

const decodeText = ({ body }: ReadRequest): string => (typeof body === 'string' ? body : decode(body))

/** Decodes UTF-8, UTF-16 with a byte order mark, or else Windows-1252. */
function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

const readTextField = (value: unknown, maxCharacters: number): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, maxCharacters) : undefined

function readFrontMatter(matter: FrontMatter = {}) {
  const title = readTextField(matter.title, 256)
  const description = readTextField(matter.description, 1000)
  const icon = readTextField(matter.icon, 50)
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
  block.type === 'paragraph' &&
  block.nodes.every((node) => node.object === 'text' && isBlankText(node.leaves))

const isBlankText = (leaves: { text: string }[]): boolean => leaves.every(({ text }) => text.trim() === '')

/** Lists every address of a document once, and whether it is a picture or a download. */
function listAddresses(document: Document): Address[] {
  const media = new Set<string>()
  for (const { block } of walkBlocks(document)) {
    if (block.type === 'image' || block.type === 'file' || block.type === 'drawing') {
      const { data } = block
      if ('ref' in data && data.ref) media.add(formatReference(data.ref))
      if ('refDark' in data && data.refDark) media.add(formatReference(data.refDark))
    }
    if ('nodes' in block)
      for (const node of block.nodes) if (node.object === 'inline') collectInlineMedia(node, media)
  }
  const addresses = new Set(listReferences(document).map(({ ref }) => formatReference(ref)))
  return [...addresses].map((address) => ({ address, media: media.has(address) }))
}

type InlineNode = Extract<Extract<Block, { type: 'paragraph' }>['nodes'][number], { object: 'inline' }>

function collectInlineMedia(node: InlineNode, media: Set<string>): void {
  if (node.type === 'inline-image') {
    media.add(formatReference(node.data.ref))
    if (node.data.refDark) media.add(formatReference(node.data.refDark))
  }
  if (node.type === 'link') {
    for (const child of node.nodes) if (child.object === 'inline') collectInlineMedia(child, media)
  }
}

const listHeadingIds = (document: Document): string[] =>
  [...walkBlocks(document)].flatMap(({ block }) =>
    'id' in block.data && block.data.id ? [block.data.id] : [],
  )

/** Removes the ids of headings that nothing links to, because programs give every heading an id. */
function removeIds(document: Document, keptIds: ReadonlySet<string>): void {
  for (const { block } of walkBlocks(document)) {
    if (block.type !== 'heading-1' && block.type !== 'heading-2' && block.type !== 'heading-3') continue
    if (block.data.id !== undefined && !keptIds.has(block.data.id)) delete block.data.id
  }
}
