import type { Hash } from '@verso/revisions'
import type { DocumentSource } from './document-reader.ts'
import type { EvaluationInputs } from './evaluation.ts'

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
}

export type DocumentTaskOutcome = { text: string } | { refusal: string }
