import type { OpenAPIDocument } from '@verso/site'
import type { FileDescriptions, SourceDescriptions, PartSelection, SpecStates } from '../openapi/index.ts'

/** The space whose page uses a description, and its organization. */
export interface SpaceScope {
  id: string
  organizationId: string
}

/** An OpenAPI description that a page uses, and the parts that it shows. */
export interface OpenAPISource {
  /** The reference, as `JSON.stringify` writes it. */
  key: string
  origin: { url: string } | { blob: string; size: number }
  selection: PartSelection
}

/** The descriptions that a document refers to by files and URLs. */
export interface LoadedSources {
  /** By the keys of their sources. */
  documents: ReadonlyMap<string, OpenAPIDocument>
  /** The states of those at URLs, which change without the page. Files never change. */
  states: SpecStates
  /** False while a description is still being read: the page must not be cached then. */
  isComplete: boolean
}

/** Loads the parts of OpenAPI descriptions, in files and at URLs, that pages show. */
export interface OpenAPISourceLoader {
  loadSources(space: SpaceScope, sources: readonly OpenAPISource[]): Promise<LoadedSources>
}

interface StoredSourceLoaderDependencies {
  files: FileDescriptions
  sources: SourceDescriptions
}

export class StoredSourceLoader implements OpenAPISourceLoader {
  readonly #deps: StoredSourceLoaderDependencies

  constructor(deps: StoredSourceLoaderDependencies) {
    this.#deps = deps
  }

  /** The states of descriptions at URLs; an empty text for one that was never read. */
  async findStates(space: SpaceScope, urls: Iterable<string>): Promise<SpecStates> {
    const urlList = [...urls]
    const knownStates = await this.#deps.sources.loadStates(space, urlList)
    return new Map(urlList.map((url) => [url, knownStates.get(url) ?? '']))
  }

  async loadSources(space: SpaceScope, sources: readonly OpenAPISource[]): Promise<LoadedSources> {
    const urls = sources.flatMap(({ origin }) => ('url' in origin ? [origin.url] : []))
    const states = await this.findStates(space, urls)
    const documents = new Map<string, OpenAPIDocument>()
    let isComplete = true
    for (const { key, origin, selection } of sources) {
      if ('url' in origin) {
        const state = states.get(origin.url) ?? ''
        const parts =
          state === ''
            ? undefined
            : await this.#deps.sources.loadParts(space.id, origin.url, state, selection)
        if (parts) documents.set(key, parts)
      } else {
        const result = await this.#deps.files.loadParts(origin, selection)
        if (result === 'later') isComplete = false
        else if (result.parts) documents.set(key, result.parts)
      }
    }
    return { documents, states, isComplete }
  }
}
