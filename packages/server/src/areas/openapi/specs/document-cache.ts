import type { CacheBudget, MemoryCache } from '../../../common/memory-cache.ts'
import { DereferencedDocument } from '../documents/dereference.ts'
import type { JsonObject } from '../documents/json-value.ts'

interface CachedDocument {
  document: DereferencedDocument
  jsonLength: number
}

/** OpenAPI documents with their references resolved, by names under which they never change. */
export class OpenAPIDocumentCache {
  readonly #documents: MemoryCache<CachedDocument>

  constructor(caches: CacheBudget) {
    // A parsed document takes a few times the memory of its JSON.
    this.#documents = caches.create('openapi-documents', ({ jsonLength }) => jsonLength * 6 + 1000)
  }

  /** @param load reads the document, in JSON, when it is not in the cache; undefined when there is none. */
  async get(
    name: string,
    load: () => Promise<string | undefined>,
  ): Promise<DereferencedDocument | undefined> {
    const cached = this.#documents.get(name)
    if (cached) return cached.document
    const json = await load()
    if (json === undefined) return undefined
    // The reader of descriptions wrote this JSON from an object.
    const document = new DereferencedDocument(JSON.parse(json) as JsonObject)
    this.#documents.set(name, { document, jsonLength: json.length })
    return document
  }
}
