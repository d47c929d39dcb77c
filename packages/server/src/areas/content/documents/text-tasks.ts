import {
  applyEdits,
  type ContentRef,
  convertDocumentToMarkdown,
  type Document,
  type DocumentWords,
  extractTitle,
  findText,
  InvalidDocument,
  listHeadings,
  listReferences,
  listWords,
  MarkdownError,
  type ParsedPage,
  parseMarkdown,
  replaceText,
  replaceWords,
  revertBlocks,
  revertWords,
  type TextMatches,
  type TextQuery,
  type TextRange,
  walkBlocks,
  type WordPlace,
  writeDocumentOver,
  writeMarkdown,
} from '@verso/markdown'
import { type ConflictStyle, findLineOrigins, mergeMarkdown } from '@verso/revisions'

/** The references and anchors of a document: all that is needed of it to list and check links. */
export interface DocumentLinks {
  /** Each reference with the key of the block that it stands in. */
  refs: readonly (readonly [ContentRef, string])[]
  /** The anchors of its headings. */
  anchors: readonly string[]
}

/** A result, or why no page can have the text. */
export type ReadResult<Result> = { result: Result } | { error: string }

export const readDocumentLinks = (document: Document): DocumentLinks => ({
  refs: listReferences(document).map(({ ref, block }) => [ref, block] as const),
  anchors: listHeadings(document).map(({ anchor }) => anchor),
})

/** What is read of Markdown texts. A thread sends back only this, and not the document, which takes long to copy. */
export const documentReaders = {
  /** The document as JSON, which is several times faster to take over than an object. */
  json: (document: Document): string => JSON.stringify(document),
  links: readDocumentLinks,
  /** The references, and the title at the start. */
  titleAndRefs: (document: Document): { title: string | undefined; refs: ContentRef[] } => ({
    title: extractTitle(document).title,
    refs: listReferences(document).map(({ ref }) => ref),
  }),
  /** The words below the title, by block. */
  words: (document: Document): DocumentWords => listWords(extractTitle(document).document),
  /** The conditions of `if` blocks. */
  conditions: (document: Document): string[] =>
    [...walkBlocks(document)].flatMap(({ block }) => (block.type === 'if' ? [block.data.expression] : [])),
}

export type DocumentReaders = typeof documentReaders

/** The text that a document of a client replaces, and how the document that the API returned of it differs from it. */
export interface ReplacedText {
  markdown: string
  /** The title at the start of the text, which the document leaves out. */
  title: string | undefined
  /** The references of the text, by the keys of those that the document has instead. */
  references: readonly (readonly [string, ContentRef])[]
}

/** What was found in a text, and whether the title of the page is a heading of it. */
export interface FoundText extends TextMatches {
  hasTitle: boolean
}

/** A text of which something is as in an earlier one. */
export interface RevertedText {
  markdown: string
  /** It is the earlier text, however that was written. */
  isEarlier: boolean
}

function revertText(
  current: string,
  earlier: string,
  revert: (document: Document, earlierDocument: Document) => Document,
): RevertedText {
  const [now, before] = [parseMarkdown(current), parseMarkdown(earlier)]
  const reverted = revert(now.document, before.document)
  return {
    markdown: applyEdits(current, reverted, earlier).markdown,
    isEarlier:
      writeMarkdown(reverted, now.frontMatter) === writeMarkdown(before.document, before.frontMatter),
  }
}

/** Front matter that has a title counts for more than a heading. */
const hasTitleHeading = ({ document, frontMatter }: ParsedPage): boolean =>
  typeof frontMatter?.['title'] !== 'string' && extractTitle(document).title !== undefined

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

  /** For each line of the last of some texts, which of them it came with. */
  findLineOrigins: ({
    before,
    versions,
  }: {
    before: Parameters<typeof findLineOrigins<number>>[0]
    versions: Parameters<typeof findLineOrigins<number>>[1]
  }): number[] => findLineOrigins(before, versions),

  /** Gives some blocks of the current text the content that they have in the earlier one. */
  revertBlocks({
    current,
    earlier,
    blockKeys,
  }: {
    current: string
    earlier: string
    blockKeys: string[]
  }): RevertedText | { unknownKeyIndex: number } {
    const [now, before] = [parseMarkdown(current), parseMarkdown(earlier)]
    const knownKeys = new Set([...now.document.nodes, ...before.document.nodes].map(({ key }) => key))
    const unknownKeyIndex = blockKeys.findIndex((key) => !knownKeys.has(key))
    if (unknownKeyIndex !== -1) return { unknownKeyIndex }
    return revertText(current, earlier, (document, old) => revertBlocks(document, old, new Set(blockKeys)))
  },

  /** Gives some words of the current text those of the earlier one, or says why that cannot be. */
  revertWords({
    current,
    earlier,
    words,
    earlierWords,
  }: {
    current: string
    earlier: string
    words: WordPlace
    earlierWords: WordPlace
  }): RevertedText | { problem: string } {
    try {
      return revertText(current, earlier, (document, old) => revertWords(document, words, old, earlierWords))
    } catch (error) {
      if (error instanceof MarkdownError) return { problem: error.message }
      throw error
    }
  },

  /**
   * Writes a document of a client as Markdown, or says what is wrong with it and where. In place of an existing text, what
   * the client did not change keeps its bytes.
   */
  write({
    document,
    replaced,
  }: {
    document: unknown
    replaced?: ReplacedText | undefined
  }): { markdown: string } | { path: readonly (string | number)[]; problem: string } {
    try {
      if (!replaced) return { markdown: convertDocumentToMarkdown(document) }
      const { markdown: source, title, references } = replaced
      return { markdown: writeDocumentOver(source, document, { title, references: new Map(references) }) }
    } catch (error) {
      if (error instanceof InvalidDocument) return { path: error.path, problem: error.problem }
      throw error
    }
  },

  /** Finds words in texts. Undefined stands for a text that cannot be read. */
  findText({
    markdowns,
    query,
    limit,
  }: {
    markdowns: readonly string[]
    query: TextQuery
    /** How many places are listed of each text. */
    limit: number
  }): (FoundText | undefined)[] {
    return markdowns.map((markdown) => {
      try {
        const page = parseMarkdown(markdown)
        return { ...findText(page.document, query, limit), hasTitle: hasTitleHeading(page) }
      } catch (error) {
        if (error instanceof MarkdownError) return undefined
        throw error
      }
    })
  },

  /** Replaces some of the places where words are found in a text, or says why the text cannot have the new words. */
  replaceText({
    markdown,
    query,
    indices,
    replacement,
  }: {
    markdown: string
    query: TextQuery
    indices: readonly number[]
    replacement: string
  }): { markdown: string; placeCount: number; hasTitle: boolean } | { problem: string } {
    try {
      const page = parseMarkdown(markdown)
      const { matches } = findText(page.document, query, Infinity)
      const edited = replaceText(page.document, query, new Set(indices), replacement)
      return {
        markdown: applyEdits(markdown, edited).markdown,
        placeCount: matches.length,
        hasTitle: hasTitleHeading(page),
      }
    } catch (error) {
      if (error instanceof MarkdownError) return { problem: error.message }
      throw error
    }
  },

  /** Replaces words below the title of a text, or says why the text cannot have the new words. */
  replaceWords({
    markdown,
    range,
    replacement,
  }: {
    markdown: string
    range: TextRange
    replacement: string
  }): { markdown: string } | { problem: string } {
    try {
      return { markdown: replaceWords(markdown, range, replacement) }
    } catch (error) {
      if (error instanceof MarkdownError) return { problem: error.message }
      throw error
    }
  },
}

export type TextTasks = typeof textTasks
