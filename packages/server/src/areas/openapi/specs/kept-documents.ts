import { LRUCache } from 'lru-cache'
import { DereferencedDocument } from '../documents/dereference.ts'
import type { JsonObject } from '../documents/json-value.ts'

/** Descriptions that are ready to give parts of themselves, by names under which they never change. */
export class KeptDocuments {
  readonly #documents = new LRUCache<string, DereferencedDocument>({ maxSize: 128 * 1024 * 1024 })

  /** @param read the document, in JSON, where it is not kept; nothing when there is none. */
  async get(name: string, read: () => Promise<string | undefined>): Promise<DereferencedDocument | undefined> {
    const known = this.#documents.get(name)
    if (known) return known
    const json = await read()
    if (json === undefined) return undefined
    // Written by the thread that read the description, from what was an object there.
    const document = new DereferencedDocument(JSON.parse(json) as JsonObject)
    this.#documents.set(name, document, { size: json.length * 6 + 1000 })
    return document
  }
}
