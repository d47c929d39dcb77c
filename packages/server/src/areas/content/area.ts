import { Signatures } from '../../common/signatures.ts'
import type { Route } from '../../http/route.ts'
import type { AreaLifecycle, Platform } from '../../platform.ts'
import type { OpenAPIArea, VisitorSpecAccess } from '../openapi/index.ts'
import type { Organizations } from '../organizations/index.ts'
import { ContentConditionValidator } from './change-requests/condition-validator.ts'
import { FileInserter } from './change-requests/insert-files.ts'
import { ChangeRequestRepository } from './change-requests/repository.ts'
import { changeRequestRoutes } from './change-requests/routes.ts'
import { ChangeRequestService } from './change-requests/service.ts'
import { ContentOrder } from './collections/order.ts'
import type { PublishedContent } from './collections/published-content.ts'
import { CollectionRepository } from './collections/repository.ts'
import { collectionRoutes } from './collections/routes.ts'
import { CollectionService } from './collections/service.ts'
import { computedRoutes } from './computed/routes.ts'
import { ComputedService } from './computed/service.ts'
import { DocumentIds } from './documents/document-ids.ts'
import { DocumentParser } from './documents/document-parser.ts'
import { DocumentReader } from './documents/document-reader.ts'
import { ReferenceResolver } from './documents/reference-resolver.ts'
import { embedRoutes } from './embeds/routes.ts'
import { EmbedService } from './embeds/service.ts'
import { registerFileDelivery } from './files/delivery.ts'
import { UploadRepository } from './files/repository.ts'
import { uploadRoutes } from './files/routes.ts'
import { FileService } from './files/service.ts'
import { registerUploads, UploadService } from './files/upload-service.ts'
import { DocumentLinkStore } from './links/document-links.ts'
import { DocumentLinkRepository } from './links/repository.ts'
import { linkRoutes } from './links/routes.ts'
import { LinkService } from './links/service.ts'
import { contentFileRoutes } from './revisions/content-file-routes.ts'
import { ContentFileService } from './revisions/content-file-service.ts'
import { revisionRoutes } from './revisions/routes.ts'
import { RevisionService } from './revisions/service.ts'
import { SpaceRepository } from './spaces/repository.ts'
import { spaceRoutes } from './spaces/routes.ts'
import { SpaceService } from './spaces/service.ts'
import { ClaimingStore } from './store/claiming-store.ts'
import { GarbageCollector } from './store/garbage-collector.ts'
import { ComputedContent } from './store/computed-content.ts'
import { ComputedSourceRepository } from './store/computed-source-repository.ts'
import { GarbageRepository } from './store/garbage-repository.ts'
import { RevalidationRepository } from './store/revalidation-repository.ts'
import { RevisionStore } from './store/revision-store.ts'
import { MainBranch } from './store/main-branch.ts'
import { ObjectStore } from './store/object-store.ts'
import { ComputedContentUpdater } from './store/computed-content-updater.ts'
import { RevalidationNotifier } from './store/revalidation-notifier.ts'
import { templateRoutes } from './templates/routes.ts'
import { TemplateService } from './templates/service.ts'

export type ContentArea = ReturnType<typeof createContent>

/** The stored content itself: objects, revisions, the main revision of each space, and documents read from them. */
function createStore(platform: Platform, openapi: OpenAPIArea, revalidates: boolean) {
  const { database, clock, tasks, jobs, secrets, caches } = platform
  const objects = new ObjectStore(caches)
  const sources = new ComputedSourceRepository()
  const computed = new ComputedContent({ objects, sources, descriptions: openapi.descriptions })
  const revisionStore = new RevisionStore(objects, caches, computed)
  const main = new MainBranch(revisionStore)
  const computedContentUpdater = new ComputedContentUpdater({
    database,
    clock,
    tasks,
    revisionStore,
    sources,
    computed,
    main,
  })
  openapi.processor.onChange((tx, { organizationId, slug }) =>
    computedContentUpdater.updateSpacesOfSpec(tx, organizationId, slug),
  )
  const revalidationNotifier = new RevalidationNotifier({
    jobs,
    clock,
    repository: new RevalidationRepository(),
    isEnabled: revalidates,
  })
  main.onMove((tx, move) => revalidationNotifier.notifySpaceChange(tx, move))
  const documentParser = new DocumentParser({ caches })
  return {
    revisionStore,
    main,
    computedContent: computed,
    computedContentUpdater,
    revalidationNotifier,
    documentParser,
    documentIds: new DocumentIds(secrets.documents),
    reader: new DocumentReader({ documentParser, referenceResolver: new ReferenceResolver(caches), caches }),
  }
}

/** Spaces and collections, their pages, files and links, and the change requests that change them. */
export function createContent(
  platform: Platform,
  areas: { organizations: Organizations; openapi: OpenAPIArea; publishedContent: PublishedContent },
  { maxFileSize, revalidates }: { maxFileSize: number; revalidates: boolean },
) {
  const { database, clock, urls, secrets, fetcher, caches } = platform
  const { publishedContent } = areas
  const { members } = areas.organizations
  const base = { database, clock, urls }
  const stored = createStore(platform, areas.openapi, revalidates)
  const { revisionStore, main, documentParser, documentIds, reader, computedContentUpdater } = stored
  const garbageRepository = new GarbageRepository()
  const store = new ClaimingStore(platform.store, database, garbageRepository)
  const garbageCollector = new GarbageCollector({ database, repository: garbageRepository, store, clock })
  const signatures = new Signatures(secrets.signatures, clock)
  const files = new FileService({ store, signatures, urls, maxFileSize })
  const uploads = new UploadService({ ...base, uploads: new UploadRepository(), files, signatures })
  const computed = new ComputedService({
    ...base,
    revisionStore,
    main,
    computed: stored.computedContent,
    descriptions: areas.openapi.descriptions,
    documentParser,
    documentIds,
  })
  const collectionRepository = new CollectionRepository()
  const order = new ContentOrder({ collections: collectionRepository })
  const collections = new CollectionService({
    ...base,
    collections: collectionRepository,
    order,
    publishedContent,
  })
  const templates = new TemplateService({ ...base, revisionStore, main })
  const spaces = new SpaceService({
    ...base,
    spaces: new SpaceRepository(),
    collections,
    members,
    order,
    publishedContent,
    jobs: platform.jobs,
    tasks: platform.tasks,
    main,
    templates,
    computed,
    computedContentUpdater,
  })
  const changeRequestRepository = new ChangeRequestRepository()
  const changeRequests = new ChangeRequestService({
    ...base,
    changeRequests: changeRequestRepository,
    revisionStore,
    main,
    files,
    fileInserter: new FileInserter({ database, files, uploads, fetcher }),
    conditionValidator: new ContentConditionValidator({ documentParser, changeRequests: changeRequestRepository }),
  })
  const revisions = new RevisionService({
    ...base,
    revisionStore,
    reader,
    documentIds,
    changeRequests,
    files,
    caches,
  })
  const documentLinkRepository = new DocumentLinkRepository()
  const documentLinks = new DocumentLinkStore({
    documentLinks: documentLinkRepository,
    revisionStore,
    documentParser,
    caches,
  })
  const links = new LinkService({
    caches,
    ...base,
    revisionStore,
    documentLinks,
    documentLinkRepository,
    revisions,
    changeRequests,
    files,
    documentIds,
  })
  const lifecycle: AreaLifecycle = {
    jobHandlers: {
      'remove-space': ({ spaceId }) => spaces.removeExpired(spaceId),
      'collect-content': () => garbageCollector.collectDue(),
    },
    register: async (app) => {
      registerFileDelivery(app, files)
      await registerUploads(app, uploads, { maxFileSize })
    },
    cleanUp: (now) => garbageCollector.deleteOldRemovals(now),
  }
  return {
    ...stored,
    store,
    signatures,
    garbageCollector,
    files,
    uploads,
    computed,
    collections,
    templates,
    spaces,
    changeRequests,
    revisions,
    contentFiles: new ContentFileService({ files, revisions }),
    documentLinks,
    links,
    embeds: new EmbedService({ fetcher, caches }),
    lifecycle,
  }
}

export const contentRoutes = (content: ContentArea, access: VisitorSpecAccess): Route[] => [
  ...collectionRoutes(content.collections),
  ...spaceRoutes(content.spaces),
  ...revisionRoutes(content.revisions),
  ...contentFileRoutes(content.contentFiles),
  ...uploadRoutes(content.uploads),
  ...changeRequestRoutes(content.changeRequests),
  ...linkRoutes(content.links),
  ...computedRoutes(content.computed, access),
  ...templateRoutes(content.templates),
  ...embedRoutes(content.embeds, content.links),
]
