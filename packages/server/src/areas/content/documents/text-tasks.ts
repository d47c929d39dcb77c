import {
  type ContentRef,
  convertDocumentToMarkdown,
  type Document,
  InvalidDocument,
  listHeadings,
  listReferences,
  MarkdownError,
  parseMarkdown,
  revertBlocks,
  walkBlocks,
  writeMarkdown,
} from '@verso/markdown'
import { type ConflictStyle, mergeMarkdown } from '@verso/revisions'

/** The references and anchors of a document: all that is needed of it to list and check links. */
export interface DocumentLinks {
  /** Each reference with the key of the block that it stands in. */
  refs: readonly (readonly [ContentRef, string])[]
  /** The anchors of its headings. */
  anchors: readonly string[]
}

/** A result, or why no page can have the text. */
export type ReadResult<Result> = { result: Result } | { error: string }

/** What is read of Markdown texts. A thread sends back only this, and not the document, which takes long to copy. */
export const documentReaders = {
  /** The document as JSON, which is several times faster to take over than an object. */
  json: (document: Document): string => JSON.stringify(document),
  links: (document: Document): DocumentLinks => ({
    refs: listReferences(document).map(({ ref, block }) => [ref, block] as const),
    anchors: listHeadings(document).map(({ anchor }) => anchor),
  }),
  /** The conditions of `if` blocks. */
  conditions: (document: Document): string[] =>
    [...walkBlocks(document)].flatMap(({ block }) => (block.type === 'if' ? [block.data.expression] : [])),
}

export type DocumentReaders = typeof documentReaders

/** Work on texts that takes long for long texts. Each function is run here or in a thread. */
export const textTasks = {
  read({
    markdown,
    reader,
  }: {
    markdown: string
    reader: keyof DocumentReaders
  }): ReadResult<ReturnType<DocumentReaders[keyof DocumentReaders]>> {
    try {
      return { result: documentReaders[reader](parseMarkdown(markdown).document) }
    } catch (error) {
      if (error instanceof MarkdownError) return { error: error.message }
      throw error
    }
  },

  merge: ({
    base,
    ours,
    theirs,
    conflictStyle,
  }: {
    base: string
    ours: string
    theirs: string
    conflictStyle: ConflictStyle
  }) => mergeMarkdown(base, ours, theirs, conflictStyle),

  /**
   * Gives some blocks of the current text the content that they have in the earlier one. `isEarlier` says that the result is
   * the earlier text, however that was written.
   */
  revertBlocks({
    current,
    earlier,
    blockKeys,
  }: {
    current: string
    earlier: string
    blockKeys: string[]
  }): { markdown: string; isEarlier: boolean } | { unknownKeyIndex: number } {
    const [now, before] = [parseMarkdown(current), parseMarkdown(earlier)]
    const knownKeys = new Set([...now.document.nodes, ...before.document.nodes].map(({ key }) => key))
    const unknownKeyIndex = blockKeys.findIndex((key) => !knownKeys.has(key))
    if (unknownKeyIndex !== -1) return { unknownKeyIndex }
    const reverted = revertBlocks(now.document, before.document, new Set(blockKeys))
    const markdown = writeMarkdown(reverted, now.frontMatter)
    return { markdown, isEarlier: markdown === writeMarkdown(before.document, now.frontMatter) }
  },

  /** Writes a document of a client as Markdown, or says what is wrong with it and where. */
  write({
    document,
  }: {
    document: unknown
  }): { markdown: string } | { path: readonly (string | number)[]; problem: string } {
    try {
      return { markdown: convertDocumentToMarkdown(document) }
    } catch (error) {
      if (error instanceof InvalidDocument) return { path: error.path, problem: error.problem }
      throw error
    }
  },
}

export type TextTasks = typeof textTasks
