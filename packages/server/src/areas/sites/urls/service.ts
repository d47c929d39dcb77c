import { requireAccess } from '../../../access/require-access.ts'
import type { Caller } from '../../../access/admission.ts'
import { parseDraftPath } from '../../../audience/drafts.ts'
import { Invalid, NotFound } from '../../../common/errors.ts'
import type { Urls } from '../../../common/urls.ts'
import type { Database } from '../../../database/database.ts'
import {
  type ChangeRequestService,
  type CollectionService,
  type RevisionService,
  type RevisionScope,
  type SpaceService,
  type SpaceDetails,
  spaceDetails,
  type SpaceWithDetails,
} from '../../content/index.ts'
import type { RendererService } from '../renderer-api/service.ts'
import type { UrlRepository } from './repository.ts'
import type { ContentLookup, ContentQuery, Subdomain } from './schema.ts'

/** The ids in a URL of the console, by the segment before them: `/app/spaces/{id}/pages/{id}` and the like. */
interface ConsolePath {
  collections?: string
  spaces?: string
  'change-requests'?: string
  revisions?: string
  pages?: string
}

type PageKey = { id: string } | { path: string }

const subdomainPattern = /^[a-z0-9][a-z0-9-]{1,30}[a-z0-9]$/

interface UrlServiceDependencies {
  database: Database
  repository: UrlRepository
  urls: Urls
  collections: CollectionService
  spaces: SpaceService
  changeRequests: ChangeRequestService
  revisions: RevisionService
  renderer: RendererService
}

/** Finds the content of a URL, of the console or of a published site. */
export class UrlService {
  readonly #deps: UrlServiceDependencies

  constructor(deps: UrlServiceDependencies) {
    this.#deps = deps
  }

  /** The content of a URL, if the caller may see it in the organization. Whether it is published does not matter. */
  async getContent(caller: Caller, { url }: ContentQuery): Promise<ContentLookup> {
    const path = parseConsoleUrl(this.#deps.urls, url)
    if (!path) return this.#getPublishedContent(caller, url)
    if (path.collections !== undefined) {
      const collection = await requireAccess<'collection'>(
        this.#deps.database,
        caller,
        'collection.view',
        path.collections,
      )
      return { collection: this.#deps.collections.get(collection) }
    }
    if (path.spaces === undefined) throw new NotFound('content at', url)
    const space = await this.#requireSpace(caller, path.spaces)
    const { 'change-requests': changeRequest, revisions: revision, pages: id } = path
    return this.#presentSpaceContent(
      space,
      { changeRequest, revision },
      id === undefined ? undefined : { id },
    )
  }

  async getSubdomain(caller: Caller, subdomain: string): Promise<Subdomain> {
    if (!subdomainPattern.test(subdomain)) {
      throw new Invalid('params.subdomain must be 3 to 32 lower-case letters, digits and inner hyphens.')
    }
    const row = await this.#deps.repository.findSubdomain(this.#deps.database, subdomain, caller.userId)
    if (!row) throw new NotFound('subdomain', subdomain)
    const { organization, isActive } = row
    return { object: 'subdomain', subdomain, target: { type: 'organization', organization }, isActive }
  }

  async #getPublishedContent(caller: Caller, url: string): Promise<ContentLookup> {
    const location = await this.#deps.renderer.locateSpace(url)
    if (!location) throw new NotFound('content at', url)
    const space = await this.#requireSpace(caller, location.spaceId)
    // A preview URL names a draft, which the caller may see if they may see the space: that was checked above.
    const { draft, rest } = parseDraftPath(location.path) ?? { rest: location.path }
    const draftIds = draft && { [draft.kind === 'revision' ? 'revision' : 'changeRequest']: draft.name }
    return this.#presentSpaceContent(
      space,
      { ...draftIds },
      rest.length === 0 ? undefined : { path: rest.join('/') },
    )
  }

  #requireSpace(caller: Caller, id: string): Promise<SpaceWithDetails> {
    return requireAccess<'space', SpaceDetails>(this.#deps.database, caller, 'space.view', id, spaceDetails)
  }

  async #presentSpaceContent(
    space: SpaceWithDetails,
    draftIds: { changeRequest?: string | undefined; revision?: string | undefined },
    page: PageKey | undefined,
  ): Promise<ContentLookup> {
    const changeRequest =
      draftIds.changeRequest === undefined
        ? undefined
        : await this.#deps.changeRequests.get(space, draftIds.changeRequest)
    const scope: RevisionScope = changeRequest
      ? { of: 'change-request', changeRequestId: changeRequest.id }
      : draftIds.revision === undefined
        ? { of: 'space' }
        : { of: 'revision', revisionId: draftIds.revision }
    return {
      space: this.#deps.spaces.get(space),
      ...(changeRequest && { changeRequest }),
      ...(page && { page: await this.#deps.revisions.getPageFields(space, scope, page) }),
    }
  }
}

/** Undefined for a URL that is not the console's. */
function parseConsoleUrl({ base }: Urls, text: string): ConsolePath | undefined {
  const url = URL.parse(text)
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    throw new Invalid('query.url must be an http or https URL.')
  }
  const console = new URL(`${base}/app/`)
  if (url.host !== console.host || !url.pathname.startsWith(console.pathname)) return undefined
  const segments = url.pathname.slice(console.pathname.length).split('/').filter(Boolean)
  const path: ConsolePath = {}
  for (const [index, segment] of segments.entries()) {
    const value = segments[index + 1]
    if (index % 2 === 0 && isSegmentName(segment) && value !== undefined) path[segment] = value
  }
  return path
}

const segmentNames: Record<keyof ConsolePath, true> = {
  collections: true,
  spaces: true,
  'change-requests': true,
  revisions: true,
  pages: true,
}

const isSegmentName = (segment: string): segment is keyof ConsolePath => Object.hasOwn(segmentNames, segment)
