import type { OpenAPIDocument } from '@verso/site'
import type { FileDescriptions, SourceDescriptions, Wanted } from '../openapi/index.ts'
import type { SpecStates } from './specs.ts'

/** A space as readers meet it in a site. */
export interface SpaceOfSite {
  id: string
  organizationId: string
}

/** A description that a page shows something of: what, and where it is. */
export interface PageSource {
  /** The reference, as `JSON.stringify` writes it. */
  key: string
  at: { url: string } | { blob: string; size: number }
  wanted: Wanted
}

/** What was found of the descriptions that a document names by files and addresses. */
export interface FoundSources {
  /** By references. */
  documents: ReadonlyMap<string, OpenAPIDocument>
  /** The states of those at addresses, which change without the page. What a file says does not. */
  states: SpecStates
  /** Whether there is nothing more to come for what the page is made from. */
  complete: boolean
}

/** Finds what pages show of descriptions in files and at addresses. */
export interface SourceFinder {
  find(space: SpaceOfSite, sources: readonly PageSource[]): Promise<FoundSources>
}

interface PageSourcesDependencies {
  files: FileDescriptions
  sources: SourceDescriptions
}

export class PageSources implements SourceFinder {
  readonly #deps: PageSourcesDependencies

  constructor(deps: PageSourcesDependencies) {
    this.#deps = deps
  }

  /** The states of some addresses; an empty one for what was never read. */
  async states(space: SpaceOfSite, urls: Iterable<string>): Promise<SpecStates> {
    const all = [...urls]
    const found = await this.#deps.sources.states(space, all)
    return new Map(all.map((url) => [url, found.get(url) ?? '']))
  }

  async find(space: SpaceOfSite, sources: readonly PageSource[]): Promise<FoundSources> {
    const urls = sources.flatMap(({ at }) => ('url' in at ? [at.url] : []))
    const states = await this.states(space, urls)
    const documents = new Map<string, OpenAPIDocument>()
    let complete = true
    for (const { key, at, wanted } of sources) {
      if ('url' in at) {
        const state = states.get(at.url) ?? ''
        const said =
          state === '' ? undefined : await this.#deps.sources.parts(space.id, at.url, state, wanted)
        if (said) documents.set(key, said)
      } else {
        const said = await this.#deps.files.parts(at, wanted)
        if (said === 'later') complete = false
        else if (said.parts) documents.set(key, said.parts)
      }
    }
    return { documents, states, complete }
  }
}
