import type { Hash, PageTree } from '@verso/revisions'
import { requireAccess } from '../../../access/require-access.ts'
import type { Caller } from '../../../access/admission.ts'
import type { Subjects } from '../../../access/subjects.ts'
import type { Claims } from '../../../audience/claims.ts'
import { NotFound } from '../../../common/errors.ts'
import type { Urls } from '../../../common/urls.ts'
import type { RevisionStore, StoredRevision } from '../store/revision-store.ts'
import type { DocumentIds } from '../documents/document-ids.ts'
import type { Database } from '../../../database/database.ts'
import { mapPage, type Page, buildOffsetPage, type Paging, resolveOffset } from '../../../database/paging.ts'
import type { ChangeRequest } from '../change-requests/schema.ts'
import type { ChangeRequestService } from '../change-requests/service.ts'
import type { FileService } from '../files/service.ts'
import type { RevisionService, RevisionScope } from '../revisions/service.ts'
import { findExternalTargets, type ExternalTarget } from './external-targets.ts'
import type { DocumentLinkStore } from '../references/document-links.ts'
import { type LocationContext, LocationPresenter } from './present.ts'
import type { DocumentLinkRepository } from '../references/repository.ts'
import type { ContentLocation, Link, LinkStats, ListLinks, MetaLinks } from './schema.ts'
import type { LinkIndex } from '../references/link-index.ts'
import type { LinkTarget, LinkTargetIndex } from '../references/target-index.ts'
import type { LinkOccurrence, LinkStatus, LinkUsage } from '../references/usages.ts'
import type { VisibleContentReader } from '../references/visible-content.ts'
import type { SpecAccess } from '../../openapi/index.ts'
import type { SpaceWithDetails } from '../spaces/columns.ts'
import type { SpaceService } from '../spaces/service.ts'

type Space = SpaceWithDetails

/** A link that a thousand pages have shows only its first locations. The backlinks of a page or file list them all. */
const MAX_LOCATIONS_PER_LINK = 20

/** A usage with the status that it has for the caller, who may not see every target. */
interface UsageForCaller {
  usage: LinkUsage
  status: LinkStatus
  externalTarget: ExternalTarget | undefined
}

/** The content whose links are listed. */
interface LinkedContent {
  revision: StoredRevision
  /** Set when the content is that of a change request. */
  changeRequest?: ChangeRequest
}

/** A page as far as a checklist looks at it. */
interface InspectedPage {
  id: string
  type: PageTree['fields']['type']
  title: string
  description: string | undefined
  isHidden: boolean
}

interface LinkServiceDependencies {
  database: Database
  revisionStore: RevisionStore
  index: LinkIndex
  visibleContent: VisibleContentReader
  documentLinks: DocumentLinkStore
  documentLinkRepository: DocumentLinkRepository
  revisions: RevisionService
  changeRequests: ChangeRequestService
  files: FileService
  documentIds: DocumentIds
  specAccess: SpecAccess
  spaces: SpaceService
  urls: Urls
}

export class LinkService {
  readonly #deps: LinkServiceDependencies

  constructor(deps: LinkServiceDependencies) {
    this.#deps = deps
  }

  /** Lists everything that a space refers to. */
  list(caller: Caller, space: Space, query: ListLinks, paging: Paging): Promise<Page<Link> & LinkStats> {
    return this.#list(caller, space, { of: 'space' }, undefined, query, paging)
  }

  /** Lists everything that one page refers to. */
  listForPage(
    caller: Caller,
    space: Space,
    scope: RevisionScope,
    pageId: string,
    query: ListLinks,
    paging: Paging,
  ): Promise<Page<Link> & LinkStats> {
    return this.#list(caller, space, scope, pageId, query, paging)
  }

  /** Lists where a page or a file is referred to, or a reusable content is included. */
  async listBacklinks(
    caller: Caller,
    space: Space,
    scope: RevisionScope,
    linked: { page: string } | { file: string } | { reusableContent: string },
    paging: Paging,
  ): Promise<Page<ContentLocation>> {
    const content = await this.#openContent(space, scope)
    const { revision } = content
    const targets = await this.#deps.index.loadTargets(space.id, revision.resolvedRoot)
    if ('page' in linked && !targets.pages.has(linked.page)) throw new NotFound('page', linked.page)
    if ('file' in linked && !targets.files.has(linked.file)) throw new NotFound('file', linked.file)
    if ('reusableContent' in linked && !targets.reusableContents.has(linked.reusableContent)) {
      throw new NotFound('reusable content', linked.reusableContent)
    }
    const usages = await this.#deps.index.loadUsages(space.id, revision.resolvedRoot)
    const backlinks = usages.flatMap(({ target, occurrences }) => {
      const isLinked =
        'page' in linked
          ? target.kind === 'page' && target.page === linked.page
          : 'file' in linked
            ? target.kind === 'file' && target.file === linked.file
            : target.kind === 'reusable-content' && target.reusableContent === linked.reusableContent
      // A page's links to itself are not backlinks.
      return isLinked
        ? occurrences.filter(
            ({ sourceKind, id }) => sourceKind !== 'page' || !('page' in linked) || id !== linked.page,
          )
        : []
    })
    const { offset, limit } = resolveOffset(paging)
    const page = buildOffsetPage(backlinks.slice(offset, offset + limit), backlinks.length, offset)
    const presenter = await this.#createPresenter(caller, space, content, targets)
    return mapPage(page, (occurrence) => presenter.presentOccurrence(occurrence))
  }

  /**
   * Lists where an OpenAPI spec is shown, in the spaces that the caller may see. Only those into which somebody has written it
   * are looked at.
   */
  async listSpecUses(
    caller: Caller,
    organization: Subjects['organization'],
    slug: string,
    paging: Paging,
  ): Promise<Page<ContentLocation>> {
    const { database, specAccess, spaces, revisionStore, index } = this.#deps
    const candidates = await specAccess.listSpacesWith(database, organization.id, slug)
    const visible = await spaces.findVisible(database, caller, organization.id, candidates)
    const uses: { space: Space; revision: StoredRevision; occurrence: LinkOccurrence }[] = []
    for (const revision of await revisionStore.findCurrent(database, [...visible.keys()])) {
      const space = visible.get(revision.spaceId)
      if (!space) continue
      const usages = await index.loadUsages(space.id, revision.resolvedRoot)
      const own = usages.flatMap(({ target, occurrences }) =>
        target.kind === 'external' && target.ref.kind === 'openapi' && target.ref.spec === slug
          ? occurrences
          : [],
      )
      // A page that shows several operations is one place.
      const places = new Map(
        own.map((occurrence) => [`${occurrence.sourceKind} ${occurrence.id}`, occurrence]),
      )
      for (const occurrence of places.values()) uses.push({ space, revision, occurrence })
    }
    const { offset, limit } = resolveOffset(paging)
    const items: ContentLocation[] = []
    let presenter: LocationPresenter | undefined
    let presentedSpace: Space | undefined
    for (const { space, revision, occurrence } of uses.slice(offset, offset + limit)) {
      if (!presenter || space !== presentedSpace) {
        const targets = await index.loadTargets(space.id, revision.resolvedRoot)
        presenter = this.#buildPresenter(organization, space, targets, { revision, mergedFrom: undefined })
        presentedSpace = space
      }
      items.push(presenter.presentOccurrence(occurrence))
    }
    return buildOffsetPage(items, uses.length, offset)
  }

  /** Whether the pages that a visitor may see in some spaces refer to a user, a URL or an OpenAPI spec. */
  async hasReferenceTo(
    spaceIds: readonly string[],
    claims: Claims,
    referent: { user: string } | { url: string } | { spec: string },
  ): Promise<boolean> {
    const refersTo = (target: LinkTarget) => {
      if ('url' in referent) return target.kind === 'url' && target.url === referent.url
      if (target.kind !== 'external') return false
      return 'spec' in referent
        ? target.ref.kind === 'openapi' && target.ref.spec === referent.spec
        : target.ref.kind === 'user' && target.ref.user === referent.user
    }
    const revisions = await this.#deps.revisionStore.findCurrent(this.#deps.database, spaceIds)
    for (const { spaceId, resolvedRoot } of revisions) {
      const content = await this.#deps.visibleContent.readContent(spaceId, resolvedRoot, claims)
      if (content.targets.values().some(refersTo)) return true
    }
    return false
  }

  /** The pages of a space's main content, and how many targets of its links are not there for the caller. */
  async inspectContent(
    caller: Caller,
    { id, organizationId }: Pick<Space, 'id' | 'organizationId'>,
  ): Promise<{ pages: InspectedPage[]; brokenLinks: number }> {
    const { database, revisionStore, index } = this.#deps
    const [revision] = await revisionStore.findCurrent(database, [id])
    if (!revision) return { pages: [], brokenLinks: 0 }
    const { pages } = await index.loadTargets(id, revision.resolvedRoot)
    const usages = await index.loadUsages(id, revision.resolvedRoot)
    const statuses = await this.#resolveStatuses(caller, { organizationId }, usages)
    return {
      pages: [...pages.values()].map(({ id: pageId, fields }) => ({
        id: pageId,
        type: fields.type,
        title: fields.title,
        description: fields.description,
        isHidden: fields.hidden === true,
      })),
      brokenLinks: statuses.filter(({ status }) => status === 'broken').length,
    }
  }

  /** The canonical and alternate addresses that a page declares. */
  async getMetaLinks(space: Subjects['space'], scope: RevisionScope, pageId: string): Promise<MetaLinks> {
    const page = await this.#deps.revisions.getPageRecord(space, scope, pageId)
    const links = page.fields['metaLinks']
    // The schema has checked the value when it was saved, and it is stored unchanged.
    return typeof links === 'object' && links !== null ? (links as MetaLinks) : {}
  }

  async #list(
    caller: Caller,
    space: Space,
    scope: RevisionScope,
    pageId: string | undefined,
    { status: statusFilter }: ListLinks,
    paging: Paging,
  ): Promise<Page<Link> & LinkStats> {
    const content = await this.#openContent(space, scope)
    const { revision } = content
    const targets = await this.#deps.index.loadTargets(space.id, revision.resolvedRoot)
    const usages = await this.#loadUsagesOf(space, revision.resolvedRoot, pageId)
    const usagesForCaller = await this.#resolveStatuses(caller, space, usages)
    const broken = usagesForCaller.filter(({ status }) => status === 'broken')
    const newlyBroken = await this.#countNewlyBroken(caller, space, content, pageId, broken)
    const matching =
      statusFilter === undefined
        ? usagesForCaller
        : usagesForCaller.filter(({ status }) => status === statusFilter)
    const { offset, limit } = resolveOffset(paging)
    const page = buildOffsetPage(matching.slice(offset, offset + limit), matching.length, offset)
    const presenter = await this.#createPresenter(caller, space, content, targets)
    return {
      ...mapPage(page, (usage) => presentLink(presenter, usage)),
      stats: {
        total: usagesForCaller.length,
        broken: {
          total: broken.length,
          ...(newlyBroken !== undefined && { changeRequest: newlyBroken }),
        },
      },
    }
  }

  /** Counts the broken links of a change request that its ancestor in the space does not have, or has unbroken. */
  async #countNewlyBroken(
    caller: Caller,
    space: Space,
    { changeRequest }: LinkedContent,
    pageId: string | undefined,
    broken: readonly UsageForCaller[],
  ): Promise<number | undefined> {
    if (!changeRequest) return undefined
    if (broken.length === 0) return 0
    const [ancestor] = await this.#deps.revisionStore.findAll(this.#deps.database, space.id, [
      changeRequest.revisionMergedAncestor,
    ])
    const isInAncestor =
      pageId === undefined ||
      (await this.#deps.index.loadTargets(space.id, ancestor.resolvedRoot)).pages.has(pageId)
    const usages = isInAncestor ? await this.#loadUsagesOf(space, ancestor.resolvedRoot, pageId) : []
    const brokenBefore = new Set<string>()
    for (const { usage, status } of await this.#resolveStatuses(caller, space, usages)) {
      if (status !== 'broken') continue
      for (const occurrence of usage.occurrences) brokenBefore.add(formatOccurrenceKey(usage, occurrence))
    }
    return broken.filter(({ usage }) =>
      usage.occurrences.some((occurrence) => !brokenBefore.has(formatOccurrenceKey(usage, occurrence))),
    ).length
  }

  /** Completes the usages with the status of the links that leave the space, which depends on the caller. */
  async #resolveStatuses(
    caller: Caller,
    space: Pick<Space, 'organizationId'>,
    usages: readonly LinkUsage[],
  ): Promise<UsageForCaller[]> {
    const refs = usages.flatMap(({ target }) => (target.kind === 'external' ? [target.ref] : []))
    const { database, revisionStore, documentLinks, documentLinkRepository } = this.#deps
    const findTarget =
      refs.length === 0
        ? undefined
        : await findExternalTargets(
            { database, revisionStore, documentLinks, documentLinkRepository },
            caller,
            space.organizationId,
            refs,
          )
    return usages.map((usage) => {
      const { target, status } = usage
      const externalTarget = target.kind === 'external' ? findTarget?.(target.ref) : undefined
      const isBroken = !externalTarget || (externalTarget.kind === 'page' && externalTarget.isBroken)
      return { usage, externalTarget, status: status ?? (isBroken ? 'broken' : 'ok') }
    })
  }

  async #loadUsagesOf(
    space: Pick<Space, 'id'>,
    root: Hash,
    pageId: string | undefined,
  ): Promise<LinkUsage[]> {
    if (pageId === undefined) return this.#deps.index.loadUsages(space.id, root)
    const targets = await this.#deps.index.loadTargets(space.id, root)
    const page = targets.pages.get(pageId)
    if (!page) throw new NotFound('page', pageId)
    return this.#deps.index.collectUsages(targets, [{ kind: 'page', page }])
  }

  async #openContent(space: Subjects['space'], scope: RevisionScope): Promise<LinkedContent> {
    if (scope.of !== 'change-request')
      return { revision: await this.#deps.revisions.findRevision(space, scope) }
    const changeRequest = await this.#deps.changeRequests.get(space, scope.changeRequestId)
    const [revision] = await this.#deps.revisionStore.findAll(this.#deps.database, space.id, [
      changeRequest.revision,
    ])
    return { revision, changeRequest }
  }

  async #createPresenter(
    caller: Caller,
    space: Space,
    { revision, changeRequest }: LinkedContent,
    targets: LinkTargetIndex,
  ): Promise<LocationPresenter> {
    const organization = await requireAccess<'organization'>(
      this.#deps.database,
      caller,
      'organization.view',
      space.organizationId,
    )
    const mergedFrom =
      !changeRequest && revision.type === 'merge'
        ? await this.#deps.changeRequests.findByMergedRevision(revision.id)
        : undefined
    const version = changeRequest ? { changeRequest } : { revision, mergedFrom }
    return this.#buildPresenter(organization, space, targets, version)
  }

  #buildPresenter(
    organization: Subjects['organization'],
    space: Space,
    targets: LinkTargetIndex,
    version: LocationContext['version'],
  ): LocationPresenter {
    const { urls, documentIds, files } = this.#deps
    return new LocationPresenter({ urls, documentIds, files, organization, space, targets, version })
  }
}

const formatOccurrenceKey = ({ key }: LinkUsage, { sourceKind, id }: LinkOccurrence): string =>
  `${sourceKind} ${id} ${key}`

function presentLink(presenter: LocationPresenter, { usage, status, externalTarget }: UsageForCaller): Link {
  const target = presenter.presentTarget(usage.target, externalTarget)
  return {
    status,
    relation: usage.relation,
    ...(target && { targetReference: target }),
    locationReferences: usage.occurrences
      .slice(0, MAX_LOCATIONS_PER_LINK)
      .map((occurrence) => presenter.presentOccurrence(occurrence)),
    locations: usage.occurrences.length,
  }
}
