import { type Document, MarkdownError, parseMarkdown } from '@verso/markdown'
import type { Hash } from '@verso/revisions'
import { Invalid } from '../../../common/errors.ts'
import type { CacheBudget, MemoryCache } from '../../../common/memory-cache.ts'
import { WorkerMemoryError, WorkerPool, WorkerTimeoutError } from '../../../workers/worker-pool.ts'
import type { ParseResult } from './parse-worker.ts'

/** Texts up to this length are parsed in a few milliseconds; sending them to a thread would take longer. */
const MAX_INLINE_LENGTH = 30_000
const PARSE_TIMEOUT_MS = 30_000
const PARSE_MEMORY_MB = 512

interface CachedDocument {
  document: Document
  markdownLength: number
}

/** Parses Markdown to documents. Each text is parsed once, and its document is cached by the hash of the text. */
export class DocumentParser {
  readonly #documents: MemoryCache<CachedDocument>
  /** Parsing such a text again would take as long again. */
  readonly #errors: MemoryCache<string>
  readonly #pool: WorkerPool
  readonly #maxInlineLength: number

  /** @param isInWorker whether this runs in a thread already, which then parses long texts itself. */
  constructor({
    caches,
    isInWorker = false,
    timeoutMs = PARSE_TIMEOUT_MS,
  }: {
    caches: CacheBudget
    isInWorker?: boolean
    timeoutMs?: number
  }) {
    // A document takes a few times the memory of its text.
    this.#documents = caches.create('documents', ({ markdownLength }) => markdownLength * 8 + 1000)
    this.#errors = caches.create('parse-errors', (message) => message.length)
    this.#maxInlineLength = isInWorker ? Infinity : MAX_INLINE_LENGTH
    this.#pool = new WorkerPool({
      entry: new URL('./parse-worker.ts', import.meta.url),
      maxThreads: 1,
      timeoutMs,
      memoryMb: PARSE_MEMORY_MB,
    })
  }

  /** The document of a Markdown text. Throws Invalid for a text that cannot be a page. */
  async parse(hash: Hash, markdown: string): Promise<Document> {
    const cached = this.#documents.get(hash)
    if (cached) return cached.document
    if (markdown.length <= this.#maxInlineLength) {
      const document = parseInline(markdown)
      this.#documents.set(hash, { document, markdownLength: markdown.length })
      return document
    }
    const { document } = await this.#documents.getOrCreate(hash, async () => ({
      value: { document: await this.#parseInWorker(hash, markdown), markdownLength: markdown.length },
    }))
    return document
  }

  async close(): Promise<void> {
    await this.#pool.close()
  }

  async #parseInWorker(hash: Hash, markdown: string): Promise<Document> {
    const knownError = this.#errors.get(hash)
    if (knownError !== undefined) throw createParseError(knownError)
    const result = await this.#pool.run<ParseResult>(markdown).catch(describeWorkerError)
    if ('document' in result) return result.document
    this.#errors.set(hash, result.error)
    throw createParseError(result.error)
  }
}

function parseInline(markdown: string): Document {
  try {
    return parseMarkdown(markdown).document
  } catch (error) {
    if (error instanceof MarkdownError) throw createParseError(error.message)
    throw error
  }
}

function describeWorkerError(error: unknown): ParseResult {
  if (error instanceof WorkerTimeoutError) return { error: 'The Markdown takes too long to read' }
  if (error instanceof WorkerMemoryError) return { error: 'The Markdown takes too much memory to read' }
  throw error
}

const createParseError = (reason: string): Invalid => new Invalid(`${reason}. Ask for format=markdown.`)
