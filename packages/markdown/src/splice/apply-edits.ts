import { assignAnchors } from '../document/anchors.ts'
import { copyJson } from '../document/copy-json.ts'
import { findDifference, hasSameContent } from '../document/find-difference.ts'
import { assignKeys } from '../document/keys.ts'
import { toNormalForm } from '../document/normal-form.ts'
import type { Document } from '../document/types.ts'
import { InvalidDocument, MarkdownError } from '../errors.ts'
import { locateMarkdown } from '../parse/locate.ts'
import type { LocatedPage } from '../parse/locate.ts'
import { parseMarkdown } from '../parse/parse-markdown.ts'
import { writeMarkdown } from '../write/write-markdown.ts'
import { SourceText } from './source-text.ts'
import { splicedFinenesses, Splicer } from './splicer.ts'
import type { SplicedFineness } from './splicer.ts'

/** How finely an edit was written. `same` is the source byte for byte, `page` is a page that was written whole. */
export type Fineness = 'same' | SplicedFineness | 'page'

export interface EditedMarkdown {
  markdown: string
  fineness: Fineness
}

/**
 * Writes an edited document into the source of the page that it comes from. What was not edited keeps its bytes:
 * wrapped lines, markers, attributes, line endings, and everything in blocks that are the same as before.
 *
 * Every result is parsed and compared with the edited document. Where it says something else, the edit is written less
 * finely, up to the whole page.
 *
 * @param otherSource another text, such as an earlier one of the page, whose blocks keep their bytes where the edited
 * document has them.
 * @throws {InvalidDocument} when Markdown has no notation for the edited document.
 * @throws {MarkdownTooDeep} or {MarkdownTooLarge}
 */
export function applyEdits(source: string, edited: Document, otherSource?: string): EditedMarkdown {
  const page = locateMarkdown(source)
  const wanted = assignKeys(assignAnchors(toNormalForm(copyJson(edited))))
  if (hasSameContent(page.document.nodes, wanted.nodes)) return { markdown: source, fineness: 'same' }
  const otherText = otherSource === undefined ? undefined : new SourceText(locateMarkdown(otherSource))
  const sourceText = new SourceText(page, otherText)
  const byteOrderMark = source.startsWith('\uFEFF') ? '\uFEFF' : ''
  for (const fineness of splicedFinenesses) {
    const splicedText = new Splicer(sourceText, wanted, fineness).splice()
    if (splicedText === undefined) continue
    const markdown = byteOrderMark + splicedText
    if (isPage(markdown, page, wanted)) return { markdown, fineness }
  }
  const markdown = byteOrderMark + writePage(page, wanted)
  const path = findDifference(wanted, parseMarkdown(markdown).document)
  if (path) throw new InvalidDocument(path, 'cannot be written in Markdown')
  return { markdown, fineness: 'page' }
}

/** Whether a text is a page with the front matter of the old page and the edited document. */
export function isPage(markdown: string, { frontMatter }: LocatedPage, wanted: Document): boolean {
  try {
    const page = parseMarkdown(markdown)
    return hasSameContent(page.document.nodes, wanted.nodes) && hasSameContent(page.frontMatter, frontMatter)
  } catch (error) {
    if (error instanceof MarkdownError) return false
    throw error
  }
}

/** Writes the whole page, with the front matter and the line endings of the old one. */
function writePage({ lines, bodyLine }: LocatedPage, document: Document): string {
  const lineEnding = /\r\n?|\n/.exec(lines[0] ?? '')?.[0] ?? '\n'
  const head = lines.slice(0, bodyLine).join('')
  const body = writeMarkdown(document).replaceAll('\n', lineEnding)
  if (head === '' || body === '') return head + body
  return head + (/[\r\n]$/.test(head) ? '' : lineEnding) + lineEnding + body
}
