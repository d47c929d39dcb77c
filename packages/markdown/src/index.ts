/**
 * Converts GitBook-flavoured Markdown to the document tree of the API contract, and back.
 *
 * Terminology:
 * - *page*: a Markdown text with optional front matter. It is the source of truth.
 * - *document*: the tree derived from a page. It consists of blocks, inlines, text, leaves and marks.
 * - *tag*: `{% name … %}`. *Element*: an HTML element.
 * - *raw*: source that stays as the author wrote it, because it is unknown or must not be interpreted.
 * - *reference*: an address in a page that refers to a page, file, anchor, URL, space, user, …
 */
export type * from './document/types.ts'
export { createAnchor } from './document/anchors.ts'
export { completeDocument } from './document/complete-document.ts'
export { evaluateDocument } from './document/evaluate-document.ts'
export type { ExpressionEvaluator } from './document/evaluate-document.ts'
export { expandReusableContents } from './document/expand-reusable-contents.ts'
export type { ResolveReusableContent } from './document/expand-reusable-contents.ts'
export { createReferenceKey, mapReferences, listReferences } from './document/references.ts'
export type { Reference } from './document/references.ts'
export { listHeadings, extractPlainText, listSections, listSectionsByCondition } from './document/sections.ts'
export type { HeadingInfo, Section } from './document/sections.ts'
export { revertBlocks } from './document/revert-blocks.ts'
export { replaceNodes } from './document/replace-nodes.ts'
export type { Replacements } from './document/replace-nodes.ts'
export { extractTitle } from './document/title.ts'
export { walkBlocks } from './document/walk.ts'
export type { BlockVisit } from './document/walk.ts'
export { getEmojiCharacter } from './emoji.ts'
export { estimateReadingCost, isCheapToRead, MAX_CHEAP_MARKS } from './reading-cost.ts'
export { findInText, findText, replaceInText, replaceText } from './find/find-text.ts'
export type { TextMatch, TextMatches } from './find/find-text.ts'
export type { TextQuery } from './find/match-text.ts'
export type { TextPlaceKind } from './find/searchable-texts.ts'
export { InvalidDocument, MarkdownError, MarkdownTooDeep, MarkdownTooLarge } from './errors.ts'
export { convertDocumentToMarkdown, writeDocumentOver } from './document-to-markdown.ts'
export type { ServedDifferences } from './document-to-markdown.ts'
export type { FrontMatter } from './parse/front-matter.ts'
export { locateMarkdown } from './parse/locate.ts'
export type { LocatedPage } from './parse/locate.ts'
export type { DefinitionPlace, Place } from './parse/places.ts'
export { parseMarkdown } from './parse/parse-markdown.ts'
export type { ParsedPage } from './parse/parse-markdown.ts'
export { formatReference, isSafeAddress, parseMediaReference, parseReference } from './parse/reference.ts'
export { createQuote, findQuote, QUOTE_CONTEXT_LENGTH } from './quotes/find-quote.ts'
export type { Quote, TextRange } from './quotes/find-quote.ts'
export { RangeMapper } from './quotes/range-mapper.ts'
export { replaceWords } from './quotes/replace-words.ts'
export { revertWords } from './quotes/revert-words.ts'
export type { WordPlace } from './quotes/revert-words.ts'
export { listWords, OBJECT_CHARACTER } from './quotes/text-blocks.ts'
export type { BlockExtent, DocumentWords, TextBlock } from './quotes/text-blocks.ts'
export { alignBlocks } from './splice/align-blocks.ts'
export { applyEdits } from './splice/apply-edits.ts'
export type { EditedMarkdown, Fineness } from './splice/apply-edits.ts'
export { writeMarkdown } from './write/write-markdown.ts'
export { hasSameTags, tokenizeSegment, countWords } from './translate/segment.ts'
export type { SegmentToken } from './translate/segment.ts'
export {
  extractSegments,
  extractTextSegments,
  translateDocument,
  translatePage,
  translateText,
} from './translate/translate.ts'
export type { TranslationResult, TranslateSegment } from './translate/translate.ts'
