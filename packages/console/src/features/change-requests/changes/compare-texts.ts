import { type Document, MarkdownError } from '@verso/markdown'
import { type DocumentRow, listRows, PageWords, readDocument } from './rendered/document-rows.ts'
import { countWords, diffSource, type SourceRow } from './source-lines.ts'

export interface ComparedTexts {
  before: string
  after: string
  lines: SourceRow[]
  wordsAdded: number
  wordsRemoved: number
  /** Undefined where one of the texts cannot be read as a page. */
  page: { rows: DocumentRow[]; words: PageWords } | undefined
}

/** Compares two versions of a page, line by line and block by block. */
export function compareTexts(before: string, after: string): ComparedTexts {
  const lines = diffSource(before, after)
  const { added, removed } = countWords(lines)
  const documents = readDocuments(before, after)
  const page = documents && {
    rows: listRows(...documents),
    words: new PageWords(documents[1]),
  }
  return { before, after, lines, wordsAdded: added, wordsRemoved: removed, page }
}

function readDocuments(before: string, after: string): [Document, Document] | undefined {
  try {
    return [readDocument(before), readDocument(after)]
  } catch (error) {
    if (error instanceof MarkdownError) return undefined
    throw error
  }
}
