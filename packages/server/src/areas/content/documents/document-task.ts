import type { Hash } from '@verso/revisions'
import type { FileEntry } from '@verso/revisions'
import type { RowsQuestion } from '../../../database/thread-database.ts'
import type { DocumentSource } from './document-reader.ts'
import type { EvaluationInputs } from './evaluation.ts'
import type { HtmlPlace } from './html-reader.ts'

/** How a document is read. */
export interface DocumentReading {
  source: DocumentSource
  /** Whether included reusable contents are replaced by their blocks. */
  expanded: boolean
  evaluation?: { inputs: EvaluationInputs; knownOnly: boolean }
}

/** A document to read in a thread, which sends it back as text. */
export interface DocumentTask extends DocumentReading {
  root: Hash
  /** Writes the document as Markdown with stable references, instead of as JSON. */
  markdown?: { spaceId: string; title: string }
  /** Renders the document as HTML for this place. The text is then the JSON of an `HtmlReading`. */
  html?: HtmlPlace
}

export type DocumentTaskOutcome = { text: string } | { refusal: string }

/** What a thread asks for: rows, or the addresses of files, which it cannot sign. */
export type DocumentTaskQuestion = RowsQuestion | { files: FileEntry[] }
