import { type ContentRef, type Document, headings, references as refsOf } from '@verso/markdown'
import type { File, RevisionView } from '@verso/revisions'
import { noReferences, type References, type ResolvedFile, type ResolvedLink } from '@verso/site'
import type { Claims } from '../../audience/claims.ts'
import type { Urls } from '../../common/urls.ts'
import type { Content } from '../content/index.ts'
import type { Queryable } from '../../database/database.ts'
import { publishedPath, type SpecDescriptions } from '../openapi/index.ts'
import type { SitePaths } from './address.ts'
import { findPeople, type People, peopleIn } from './people.ts'
import type { Place, PublishedSite } from './site.ts'
import type { FoundSources, PageSource, SourceFinder, SpaceOfSite } from './sources.ts'
import { readSpecs, sourcesIn, specsIn, specSnippets, type SpecStates } from './specs.ts'
import { type ShownPage, type SpaceIndex, type SpaceIndexes, titleOf } from './space-index.ts'

/** What a document is rendered for: one visitor, at one place of a site. */
export interface Reading {
  site: PublishedSite
  place: Place
  paths: SitePaths
  claims: Claims
  index: SpaceIndex
  view: RevisionView
}

/** References that were found. */
export interface Found extends References {
  /** Whom they name: what people are called changes without the page. */
  people: People
  /** The specs it names, and the states they are in: those change without the page too. */
  specs: SpecStates
  /** The same of descriptions at addresses. */
  sources: SpecStates
  /** Samples of what is shown of specs. */
  snippets: ReturnType<typeof specSnippets>
  /** Whether everything is there that will be for the same content. */
  complete: boolean
}

interface ReferenceFinderDependencies {
  content: Content
  indexes: SpaceIndexes
  descriptions: SpecDescriptions
  sources: SourceFinder
  urls: Urls
}

/** Finds what documents refer to, before they are rendered: what is in this site, and for this visitor. */
export class ReferenceFinder {
  readonly #deps: ReferenceFinderDependencies

  constructor(deps: ReferenceFinderDependencies) {
    this.#deps = deps
  }

  /** @param described whether descriptions of APIs are wanted too. */
  async find(
    on: Queryable,
    reading: Reading,
    document: Document,
    page: ShownPage,
    { described = false }: { described?: boolean } = {},
  ): Promise<Found> {
    const known = new Map<string, ContentRef>()
    for (const { ref } of refsOf(document)) known.set(JSON.stringify(ref), ref)
    const titles = new Map(headings(document).map(({ anchor, title }) => [anchor, title]))
    return this.resolve(on, reading, [...known.values()], {
      page,
      titles,
      ...(described && { document }),
    })
  }

  async resolve(
    on: Queryable,
    reading: Reading,
    refs: readonly ContentRef[],
    {
      page,
      titles = new Map(),
      document,
    }: {
      page?: ShownPage
      /** Of the page's own sections, by their anchors. */
      titles?: ReadonlyMap<string, string>
      /** Whose descriptions of APIs are wanted. */
      document?: Document
    } = {},
  ): Promise<Found> {
    const links = new Map<string, ResolvedLink>()
    const files = new Map<string, ResolvedFile>()
    const people = await findPeople(on, reading.site.facts.organizationId, peopleIn(refs))
    const named = refs.flatMap((ref) => (ref.kind === 'openapi' ? [ref.spec] : []))
    const { organizationId } = reading.site.facts
    const specs =
      named.length === 0 ? new Map() : await this.#deps.descriptions.states(on, organizationId, named)
    const documents = await readSpecs(
      on,
      this.#deps.descriptions,
      organizationId,
      document ? specsIn(document) : new Map(),
    )
    const sources = await this.#findSources(on, reading, document)
    const openapi: References['openapi'] = (ref) =>
      ref.kind === 'openapi' ? documents.get(ref.spec) : sources.documents.get(JSON.stringify(ref))
    for (const ref of refs) {
      const key = JSON.stringify(ref)
      const link =
        ref.kind === 'openapi'
          ? this.#specLink(ref.spec, specs.get(ref.spec))
          : await this.#link(on, reading, ref, page, titles)
      if (link) links.set(key, link)
      const file = ref.kind === 'file' ? await this.#file(on, reading, ref) : undefined
      if (file) files.set(key, file)
    }
    return {
      ...noReferences,
      link: (ref) => links.get(JSON.stringify(ref)),
      file: (ref) =>
        ref.kind === 'url' ? { href: ref.url, name: nameIn(ref.url) } : files.get(JSON.stringify(ref)),
      tag: (ref) => ({ label: ref.tag }),
      user: (id) => {
        const displayName = people.get(id)
        return displayName === undefined ? undefined : { displayName }
      },
      people,
      openapi,
      specs: new Map(named.map((spec) => [spec, specs.get(spec) ?? ''])),
      sources: sources.states,
      snippets: document ? specSnippets(document, openapi) : [],
      complete: sources.complete,
    }
  }

  async #findSources(on: Queryable, reading: Reading, document: Document | undefined): Promise<FoundSources> {
    const sources: PageSource[] = []
    for (const [key, { ref, wanted }] of document ? sourcesIn(document) : []) {
      if (ref.kind === 'url') sources.push({ key, at: { url: ref.url }, wanted })
      else {
        const found = await this.#findFile(on, reading, ref)
        if (found) sources.push({ key, at: { blob: found.file.blob, size: found.file.size }, wanted })
      }
    }
    if (sources.length === 0) return { documents: new Map(), states: new Map(), complete: true }
    return this.#deps.sources.find(spaceOf(reading), sources)
  }

  /** To the description itself, where it is for everyone. */
  #specLink(spec: string, state: string | undefined): ResolvedLink | undefined {
    const [visibility, id = ''] = state?.split(' ') ?? []
    if (visibility !== 'public') return undefined
    return { href: this.#deps.urls.at(publishedPath(id)), title: spec, icon: 'code' }
  }

  async #link(
    on: Queryable,
    reading: Reading,
    ref: ContentRef,
    page: ShownPage | undefined,
    titles: ReadonlyMap<string, string>,
  ): Promise<ResolvedLink | undefined> {
    switch (ref.kind) {
      case 'url':
        return { href: ref.url, title: ref.url }
      case 'page': {
        const found = await this.#page(on, reading, ref.page, ref.space)
        return found && linkTo(reading, found)
      }
      case 'anchor': {
        const hash = `#${encodeURIComponent(ref.anchor)}`
        if (ref.page === undefined) {
          return { href: hash, title: titles.get(ref.anchor) ?? page?.page.fields.title ?? ref.anchor }
        }
        const found = await this.#page(on, reading, ref.page, ref.space)
        if (!found) return undefined
        const link = linkTo(reading, found)
        return { ...link, href: `${link.href}${hash}` }
      }
      case 'space': {
        const place = placeOf(reading, ref.space)
        return (
          place && { href: reading.paths.place(place), title: place.section?.title ?? place.siteSpace.title }
        )
      }
      case 'file': {
        const file = await this.#file(on, reading, ref)
        return file && { href: file.href, title: file.name, icon: 'file' }
      }
      default:
        return undefined
    }
  }

  async #page(on: Queryable, reading: Reading, id: string, spaceId: string | undefined) {
    if (spaceId === undefined || spaceId === reading.place.siteSpace.spaceId) {
      const shown = reading.index.readable(id)
      return shown && { place: reading.place, shown }
    }
    const place = placeOf(reading, spaceId)
    if (!place) return undefined
    const view = this.#deps.content.view(on, rootOf(place))
    const shown = (await this.#deps.indexes.of(view, reading.claims)).readable(id)
    return shown && { place, shown }
  }

  async #file(
    on: Queryable,
    reading: Reading,
    ref: { file: string; space?: string },
  ): Promise<ResolvedFile | undefined> {
    const found = await this.#findFile(on, reading, ref)
    return found && fileAt(reading.paths, found.place, found.file)
  }

  /** A file of this space, or of another that this visitor sees in the site. */
  async #findFile(
    on: Queryable,
    reading: Reading,
    { file: id, space }: { file: string; space?: string },
  ): Promise<{ place: Place; file: File } | undefined> {
    const own = space === undefined || space === reading.place.siteSpace.spaceId
    const place = own ? reading.place : placeOf(reading, space)
    if (!place) return undefined
    const view = own ? reading.view : this.#deps.content.view(on, rootOf(place))
    const file = await view.file(id)
    return file && { place, file }
  }
}

/** The space that a document is read in. */
export const spaceOf = ({ place, site }: Reading): SpaceOfSite => ({
  id: place.siteSpace.spaceId,
  organizationId: site.facts.organizationId,
})

/** The hash of a place's content as the packages have it. */
export const rootOf = ({ siteSpace }: Place): string =>
  Buffer.from(siteSpace.root, 'hex').toString('base64url')

/** The place at which this visitor finds a space, if there is one. */
function placeOf({ site, claims, place }: Reading, spaceId: string): Place | undefined {
  if (place.siteSpace.spaceId === spaceId) return place
  return site.places(claims).find(({ siteSpace }) => siteSpace.spaceId === spaceId)
}

function linkTo(
  { paths, place: here }: Reading,
  { place, shown }: { place: Place; shown: ShownPage },
): ResolvedLink {
  const { description, icon, emoji } = shown.page.fields
  return {
    href: paths.page(place, shown),
    title: titleOf(shown.page),
    ...(place !== here && { context: place.section?.title ?? place.siteSpace.title }),
    ...(description !== undefined && { description }),
    ...(icon !== undefined && { icon }),
    ...(emoji !== undefined && { emoji }),
  }
}

function fileAt(paths: SitePaths, place: Place, file: File): ResolvedFile {
  return {
    href: paths.file(place.siteSpace.spaceId, file),
    name: file.name,
    size: file.size,
    contentType: file.contentType,
    ...(file.dimensions && { width: file.dimensions.width, height: file.dimensions.height }),
  }
}

const nameIn = (url: string): string => {
  const last = URL.parse(url)?.pathname.split('/').at(-1)
  return last === undefined || last === '' ? url : safeDecode(last)
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
