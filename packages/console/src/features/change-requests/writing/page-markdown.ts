import {
  convertDocumentToMarkdown,
  type Document,
  extractTitle,
  locateMarkdown,
  parseMarkdown,
  writeDocumentOver,
} from '@verso/markdown'
import { MAX_PAGE_TEXT_LENGTH } from './page-text.ts'

/**
 * Markdown in the browser, by what the server reads and writes it with, so that a page is kept, compared and put together
 * with what others wrote in the same way in both editors. It is a chunk of its own, loaded beside the editor.
 */

/** The blocks of a page. The title has a field of its own. */
export function readDocument(markdown: string): Document {
  if (markdown.length > MAX_PAGE_TEXT_LENGTH) throw new Error('The text is too long for the editor.')
  return extractTitle(parseMarkdown(markdown).document).document
}

/** Puts a changed document into the Markdown it was read from. What nobody changed keeps its bytes. */
export function writeOver(markdown: string, document: Document): string {
  const { title } = extractTitle(parseMarkdown(markdown).document)
  return writeDocumentOver(markdown, document, { title, references: new Map() })
}

export const parseBlocks = (markdown: string): Document => parseMarkdown(markdown).document

export const writeBlocks = (document: Document): string => convertDocumentToMarkdown(document)

/** The lines of a Markdown text at which the blocks of its document begin, without the title. */
function listBlockLines(markdown: string): number[] {
  const { document, places } = locateMarkdown(markdown)
  const titleCount = document.nodes.length - extractTitle(document).document.nodes.length
  return document.nodes.slice(titleCount).map((block) => places.get(block)?.startLine ?? 0)
}

export const findLineOfBlock = (markdown: string, index: number): number =>
  listBlockLines(markdown)[index] ?? 0

export function findBlockAtLine(markdown: string, line: number): number {
  return Math.max(
    0,
    listBlockLines(markdown).findLastIndex((start) => start <= line),
  )
}
