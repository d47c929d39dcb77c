import type { CacheBudget, MemoryCache } from '../../../common/memory-cache.ts'
import type { Queryable } from '../../../database/database.ts'
import type { PartSelection } from '../documents/dereference.ts'
import type { DescriptionTexts } from '../documents/generated-pages.ts'
import type { JsonObject } from '../documents/json-value.ts'
import { OpenAPIDocumentCache } from './document-cache.ts'
import { OpenAPISpecRepository, type SpecScope } from './repository.ts'

interface SpecDescriptionsDependencies {
  specs: OpenAPISpecRepository
  documents: OpenAPIDocumentCache
  caches: CacheBudget
}

/** Reads the latest versions of specs. A version never changes, so a cached one is never stale. */
export class SpecDescriptions {
  readonly #deps: SpecDescriptionsDependencies
  readonly #texts: MemoryCache<{ texts: DescriptionTexts; jsonLength: number }>

  constructor(deps: SpecDescriptionsDependencies) {
    this.#deps = deps
    this.#texts = deps.caches.create('openapi-texts', ({ jsonLength }) => jsonLength * 2 + 1000)
  }

  /** Creates an instance with caches of its own, for a worker thread. */
  static createStandalone(caches: CacheBudget): SpecDescriptions {
    return new SpecDescriptions({
      specs: new OpenAPISpecRepository(),
      documents: new OpenAPIDocumentCache(caches),
      caches,
    })
  }

  /** Parts of the latest version of a spec, with references resolved; undefined if there is no version. */
  async loadParts(
    on: Queryable,
    scope: SpecScope,
    spec: string,
    selection: PartSelection,
  ): Promise<JsonObject | undefined> {
    const versionId = await this.#deps.specs.findLatestVersionId(on, scope, spec)
    if (versionId === undefined) return undefined
    const document = await this.#deps.documents.get(versionId, () =>
      this.#deps.specs.readDocument(on, versionId),
    )
    return document?.selectParts(selection)
  }

  /** The states of the specs that have a version, by slug. A state changes with the version and the visibility. */
  async loadStates(on: Queryable, scope: SpecScope, specs: Iterable<string>): Promise<Map<string, string>> {
    const rows = await this.#deps.specs.findStates(on, scope, [...specs])
    return new Map(
      rows.map(({ slug, id, versionId, visibility }) => [slug, `${visibility} ${id} ${versionId}`]),
    )
  }

  async loadTexts(on: Queryable, scope: SpecScope, spec: string): Promise<DescriptionTexts | undefined> {
    const versionId = await this.#deps.specs.findLatestVersionId(on, scope, spec)
    if (versionId === undefined) return undefined
    const cached = this.#texts.get(versionId)
    if (cached) return cached.texts
    const json = await this.#deps.specs.readTexts(on, versionId)
    if (json === undefined) return undefined
    // `writeDescriptionTexts` wrote this JSON when the version was created.
    const texts = JSON.parse(json) as DescriptionTexts
    this.#texts.set(versionId, { texts, jsonLength: json.length })
    return texts
  }
}
