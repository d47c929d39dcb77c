import { type Document, MarkdownError, parseMarkdown } from '@verso/markdown'
import type { Hash } from '@verso/revisions'
import { LRUCache } from 'lru-cache'
import { seconds } from '../../../common/clock.ts'
import { Invalid } from '../../../common/errors.ts'
import { ParserThread } from './parser-thread.ts'

/** Texts up to here are read in a few milliseconds; sending them to a thread would take longer. */
const longestHere = 30_000
const longestTime = 30 * seconds

/** Documents derived from Markdown, each computed once for the hash of its text and kept while there is room. */
export class Documents {
  readonly #cache = new LRUCache<Hash, Document>({ maxSize: 32 * 1024 * 1024 })
  readonly #thread = new ParserThread({ longest: longestTime })
  /** Why no page may have them: finding out again would take as long again. */
  readonly #refused = new LRUCache<Hash, string>({ max: 1000 })
  /** Long texts that are being read, so that many who ask for one wait for one. */
  readonly #underWay = new Map<Hash, Promise<Document>>()
  readonly #longestHere: number

  /** @param aside whether long texts are read in a thread of their own; who is in one already reads them itself. */
  constructor({ aside = true }: { aside?: boolean } = {}) {
    this.#longestHere = aside ? longestHere : Infinity
  }

  /** The document of a Markdown text; a text that no page may have is told, not thrown about. */
  async parse(hash: Hash, markdown: string): Promise<Document> {
    const known = this.#cache.get(hash)
    if (known) return known
    if (markdown.length <= this.#longestHere) return this.#keep(hash, markdown, parseHere(markdown))
    const underWay = this.#underWay.get(hash)
    if (underWay) return underWay
    const parsing = this.#parseAside(hash, markdown).finally(() => this.#underWay.delete(hash))
    this.#underWay.set(hash, parsing)
    return parsing
  }

  async #parseAside(hash: Hash, markdown: string): Promise<Document> {
    const known = this.#refused.get(hash)
    if (known !== undefined) throw refusal(known)
    const parsed = await this.#thread.parse(markdown)
    if ('refused' in parsed) {
      this.#refused.set(hash, parsed.refused)
      throw refusal(parsed.refused)
    }
    return this.#keep(hash, markdown, parsed.document)
  }

  #keep(hash: Hash, markdown: string, document: Document): Document {
    // A document takes a few times the room of its text.
    this.#cache.set(hash, document, { size: markdown.length * 8 + 1000 })
    return document
  }
}

function parseHere(markdown: string): Document {
  try {
    return parseMarkdown(markdown).document
  } catch (error) {
    if (error instanceof MarkdownError) throw refusal(error.message)
    throw error
  }
}

const refusal = (reason: string): Invalid => new Invalid(`${reason}. Ask for format=markdown.`)
