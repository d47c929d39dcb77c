import { requireAccess } from '../../../access/require-access.ts'
import type { Caller } from '../../../access/admission.ts'
import type { Subjects } from '../../../access/subjects.ts'
import { parseDraftPath } from '../../../audience/drafts.ts'
import { Invalid, NotFound } from '../../../common/errors.ts'
import type { Urls } from '../../../common/urls.ts'
import { type Database, sql } from '../../../database/database.ts'
import type {
  ChangeRequestService,
  CollectionService,
  RevisionService,
  RevisionScope,
  SpaceService,
} from '../../content/index.ts'
import type { RendererService } from '../renderer-api/service.ts'
import type { ContentLookup, ContentQuery, Subdomain } from './schema.ts'

/** What an address of the console names, segment by segment: `/app/spaces/{id}/pages/{id}` and the like. */
interface ConsolePath {
  collections?: string
  spaces?: string
  'change-requests'?: string
  revisions?: string
  pages?: string
}

type PageName = { id: string } | { path: string }

const subdomainPattern = /^[a-z0-9][a-z0-9-]{1,30}[a-z0-9]$/

interface UrlServiceDependencies {
  database: Database
  urls: Urls
  collections: CollectionService
  spaces: SpaceService
  changeRequests: ChangeRequestService
  revisions: RevisionService
  renderer: RendererService
}

/** From addresses that people have to what they stand for. */
export class UrlService {
  readonly #deps: UrlServiceDependencies

  constructor(deps: UrlServiceDependencies) {
    this.#deps = deps
  }

  /** What it leads to, if the caller may see that in the organization: being published makes no difference here. */
  async getContent(caller: Caller, { url }: ContentQuery): Promise<ContentLookup> {
    const path = consolePath(this.#deps.urls, url)
    if (!path) return this.#publishedContent(caller, url)
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
    const space = await requireAccess<'space'>(this.#deps.database, caller, 'space.view', path.spaces)
    const { 'change-requests': changeRequest, revisions: revision, pages: id } = path
    return this.#inSpace(space, { changeRequest, revision }, id === undefined ? undefined : { id })
  }

  async getSubdomain(caller: Caller, subdomain: string): Promise<Subdomain> {
    if (!subdomainPattern.test(subdomain)) {
      throw new Invalid('params.subdomain must be 3 to 32 lower-case letters, digits and inner hyphens.')
    }
    const row = await this.#deps.database.row<{ organization: string; isActive: boolean }>(sql`
      select o.id as organization,
        exists (select from sites s where s.organization_id = o.id and s.published) as "isActive"
      from organizations o
      join members m on m.organization_id = o.id and m.user_id = ${caller.userId} and not m.disabled
      where o.hostname = ${subdomain}`)
    if (!row) throw new NotFound('subdomain', subdomain)
    const { organization, isActive } = row
    return { object: 'subdomain', subdomain, target: { type: 'organization', organization }, isActive }
  }

  async #publishedContent(caller: Caller, url: string): Promise<ContentLookup> {
    const place = await this.#deps.renderer.locateSpace(url)
    if (!place) throw new NotFound('content at', url)
    const space = await requireAccess<'space'>(this.#deps.database, caller, 'space.view', place.spaceId)
    // What is behind the address of a preview is told to those who may read it in the organization, as all of this is.
    const { draft, rest } = parseDraftPath(place.path) ?? { rest: place.path }
    const named = draft && { [draft.kind === 'revision' ? 'revision' : 'changeRequest']: draft.name }
    return this.#inSpace(space, { ...named }, rest.length === 0 ? undefined : { path: rest.join('/') })
  }

  async #inSpace(
    space: Subjects['space'],
    named: { changeRequest?: string | undefined; revision?: string | undefined },
    page: PageName | undefined,
  ): Promise<ContentLookup> {
    const changeRequest =
      named.changeRequest === undefined
        ? undefined
        : await this.#deps.changeRequests.get(space, named.changeRequest)
    const scope: RevisionScope = changeRequest
      ? { of: 'change-request', changeRequestId: changeRequest.id }
      : named.revision === undefined
        ? { of: 'space' }
        : { of: 'revision', revisionId: named.revision }
    return {
      space: this.#deps.spaces.get(space),
      ...(changeRequest && { changeRequest }),
      ...(page && { page: await this.#page(space, scope, page) }),
    }
  }

  /** The page itself, without its text. */
  async #page(space: Subjects['space'], scope: RevisionScope, page: PageName) {
    const { document: _document, ...found } =
      'id' in page
        ? await this.#deps.revisions.getPage(space, scope, page.id, {})
        : await this.#deps.revisions.getPageByPath(space, scope, page.path, {})
    return found
  }
}

/** Undefined for an address that is not the console's. */
function consolePath({ base }: Urls, text: string): ConsolePath | undefined {
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
    if (index % 2 === 0 && isKind(segment) && value !== undefined) path[segment] = value
  }
  return path
}

const kinds: Record<keyof ConsolePath, true> = {
  collections: true,
  spaces: true,
  'change-requests': true,
  revisions: true,
  pages: true,
}

const isKind = (segment: string): segment is keyof ConsolePath => Object.hasOwn(kinds, segment)
