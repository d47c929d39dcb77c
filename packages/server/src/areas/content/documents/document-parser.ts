import { type Document, isCheapToRead, MarkdownError, parseMarkdown } from '@verso/markdown'
import type { Hash } from '@verso/revisions'
import { Invalid } from '../../../common/errors.ts'
import type { CacheBudget, MemoryCache } from '../../../common/memory-cache.ts'
import { documentReaders, type DocumentReaders } from './text-tasks.ts'
import type { TextWorkers } from './text-workers.ts'

interface CachedDocument {
  document: Document
  markdownLength: number
}

/** Parses Markdown to documents. Each text is parsed once, and its document is cached by the hash of the text. */
export class DocumentParser {
  readonly #documents: MemoryCache<CachedDocument>
  /** Parsing such a text again would take as long again. */
  readonly #errors: MemoryCache<string>
  readonly #textWorkers: TextWorkers | undefined

  /** @param textWorkers where texts are parsed that take long; missing in a thread, which parses them itself. */
  constructor({ caches, textWorkers }: { caches: CacheBudget; textWorkers?: TextWorkers }) {
    // A document takes a few times the memory of its text.
    this.#documents = caches.create('documents', ({ markdownLength }) => markdownLength * 8 + 1000)
    this.#errors = caches.create('parse-errors', (message) => message.length)
    this.#textWorkers = textWorkers
  }

  /** The document of a Markdown text. Throws Invalid for a text that cannot be a page. */
  async parse(hash: Hash, markdown: string): Promise<Document> {
    const cached = this.#documents.get(hash)
    if (cached) return cached.document
    if (!this.#textWorkers || isCheapToRead(markdown)) {
      const document = parseInline(markdown)
      this.#documents.set(hash, { document, markdownLength: markdown.length })
      return document
    }
    const { document } = await this.#documents.getOrCreate(hash, async () => {
      const json = await this.#readInWorker(hash, markdown, 'json')
      // The thread writes a document as JSON.
      return { value: { document: JSON.parse(json) as Document, markdownLength: markdown.length } }
    })
    return document
  }

  /** The same for one who reads a whole space, each document once: it displaces none from the cache. */
  async parseOnce(hash: Hash, markdown: string): Promise<Document> {
    const cached = this.#documents.get(hash)
    if (cached) return cached.document
    return !this.#textWorkers || isCheapToRead(markdown) ? parseInline(markdown) : this.parse(hash, markdown)
  }

  /** Reads something of the document of a text, without the document itself where that takes long to make. */
  async read<Reader extends keyof DocumentReaders>(
    hash: Hash,
    markdown: string,
    reader: Reader,
  ): Promise<ReturnType<DocumentReaders[Reader]>> {
    if (this.#textWorkers && !this.#documents.has(hash) && !isCheapToRead(markdown)) {
      return this.#readInWorker(hash, markdown, reader)
    }
    // A generic reader of the table returns what its own type says.
    return documentReaders[reader](await this.parse(hash, markdown)) as ReturnType<DocumentReaders[Reader]>
  }

  async #readInWorker<Reader extends keyof DocumentReaders>(
    hash: Hash,
    markdown: string,
    reader: Reader,
  ): Promise<ReturnType<DocumentReaders[Reader]>> {
    const knownError = this.#errors.get(hash)
    if (knownError !== undefined) throw createParseError(knownError)
    if (!this.#textWorkers) throw new Error('a thread parses texts itself')
    const outcome = await this.#textWorkers.read(markdown, reader)
    if ('result' in outcome) return outcome.result
    this.#errors.set(hash, outcome.error)
    throw createParseError(outcome.error)
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

const createParseError = (reason: string): Invalid => new Invalid(`${reason}. Ask for format=markdown.`)
