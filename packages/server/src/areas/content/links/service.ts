import type { Hash } from '@verso/revisions'
import { LRUCache } from 'lru-cache'
import { requireAccess } from '../../../access/access.ts'
import type { Caller } from '../../../access/admission.ts'
import type { Subjects } from '../../../access/subjects.ts'
import type { Claims } from '../../../audience/claims.ts'
import { NotFound } from '../../../common/errors.ts'
import type { Urls } from '../../../common/urls.ts'
import type { Content, Revision } from '../store/content.ts'
import type { DocumentIds } from '../documents/document-ids.ts'
import type { Database } from '../../../database/database.ts'
import { mapPage, type Page, pageAt, type Paging, sliceOf } from '../../../database/paging.ts'
import type { ChangeRequest } from '../change-requests/schema.ts'
import type { ChangeRequestService } from '../change-requests/service.ts'
import type { FileService } from '../files/service.ts'
import type { RevisionService, Scope } from '../revisions/service.ts'
import { findOutside, type Outside } from './elsewhere.ts'
import type { Outlines } from './outlines.ts'
import { Locations } from './present.ts'
import type { OutlineRepository } from './repository.ts'
import type { ContentLocation, Link, LinkStats, ListLinks, MetaLinks } from './schema.ts'
import { type Owner, Targets } from './targets.ts'
import { type Place, type Status, type Usage, usagesOf } from './usages.ts'

type Space = Subjects['space']

/** A link that a thousand pages have is one line, not a thousand. The backlinks of a page or file list them all. */
const mostPlaces = 20

/** A usage, as it is for whoever asks. */
interface KnownUsage {
  usage: Usage
  status: Status
  outside: Outside | undefined
}

interface Asked {
  revision: Revision
  /** Where that is what is asked about. */
  changeRequest?: ChangeRequest
}

interface LinkServiceDependencies {
  database: Database
  content: Content
  outlines: Outlines
  repository: OutlineRepository
  revisions: RevisionService
  changeRequests: ChangeRequestService
  files: FileService
  documentIds: DocumentIds
  urls: Urls
}

export class LinkService {
  readonly #deps: LinkServiceDependencies
  /** By space and root: content never changes, and neither do its links. */
  readonly #targets = new LRUCache<string, Targets>({
    maxSize: 100_000,
    sizeCalculation: ({ pages, files }) => 1 + pages.size + files.size,
  })
  readonly #usages = new LRUCache<string, Usage[]>({
    maxSize: 400_000,
    sizeCalculation: (usages) => usages.reduce((sum, { places }) => sum + places.length + 2, 1),
  })

  constructor(deps: LinkServiceDependencies) {
    this.#deps = deps
  }

  /** Everything that a space refers to. */
  list(caller: Caller, space: Space, query: ListLinks, paging: Paging): Promise<Page<Link> & LinkStats> {
    return this.#list(caller, space, { of: 'space' }, undefined, query, paging)
  }

  /** Everything that one page refers to. */
  listOfPage(
    caller: Caller,
    space: Space,
    scope: Scope,
    pageId: string,
    query: ListLinks,
    paging: Paging,
  ): Promise<Page<Link> & LinkStats> {
    return this.#list(caller, space, scope, pageId, query, paging)
  }

  /** Where a page or a file is referred to. */
  async backlinks(
    caller: Caller,
    space: Space,
    scope: Scope,
    of: { page: string } | { file: string },
    paging: Paging,
  ): Promise<Page<ContentLocation>> {
    const asked = await this.#open(space, scope)
    const { revision } = asked
    const targets = await this.#targetsIn(space, revision.shown)
    if ('page' in of && !targets.pages.has(of.page)) throw new NotFound('page', of.page)
    if ('file' in of && !targets.files.has(of.file)) throw new NotFound('file', of.file)
    const usages = await this.#usagesIn(space, revision.shown)
    const places = usages.flatMap(({ target, places }) => {
      const isMeant =
        'page' in of
          ? target.kind === 'page' && target.page === of.page
          : target.kind === 'file' && target.file === of.file
      // A page that leads to itself is not led to.
      return isMeant
        ? places.filter(({ owner, id }) => owner !== 'page' || !('page' in of) || id !== of.page)
        : []
    })
    const { offset, limit } = sliceOf(paging)
    const page = pageAt(places.slice(offset, offset + limit), places.length, offset)
    const locations = await this.#locations(caller, space, asked, targets)
    return mapPage(page, (place) => locations.place(place))
  }

  /** Whether what spaces show to a visitor refers to somebody, to an address, or to a spec. */
  async refersTo(
    spaceIds: readonly string[],
    claims: Claims,
    wanted: { user: string } | { url: string } | { spec: string },
  ): Promise<boolean> {
    const isWanted = ({ target }: Usage) => {
      if ('url' in wanted) return target.kind === 'url' && target.url === wanted.url
      if (target.kind !== 'elsewhere') return false
      return 'spec' in wanted
        ? target.ref.kind === 'openapi' && target.ref.spec === wanted.spec
        : target.ref.kind === 'user' && target.ref.user === wanted.user
    }
    for (const { spaceId, shown } of await this.#deps.content.shown(this.#deps.database, spaceIds)) {
      const places = (await this.#usagesIn({ id: spaceId }, shown))
        .filter(isWanted)
        .flatMap((usage) => usage.places)
      if (places.length === 0) continue
      const hidden = new Set(
        (await this.#deps.revisions.hiddenPages([spaceId], claims)).map(({ pageId }) => pageId),
      )
      if (places.some(({ owner, id }) => owner !== 'page' || !hidden.has(id))) return true
    }
    return false
  }

  /** What a page says about itself to machines. */
  async metaLinks(space: Space, scope: Scope, pageId: string): Promise<MetaLinks> {
    const page = await this.#deps.revisions.record(space, scope, pageId)
    const links = page.fields['metaLinks']
    // Stored as it was given, which the schema has checked.
    return typeof links === 'object' && links !== null ? (links as MetaLinks) : {}
  }

  async #list(
    caller: Caller,
    space: Space,
    scope: Scope,
    pageId: string | undefined,
    { status: wanted }: ListLinks,
    paging: Paging,
  ): Promise<Page<Link> & LinkStats> {
    const asked = await this.#open(space, scope)
    const { revision } = asked
    const targets = await this.#targetsIn(space, revision.shown)
    const usages = await this.#usagesOf(space, revision.shown, pageId)
    const known = await this.#decide(caller, space, usages)
    const broken = known.filter(({ status }) => status === 'broken')
    const newlyBroken = await this.#newlyBroken(caller, space, asked, pageId, broken)
    const chosen = wanted === undefined ? known : known.filter(({ status }) => status === wanted)
    const { offset, limit } = sliceOf(paging)
    const page = pageAt(chosen.slice(offset, offset + limit), chosen.length, offset)
    const locations = await this.#locations(caller, space, asked, targets)
    return {
      ...mapPage(page, (each) => presentLink(locations, each)),
      stats: {
        total: known.length,
        broken: {
          total: broken.length,
          ...(newlyBroken !== undefined && { changeRequest: newlyBroken }),
        },
      },
    }
  }

  /** How many of the broken links of a change request were none, or none that was broken, where it began. */
  async #newlyBroken(
    caller: Caller,
    space: Space,
    { changeRequest }: Asked,
    pageId: string | undefined,
    broken: readonly KnownUsage[],
  ): Promise<number | undefined> {
    if (!changeRequest) return undefined
    if (broken.length === 0) return 0
    const [ancestor] = await this.#deps.content.findAll(this.#deps.database, space.id, [
      changeRequest.revisionMergedAncestor,
    ])
    const inAncestor =
      pageId === undefined || (await this.#targetsIn(space, ancestor.shown)).pages.has(pageId)
    const usages = inAncestor ? await this.#usagesOf(space, ancestor.shown, pageId) : []
    const before = new Set<string>()
    for (const { usage, status } of await this.#decide(caller, space, usages)) {
      if (status === 'broken') for (const place of usage.places) before.add(nameOf(usage, place))
    }
    return broken.filter(({ usage }) => usage.places.some((place) => !before.has(nameOf(usage, place))))
      .length
  }

  /** Whether links out of the space lead anywhere, for this caller. */
  async #decide(caller: Caller, space: Space, usages: readonly Usage[]): Promise<KnownUsage[]> {
    const refs = usages.flatMap(({ target }) => (target.kind === 'elsewhere' ? [target.ref] : []))
    const parts = {
      database: this.#deps.database,
      content: this.#deps.content,
      outlines: this.#deps.outlines,
      repository: this.#deps.repository,
    }
    const find = refs.length === 0 ? undefined : await findOutside(parts, caller, space.organizationId, refs)
    return usages.map((usage) => {
      const { target, status } = usage
      const outside = target.kind === 'elsewhere' ? find?.(target.ref) : undefined
      const isBroken = !outside || (outside.kind === 'page' && outside.broken)
      return { usage, outside, status: status ?? (isBroken ? 'broken' : 'ok') }
    })
  }

  async #usagesOf(space: Space, root: Hash, pageId: string | undefined): Promise<Usage[]> {
    if (pageId === undefined) return this.#usagesIn(space, root)
    const targets = await this.#targetsIn(space, root)
    const page = targets.pages.get(pageId)
    if (!page) throw new NotFound('page', pageId)
    return this.#resolve(targets, [{ kind: 'page', page }])
  }

  async #usagesIn(space: Pick<Space, 'id'>, root: Hash): Promise<Usage[]> {
    const key = `${space.id} ${root}`
    const known = this.#usages.get(key)
    if (known) return known
    const targets = await this.#targetsIn(space, root)
    const usages = await this.#resolve(targets, targets.owners())
    this.#usages.set(key, usages)
    return usages
  }

  #resolve(targets: Targets, owners: readonly Owner[]): Promise<Usage[]> {
    const app = this.#deps.urls.at('/app')
    const isApp = (url: string) => url === app || url.startsWith(`${app}/`) || gitbookApp.test(url)
    return usagesOf(this.#deps.database, this.#deps.outlines, targets, owners, isApp)
  }

  async #targetsIn(space: Pick<Space, 'id'>, root: Hash): Promise<Targets> {
    const key = `${space.id} ${root}`
    const known = this.#targets.get(key)
    if (known) return known
    const targets = await Targets.read(space.id, this.#deps.content.view(this.#deps.database, root))
    this.#targets.set(key, targets)
    return targets
  }

  /** The content that is asked about. */
  async #open(space: Space, scope: Scope): Promise<Asked> {
    if (scope.of !== 'change-request') return { revision: await this.#deps.revisions.find(space, scope) }
    const changeRequest = await this.#deps.changeRequests.get(space, scope.changeRequestId)
    const [revision] = await this.#deps.content.findAll(this.#deps.database, space.id, [
      changeRequest.revision,
    ])
    return { revision, changeRequest }
  }

  async #locations(
    caller: Caller,
    space: Space,
    { revision, changeRequest }: Asked,
    targets: Targets,
  ): Promise<Locations> {
    const organization = await requireAccess<'organization'>(
      this.#deps.database,
      caller,
      'organization.view',
      space.organizationId,
    )
    const mergedFrom =
      !changeRequest && revision.type === 'merge'
        ? await this.#deps.changeRequests.mergedInto(revision.id)
        : undefined
    const version = changeRequest ? { changeRequest } : { revision, mergedFrom }
    return new Locations({
      urls: this.#deps.urls,
      documentIds: this.#deps.documentIds,
      files: this.#deps.files,
      organization,
      space,
      targets,
      version,
    })
  }
}

/** Where content that was written elsewhere was written. */
const gitbookApp = /^https:\/\/app\.gitbook\.com(?:[/?#]|$)/

const nameOf = ({ key }: Usage, { owner, id }: Place): string => `${owner} ${id} ${key}`

function presentLink(locations: Locations, { usage, status, outside }: KnownUsage): Link {
  const target = locations.target(usage.target, outside)
  return {
    status,
    relation: usage.relation,
    ...(target && { targetReference: target }),
    locationReferences: usage.places.slice(0, mostPlaces).map((place) => locations.place(place)),
    locations: usage.places.length,
  }
}
