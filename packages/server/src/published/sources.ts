import type { Document, MediaRef } from '@verso/markdown'
import type { File } from '@verso/revisions'
import type { OpenAPIDocument } from '@verso/site'
import type { FileDescriptions } from '../resources/openapi-specs/file-descriptions.ts'
import type { SourceDescriptions } from '../resources/openapi-specs/sources.ts'
import { sourcesIn, type SpecStates } from './specs.ts'

/** A space as readers meet it in a site. */
export interface SpaceOfSite {
  id: string
  organizationId: string
}

/** What was found of the descriptions that a document names by files and addresses. */
export interface FoundSources {
  of(ref: MediaRef): OpenAPIDocument | undefined
  /** The states of those at addresses, which change without the page. What a file says does not. */
  states: SpecStates
  /** Whether there is nothing more to come for what the page is made from. */
  complete: boolean
}

/** Finds what documents show of descriptions in files and at addresses. */
export class PageSources {
  readonly #files: FileDescriptions
  readonly #sources: SourceDescriptions

  constructor(parts: { files: FileDescriptions; sources: SourceDescriptions }) {
    this.#files = parts.files
    this.#sources = parts.sources
  }

  /** The states of some addresses; an empty one for what was never read. */
  async states(space: SpaceOfSite, urls: Iterable<string>): Promise<SpecStates> {
    const all = [...urls]
    const found = await this.#sources.states(space, all)
    return new Map(all.map((url) => [url, found.get(url) ?? '']))
  }

  /** @param fileOf a file as this visitor may read it. */
  async read(
    space: SpaceOfSite,
    document: Document,
    fileOf: (ref: Extract<MediaRef, { kind: 'file' }>) => Promise<File | undefined>,
  ): Promise<FoundSources> {
    const wanted = sourcesIn(document)
    const urls = [...wanted.values()].flatMap(({ ref }) => (ref.kind === 'url' ? [ref.url] : []))
    const states = await this.states(space, urls)
    const found = new Map<string, OpenAPIDocument>()
    let complete = true
    for (const [key, { ref, wanted: parts }] of wanted) {
      if (ref.kind === 'url') {
        const state = states.get(ref.url) ?? ''
        const said = state === '' ? undefined : await this.#sources.parts(space.id, ref.url, state, parts)
        if (said) found.set(key, said)
      } else {
        const file = await fileOf(ref)
        const said = file && (await this.#files.parts(file, parts))
        if (said === 'later') complete = false
        else if (said?.parts) found.set(key, said.parts)
      }
    }
    return { of: (ref) => found.get(JSON.stringify(ref)), states, complete }
  }
}
