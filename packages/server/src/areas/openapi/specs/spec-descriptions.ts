import type { CacheBudget, MemoryCache } from '../../../common/memory-cache.ts'
import type { Queryable } from '../../../database/database.ts'
import type { PartSelection } from '../documents/dereference.ts'
import type { DescriptionTexts } from '../documents/generated-pages.ts'
import type { JsonObject } from '../documents/json-value.ts'
import { OpenAPIDocumentCache } from './document-cache.ts'
import { OpenAPISpecRepository } from './repository.ts'

interface SpecDescriptionsDependencies {
  specs: OpenAPISpecRepository
  documents: OpenAPIDocumentCache
  caches: CacheBudget
}

/** What the latest versions of specs say. A version never changes, so that what is in memory is never wrong. */
export class SpecDescriptions {
  readonly #deps: SpecDescriptionsDependencies
  readonly #texts: MemoryCache<{ texts: DescriptionTexts; jsonLength: number }>

  constructor(deps: SpecDescriptionsDependencies) {
    this.#deps = deps
    this.#texts = deps.caches.create('openapi-texts', ({ jsonLength }) => jsonLength * 2 + 1000)
  }

  /** One that stands on nothing of this process, for a thread. */
  static createStandalone(caches: CacheBudget): SpecDescriptions {
    return new SpecDescriptions({
      specs: new OpenAPISpecRepository(),
      documents: new OpenAPIDocumentCache(caches),
      caches,
    })
  }

  /** Parts of the latest version of one, with references followed; nothing when there is none. */
  async loadParts(
    on: Queryable,
    organizationId: string,
    spec: string,
    wanted: PartSelection,
  ): Promise<JsonObject | undefined> {
    const versionId = await this.#deps.specs.findLatestVersionId(on, organizationId, spec)
    if (versionId === undefined) return undefined
    const document = await this.#deps.documents.get(versionId, () =>
      this.#deps.specs.readDocument(on, versionId),
    )
    return document?.selectParts(wanted)
  }

  /** What state each of some specs is in: those that have a version. */
  async loadStates(
    on: Queryable,
    organizationId: string,
    specs: Iterable<string>,
  ): Promise<Map<string, string>> {
    const rows = await this.#deps.specs.findStates(on, organizationId, [...specs])
    return new Map(
      rows.map(({ slug, id, versionId, visibility }) => [slug, `${visibility} ${id} ${versionId}`]),
    )
  }

  async loadTexts(
    on: Queryable,
    organizationId: string,
    spec: string,
  ): Promise<DescriptionTexts | undefined> {
    const versionId = await this.#deps.specs.findLatestVersionId(on, organizationId, spec)
    if (versionId === undefined) return undefined
    const cached = this.#texts.get(versionId)
    if (cached) return cached.texts
    const json = await this.#deps.specs.readTexts(on, versionId)
    if (json === undefined) return undefined
    // Written by `textsOf` when the version was made.
    const texts = JSON.parse(json) as DescriptionTexts
    this.#texts.set(versionId, { texts, jsonLength: json.length })
    return texts
  }
}
