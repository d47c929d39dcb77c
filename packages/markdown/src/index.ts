/**
 * GitBook-flavoured Markdown and the document tree of the contract: one from the other, and back.
 *
 * Terminology:
 * - *page*: a Markdown text with optional front matter; the source of truth.
 * - *document*: the tree derived from it, made of blocks, inlines, text, leaves and marks.
 * - *tag*: `{% name … %}`. *Element*: HTML.
 * - *raw*: source kept as the author wrote it, because it means nothing to us or must not mean anything.
 * - *reference*: an address in the page that points at a page, file, anchor, URL, space, user, …
 */
export type * from './document/types.ts'
export { completeDocument } from './document/complete.ts'
export { evaluateDocument } from './document/evaluate.ts'
export type { Evaluation } from './document/evaluate.ts'
export { expandReusableContents } from './document/expand.ts'
export type { Included } from './document/expand.ts'
export { mapReferences, references } from './document/references.ts'
export type { Reference } from './document/references.ts'
export { headings, plainText, sections, sectionsByCondition } from './document/text.ts'
export type { HeadingInfo, Section } from './document/text.ts'
export { revertBlocks } from './document/revert.ts'
export { replaceNodes } from './document/replace.ts'
export type { Replacements } from './document/replace.ts'
export { takeTitle } from './document/title.ts'
export { walkBlocks } from './document/walk.ts'
export type { Visit } from './document/walk.ts'
export { emojiCharacter } from './emoji.ts'
export { InvalidDocument, MarkdownError, MarkdownTooDeep, MarkdownTooLarge } from './errors.ts'
export { markdownOfDocument } from './from-document.ts'
export type { FrontMatter } from './parse/front-matter.ts'
export { parseMarkdown } from './parse/parse.ts'
export type { ParsedPage } from './parse/parse.ts'
export { formatReference, parseReference } from './parse/reference.ts'
export { writeMarkdown } from './write/write.ts'
export { keepsTags, tokensOf, wordsIn } from './translate/tags.ts'
export type { Token } from './translate/tags.ts'
export {
  segmentsOf,
  segmentsOfText,
  translateDocument,
  translatePage,
  translateText,
} from './translate/translate.ts'
export type { Translated, TranslationOf } from './translate/translate.ts'
