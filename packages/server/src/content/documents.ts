import { type Document, MarkdownError, parseMarkdown } from '@verso/markdown'
import type { Hash } from '@verso/revisions'
import { LRUCache } from 'lru-cache'
import { Invalid } from '../common/errors.ts'

/** Documents derived from Markdown, each computed once for the hash of its text and kept while there is room. */
export class Documents {
  readonly #cache = new LRUCache<Hash, Document>({ maxSize: 32 * 1024 * 1024 })

  /** The document of a Markdown text; a text that no page may have is told, not thrown about. */
  parse(hash: Hash, markdown: string): Document {
    const known = this.#cache.get(hash)
    if (known) return known
    try {
      const { document } = parseMarkdown(markdown)
      // A document takes a few times the room of its text.
      this.#cache.set(hash, document, { size: markdown.length * 8 + 1000 })
      return document
    } catch (error) {
      if (error instanceof MarkdownError) throw new Invalid(`${error.message}. Ask for format=markdown.`)
      throw error
    }
  }
}
