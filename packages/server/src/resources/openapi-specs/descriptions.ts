import { LRUCache } from 'lru-cache'
import type { Descriptions } from '../../content/computed.ts'
import type { Queryable } from '../../database/database.ts'
import type { DescriptionTexts } from '../../openapi/pages.ts'
import type { OpenAPISpecRepository } from './repository.ts'

/** What the latest versions of specs say. A version never changes, so that what is in memory is never wrong. */
export class SpecDescriptions implements Descriptions {
  readonly #specs: OpenAPISpecRepository
  readonly #texts = new LRUCache<string, DescriptionTexts>({ maxSize: 64 * 1024 * 1024 })

  constructor({ specs }: { specs: OpenAPISpecRepository }) {
    this.#specs = specs
  }

  async texts(on: Queryable, organizationId: string, spec: string): Promise<DescriptionTexts | undefined> {
    const versionId = await this.#specs.latestVersion(on, organizationId, spec)
    if (versionId === undefined) return undefined
    const known = this.#texts.get(versionId)
    if (known) return known
    const json = await this.#specs.textsOf(on, versionId)
    if (json === undefined) return undefined
    // Written by `textsOf` when the version was made.
    const texts = JSON.parse(json) as DescriptionTexts
    this.#texts.set(versionId, texts, { size: json.length * 2 + 1000 })
    return texts
  }
}
