import { decodeUri } from '../../common/decode-uri.ts'
import { type ContentRef, type Document, listHeadings, listReferences as refsOf } from '@verso/markdown'
import type { FileEntry, RevisionView } from '@verso/revisions'
import { urlOnlyReferences, type PageReferences, type ResolvedFile, type ResolvedLink } from '@verso/site'
import type { Claims } from '../../audience/claims.ts'
import type { Urls } from '../../common/urls.ts'
import { listPictureWidths, type RevisionStore } from '../content/index.ts'
import type { Queryable } from '../../database/database.ts'
import {
  collectSources,
  collectSpecs,
  collectSpecSnippets,
  loadSpecs,
  makePublishedSpecPath,
  type SpecDescriptions,
  type SpecScope,
  type SpecStates,
} from '../openapi/index.ts'
import { collectUserIds, findNamedUsers, type NamedUsers } from '../organizations/index.ts'
import type { ClaimRecorder } from './claim-dependencies.ts'
import { nameLocation } from './localized-titles.ts'
import type { SitePaths } from './site-paths.ts'
import type { SiteLocation, PublishedSite } from './published-site.ts'
import type { LoadedSources, OpenAPISource, OpenAPISourceLoader, SpaceScope } from './openapi-sources.ts'
import { type PageEntry, type PageIndex, type PageIndexCache, getNavigationTitle } from './page-index.ts'

/** What a document is rendered for: one visitor, at one location of a site. */
export interface RenderContext {
  site: PublishedSite
  location: SiteLocation
  paths: SitePaths
  claims: Claims
  index: PageIndex
  view: RevisionView
  /** Records what is asked about the visitor, for the cache. */
  recorder?: ClaimRecorder
}

/** The resolved references of a document. */
export interface SiteReferences extends PageReferences {
  /** The names of users whom the document mentions. They change without the page. */
  namedUsers: NamedUsers
  /** The states of the OpenAPI specs that it names. They change without the page. */
  specStates: SpecStates
  /** The states of OpenAPI descriptions at URLs. They change without the page. */
  sourceStates: SpecStates
  /** Code samples of the operations that it shows. */
  snippets: ReturnType<typeof collectSpecSnippets>
  /** False while a description is still being read: the page must not be cached then. */
  isComplete: boolean
}

interface SiteReferenceResolverDependencies {
  revisionStore: RevisionStore
  indexes: PageIndexCache
  descriptions: SpecDescriptions
  sources: OpenAPISourceLoader
  urls: Urls
}

/** Resolves the references of documents before they are rendered, to what this visitor sees in this site. */
export class SiteReferenceResolver {
  readonly #deps: SiteReferenceResolverDependencies

  constructor(deps: SiteReferenceResolverDependencies) {
    this.#deps = deps
  }

  /** @param withOpenAPI whether to load the OpenAPI descriptions that the document shows too. */
  async resolveDocument(
    on: Queryable,
    context: RenderContext,
    document: Document,
    page: PageEntry,
    { withOpenAPI = false }: { withOpenAPI?: boolean } = {},
  ): Promise<SiteReferences> {
    const refs = new Map<string, ContentRef>()
    for (const { ref } of refsOf(document)) refs.set(JSON.stringify(ref), ref)
    const titles = new Map(listHeadings(document).map(({ anchor, title }) => [anchor, title]))
    return this.resolveReferences(on, context, [...refs.values()], {
      page,
      titles,
      ...(withOpenAPI && { document }),
    })
  }

  async resolveReferences(
    on: Queryable,
    context: RenderContext,
    refs: readonly ContentRef[],
    {
      page,
      titles = new Map(),
      document,
    }: {
      page?: PageEntry
      /** The titles of the sections of the page, by their anchors. */
      titles?: ReadonlyMap<string, string>
      /** The document whose OpenAPI descriptions are to be loaded. */
      document?: Document
    } = {},
  ): Promise<SiteReferences> {
    const links = new Map<string, ResolvedLink>()
    const files = new Map<string, ResolvedFile>()
    const namedUsers = await findNamedUsers(on, context.site.data.organizationId, collectUserIds(refs))
    const specNames = refs.flatMap((ref) => (ref.kind === 'openapi' ? [ref.spec] : []))
    const specScope = getSpecScope(context)
    const specStates =
      specNames.length === 0 ? new Map() : await this.#deps.descriptions.loadStates(on, specScope, specNames)
    const documents = await loadSpecs(
      on,
      this.#deps.descriptions,
      specScope,
      document ? collectSpecs(document) : new Map(),
    )
    const sources = await this.#loadSources(on, context, document)
    const resolveOpenAPI: PageReferences['resolveOpenAPI'] = (ref) =>
      ref.kind === 'openapi' ? documents.get(ref.spec) : sources.documents.get(JSON.stringify(ref))
    for (const ref of refs) {
      const key = JSON.stringify(ref)
      const link =
        ref.kind === 'openapi'
          ? this.#resolveSpecLink(ref.spec, specStates.get(ref.spec))
          : await this.#resolveLink(on, context, ref, page, titles)
      if (link) links.set(key, link)
      const file = ref.kind === 'file' ? await this.#resolveFile(on, context, ref) : undefined
      if (file) files.set(key, file)
    }
    return {
      ...urlOnlyReferences,
      resolveLink: (ref) => links.get(JSON.stringify(ref)),
      resolveFile: (ref) =>
        ref.kind === 'url' ? { href: ref.url, name: readFileName(ref.url) } : files.get(JSON.stringify(ref)),
      resolveTag: (ref) => ({ label: ref.tag }),
      resolveUser: (id) => namedUsers.get(id),
      namedUsers,
      resolveOpenAPI,
      specStates: new Map(specNames.map((spec) => [spec, specStates.get(spec) ?? ''])),
      sourceStates: sources.states,
      snippets: document ? collectSpecSnippets(document, resolveOpenAPI) : [],
      isComplete: sources.isComplete,
    }
  }

  async #loadSources(
    on: Queryable,
    context: RenderContext,
    document: Document | undefined,
  ): Promise<LoadedSources> {
    const sources: OpenAPISource[] = []
    for (const [key, { ref, selection }] of document ? collectSources(document) : []) {
      if (ref.kind === 'url') sources.push({ key, origin: { url: ref.url }, selection })
      else {
        const match = await this.#findFile(on, context, ref)
        if (match) sources.push({ key, origin: { blob: match.file.blob, size: match.file.size }, selection })
      }
    }
    if (sources.length === 0) return { documents: new Map(), states: new Map(), isComplete: true }
    return this.#deps.sources.loadSources(getSpaceScope(context), sources)
  }

  /** A link to the spec itself, if it is public. */
  #resolveSpecLink(spec: string, state: string | undefined): ResolvedLink | undefined {
    const [visibility, id = ''] = state?.split(' ') ?? []
    if (visibility !== 'public') return undefined
    return { href: this.#deps.urls.at(makePublishedSpecPath(id)), title: spec, icon: 'code' }
  }

  async #resolveLink(
    on: Queryable,
    context: RenderContext,
    ref: ContentRef,
    page: PageEntry | undefined,
    titles: ReadonlyMap<string, string>,
  ): Promise<ResolvedLink | undefined> {
    switch (ref.kind) {
      case 'url':
        return { href: ref.url, title: ref.url }
      case 'page': {
        const target = await this.#findPage(on, context, ref.page, ref.space)
        return target && createLink(context, target)
      }
      case 'anchor': {
        const hash = `#${encodeURIComponent(ref.anchor)}`
        if (ref.page === undefined) {
          return { href: hash, title: titles.get(ref.anchor) ?? page?.page.fields.title ?? ref.anchor }
        }
        const target = await this.#findPage(on, context, ref.page, ref.space)
        if (!target) return undefined
        const link = createLink(context, target)
        return { ...link, href: `${link.href}${hash}` }
      }
      case 'space': {
        const location = findLocation(context, ref.space)
        return (
          location && {
            href: context.paths.buildLocationPath(location),
            title: nameLocation(location, context.location.siteSpace.language),
          }
        )
      }
      case 'file': {
        const file = await this.#resolveFile(on, context, ref)
        return file && { href: file.href, title: file.name, icon: 'file' }
      }
      default:
        return undefined
    }
  }

  async #findPage(on: Queryable, context: RenderContext, id: string, spaceId: string | undefined) {
    if (spaceId === undefined || spaceId === context.location.siteSpace.spaceId) {
      const entry = context.index.findReadable(id)
      return entry && { location: context.location, entry }
    }
    const location = findLocation(context, spaceId)
    if (!location) return undefined
    const view = this.#deps.revisionStore.createView(on, getRootHash(location))
    const index = await this.#deps.indexes.getIndex(view, context.claims)
    context.recorder?.addTreeConditions(index.conditions)
    const entry = index.findReadable(id)
    return entry && { location, entry }
  }

  async #resolveFile(
    on: Queryable,
    context: RenderContext,
    ref: { file: string; space?: string },
  ): Promise<ResolvedFile | undefined> {
    const match = await this.#findFile(on, context, ref)
    return match && createResolvedFile(context.paths, match.location, match.file)
  }

  /** A file of this space, or of another space that this visitor sees in the site. */
  async #findFile(
    on: Queryable,
    context: RenderContext,
    { file: id, space }: { file: string; space?: string },
  ): Promise<{ location: SiteLocation; file: FileEntry } | undefined> {
    const isOwn = space === undefined || space === context.location.siteSpace.spaceId
    const location = isOwn ? context.location : findLocation(context, space)
    if (!location) return undefined
    const view = isOwn ? context.view : this.#deps.revisionStore.createView(on, getRootHash(location))
    const file = await view.findFile(id)
    return file && { location, file }
  }
}

/** The space of a context, and its organization. */
export const getSpaceScope = ({ location, site }: RenderContext): SpaceScope => ({
  id: location.siteSpace.spaceId,
  organizationId: site.data.organizationId,
})

/** A page shows the specs that its space may show. */
export const getSpecScope = ({ location, site }: RenderContext): SpecScope => ({
  spaceId: location.siteSpace.spaceId,
  organizationId: site.data.organizationId,
})

/** The hash of a location's content, encoded as `RevisionView` expects it. */
export const getRootHash = ({ siteSpace }: SiteLocation): string =>
  Buffer.from(siteSpace.root, 'hex').toString('base64url')

/** The location of a space that this visitor sees, if there is one. */
function findLocation({ site, claims, location }: RenderContext, spaceId: string): SiteLocation | undefined {
  if (location.siteSpace.spaceId === spaceId) return location
  return site.listLocations(claims).find(({ siteSpace }) => siteSpace.spaceId === spaceId)
}

function createLink(
  { paths, location: currentLocation }: RenderContext,
  { location, entry }: { location: SiteLocation; entry: PageEntry },
): ResolvedLink {
  const { description, icon, emoji } = entry.page.fields
  return {
    href: paths.buildPagePath(location, entry),
    title: getNavigationTitle(entry.page),
    ...(location !== currentLocation && {
      context: nameLocation(location, currentLocation.siteSpace.language),
    }),
    ...(description !== undefined && { description }),
    ...(icon !== undefined && { icon }),
    ...(emoji !== undefined && { emoji }),
  }
}

function createResolvedFile(paths: SitePaths, location: SiteLocation, file: FileEntry): ResolvedFile {
  const href = paths.buildFilePath(location.siteSpace.spaceId, file)
  const narrowVersions = listPictureWidths(file).map((width) => ({ href: `${href}?width=${width}`, width }))
  return {
    href,
    name: file.name,
    size: file.size,
    contentType: file.contentType,
    ...(file.dimensions && { width: file.dimensions.width, height: file.dimensions.height }),
    ...(narrowVersions.length > 0 && { narrowVersions }),
  }
}

const readFileName = (url: string): string => {
  const last = URL.parse(url)?.pathname.split('/').at(-1)
  return last === undefined || last === '' ? url : decodeUri(last)
}
