import type { Document } from '@verso/markdown'
import type { FileEntry, RevisionView } from '@verso/revisions'
import { ExpensivePageError, type Highlighter } from '@verso/site'
import { Invalid } from '../../../common/errors.ts'
import type { Queryable } from '../../../database/database.ts'
import { answerRowsQuestion } from '../../../database/thread-database.ts'
import { WorkerMemoryError, WorkerPool, WorkerTimeoutError } from '../../../workers/worker-pool.ts'
import { type DocumentReader, writeStableMarkdown } from './document-reader.ts'
import type { SpecDescriptions } from '../../openapi/index.ts'
import type {
  DocumentReading,
  DocumentTask,
  DocumentTaskOutcome,
  DocumentTaskQuestion,
} from './document-task.ts'
import { createEvaluation } from './evaluation.ts'
import { type HtmlPlace, HtmlReader, type HtmlReading } from './html-reader.ts'

const READ_THREADS = 2
const READ_TIMEOUT_MS = 30_000
const READ_MEMORY_MB = 1024
const WORKER_CACHE_BYTES = 32 * 1024 * 1024

interface PooledDocumentReaderDependencies {
  reader: DocumentReader
  database: Queryable
  descriptions: SpecDescriptions
  highlighter: Highlighter
  /** The address of a file, for somebody who is signed in. */
  createFileUrl: (file: FileEntry) => string
}

/**
 * Reads documents for responses: here if they are short, otherwise in a thread, which sends them back as text. Taking over
 * the document itself would take longer than all else.
 */
export class PooledDocumentReader {
  readonly #reader: DocumentReader
  readonly #htmlReader: HtmlReader
  readonly #database: Queryable
  readonly #createFileUrl: (file: FileEntry) => string
  readonly #pool: WorkerPool

  constructor({
    reader,
    database,
    descriptions,
    highlighter,
    createFileUrl,
  }: PooledDocumentReaderDependencies) {
    this.#reader = reader
    this.#database = database
    this.#createFileUrl = createFileUrl
    this.#htmlReader = new HtmlReader({
      database,
      descriptions,
      highlighter,
      createFileUrls: async (files) => files.map(createFileUrl),
      isCheapOnly: true,
    })
    this.#pool = new WorkerPool({
      entry: new URL('./read-worker.ts', import.meta.url),
      maxThreads: READ_THREADS,
      timeoutMs: READ_TIMEOUT_MS,
      memoryMb: READ_MEMORY_MB,
      workerData: WORKER_CACHE_BYTES,
    })
  }

  async close(): Promise<void> {
    await this.#pool.close()
  }

  /** A document, or its JSON if it is long. */
  async readDocument(
    view: RevisionView,
    reading: DocumentReading,
  ): Promise<{ document: Document } | { json: string }> {
    return (await this.#reader.isCheapToRead(view, reading.source))
      ? { document: await this.#read(view, reading) }
      : { json: await this.#readInWorker({ ...reading, root: view.root }) }
  }

  /** A document as Markdown that can be used outside of its space. */
  async readMarkdown(
    view: RevisionView,
    reading: DocumentReading,
    markdown: { spaceId: string; title: string },
  ): Promise<string> {
    return (await this.#reader.isCheapToRead(view, reading.source))
      ? writeStableMarkdown(markdown.spaceId, markdown.title, await this.#read(view, reading))
      : this.#readInWorker({ ...reading, root: view.root, markdown })
  }

  /** A document as HTML for the console. */
  async readHtml(view: RevisionView, reading: DocumentReading, place: HtmlPlace): Promise<HtmlReading> {
    if (await this.#reader.isCheapToRead(view, reading.source)) {
      try {
        return await this.#htmlReader.render(view, await this.#read(view, reading), place)
      } catch (error) {
        // A short text may show much of an API.
        if (!(error instanceof ExpensivePageError)) throw error
      }
    }
    // The worker answers a task with HTML by this JSON.
    return JSON.parse(await this.#readInWorker({ ...reading, root: view.root, html: place })) as HtmlReading
  }

  #read(view: RevisionView, { source, expanded, evaluation }: DocumentReading): Promise<Document> {
    return this.#reader.readDocument(view, source, {
      expanded,
      ...(evaluation && { evaluation: createEvaluation(evaluation.inputs, evaluation) }),
    })
  }

  async #readInWorker(task: DocumentTask): Promise<string> {
    const outcome = await this.#pool
      // The worker asks nothing else.
      .run<DocumentTaskOutcome>(task, (question) => this.#answer(question as DocumentTaskQuestion))
      .catch(toInvalid)
    if ('refusal' in outcome) throw new Invalid(outcome.refusal)
    return outcome.text
  }

  async #answer(question: DocumentTaskQuestion): Promise<unknown> {
    return 'files' in question
      ? question.files.map(this.#createFileUrl)
      : answerRowsQuestion(this.#database, question)
  }
}

function toInvalid(error: unknown): never {
  const advice = 'Ask for format=markdown.'
  if (error instanceof WorkerTimeoutError) throw new Invalid(`The Markdown takes too long to read. ${advice}`)
  if (error instanceof WorkerMemoryError)
    throw new Invalid(`The Markdown takes too much memory to read. ${advice}`)
  throw error
}
