import { assignAnchors } from '../document/anchors.ts'
import { copyJson } from '../document/copy-json.ts'
import { assignKeys } from '../document/keys.ts'
import { extractInlineText } from '../document/inline-text.ts'
import { mapReferences } from '../document/references.ts'
import type { Block, ContentRef, Document, Heading, Inline, InlineContent } from '../document/types.ts'
import { walkInlines, walkBlocks } from '../document/walk.ts'
import { normalizeColumnTitle } from '../document/table-builder.ts'
import { isValidAnchor } from '../document/heading.ts'
import { parseFrontMatter } from '../parse/parse-markdown.ts'
import { applyEdits } from '../splice/apply-edits.ts'
import { InvalidDocument } from '../errors.ts'
import { writeMarkdown } from '../write/write-markdown.ts'
import { createText } from '../document/create-nodes.ts'
import { maskInlines, unmaskInlines } from './mask-inlines.ts'

/** Returns the translation of a segment. When it is undefined, the segment stays untranslated. */
export type TranslateSegment = (segment: string) => string | undefined

export interface TranslationResult<Content> {
  result: Content
  /** Segments that stay untranslated, because their translation does not have the same tags. */
  rejectedSegments: string[]
}

/** Lists the segments of a document that can be translated, each once. */
export function extractSegments(document: Document): string[] {
  const segments = new Set<string>()
  translateDocument(document, (segment) => void segments.add(segment))
  return [...segments]
}

export function extractTextSegments(value: string): string[] {
  const segments = new Set<string>()
  translateText(value, (segment) => void segments.add(segment))
  return [...segments]
}

/**
 * Translates a document. Blocks, addresses, code, formulas and variables do not change, and neither do the anchors of
 * headings: a translated heading has its old anchor as an explicit one.
 */
export function translateDocument(
  document: Document,
  translateSegment: TranslateSegment,
): TranslationResult<Document> {
  const copy = copyJson(document)
  const translator = new Translator(translateSegment)
  for (const { block } of walkBlocks(copy)) translator.translateBlock(block)
  if (!translator.hasChanged) return { result: document, rejectedSegments: translator.rejectedSegments }
  return { result: assignKeys(restoreAnchors(copy)), rejectedSegments: translator.rejectedSegments }
}

/**
 * Translates a page and replaces its references by the results of `map`. When nothing changes, the Markdown of the
 * page is returned byte for byte. Front matter is metadata and does not change.
 */
export function translatePage(
  { markdown, document }: { markdown: string; document: Document },
  translateSegment: TranslateSegment,
  map: (ref: ContentRef) => ContentRef = (ref) => ref,
): TranslationResult<string> {
  const { result, rejectedSegments } = translateDocument(document, translateSegment)
  const mappedDocument = mapReferences(result, map)
  const isSame = JSON.stringify(mappedDocument) === JSON.stringify(document)
  return { result: isSame ? markdown : writeTranslation(markdown, mappedDocument), rejectedSegments }
}

/** Writes a translated document with the layout of the page, so that a changed line of the page changes one of it. */
function writeTranslation(markdown: string, document: Document): string {
  try {
    return applyEdits(markdown, document).markdown
  } catch (error) {
    if (!(error instanceof InvalidDocument)) throw error
    return writeMarkdown(document, parseFrontMatter(markdown))
  }
}

/** Translates text without marks, such as a title or a description. */
export function translateText(value: string, translateSegment: TranslateSegment): TranslationResult<string> {
  const translator = new Translator(translateSegment)
  return { result: translator.translateText(value), rejectedSegments: translator.rejectedSegments }
}

class Translator {
  readonly #translateSegment: TranslateSegment
  readonly rejectedSegments: string[] = []
  hasChanged = false

  constructor(translateSegment: TranslateSegment) {
    this.#translateSegment = translateSegment
  }

  translateBlock(block: Block): void {
    // Code is not translated. The footnotes in code are blocks of their own, which the caller visits.
    if (block.type === 'code-line') return
    for (const node of walkInlines(block)) this.#translateInline(node)
    switch (block.type) {
      case 'paragraph':
      case 'heading-1':
      case 'heading-2':
      case 'heading-3':
        block.nodes = this.#translateNodes(block.nodes)
        return
      case 'image':
        if (block.data.alt !== undefined) block.data.alt = this.translateText(block.data.alt)
        return
      case 'tabs-item':
      case 'openapi-schemas':
        if (block.data.title !== undefined) block.data.title = this.translateText(block.data.title)
        return
      case 'prompt':
        block.data.description = this.translateText(block.data.description)
        return
      case 'table':
        for (const column of Object.values(block.data.definition)) {
          column.title = normalizeColumnTitle(this.translateText(column.title))
        }
        return
      default:
    }
  }

  #translateInline(node: Inline): void {
    if (node.type === 'button') node.data.label = this.translateText(node.data.label)
    else if (node.type === 'link' && node.data.title !== undefined)
      node.data.title = this.translateText(node.data.title)
    else if (node.type === 'inline-image') {
      const { alt, caption } = node.data
      if (alt !== undefined) node.data.alt = this.translateText(alt)
      if (caption !== undefined) node.data.caption = this.translateText(caption)
    }
  }

  translateText(value: string): string {
    const nodes = [createText(value)]
    const translatedNodes = this.#translateNodes(nodes)
    return translatedNodes === nodes ? value : extractInlineText(translatedNodes)
  }

  #translateNodes(nodes: InlineContent[]): InlineContent[] {
    const maskedSegment = maskInlines(nodes)
    const translation = maskedSegment && this.#translateSegment(maskedSegment.segment)
    if (!maskedSegment || translation === undefined) return nodes
    const translatedNodes = unmaskInlines(maskedSegment, translation)
    if (!translatedNodes) {
      this.rejectedSegments.push(maskedSegment.segment)
      return nodes
    }
    this.hasChanged = true
    return translatedNodes
  }
}

/** Gives all headings their old anchors as explicit ones, if the anchor of any heading would change. */
function restoreAnchors(document: Document): Document {
  const headings = Array.from(walkBlocks(document), ({ block }) => block).filter(isHeading)
  const anchors = headings.map(({ meta }) => meta.id)
  assignAnchors(document)
  if (headings.every(({ meta }, index) => meta.id === anchors[index])) return document
  for (const [index, heading] of headings.entries()) {
    const anchor = anchors[index]
    if (anchor !== undefined && isValidAnchor(anchor)) heading.data.id = anchor
  }
  return assignAnchors(document)
}

const isHeading = (block: Block): block is Heading => block.type.startsWith('heading-')
