import { Signatures } from '../../common/signatures.ts'
import type { Route } from '../../http/route.ts'
import type { AreaLifecycle, Platform } from '../../platform.ts'
import type { OpenAPIArea, VisitorSpecAccess } from '../openapi/index.ts'
import type { OrganizationsArea } from '../organizations/index.ts'
import { ContentConditionValidator } from './change-requests/condition-validator.ts'
import { FileInserter } from './change-requests/insert-files.ts'
import { MergeService } from './change-requests/merge-service.ts'
import { MergeUndoService } from './change-requests/merge-undo-service.ts'
import { ConflictCheckRepository } from './change-requests/conflict-check-repository.ts'
import { ConflictFinder } from './change-requests/conflict-finder.ts'
import { MergeabilityService } from './change-requests/mergeability-service.ts'
import { PlannedMergeRepository } from './change-requests/planned-merge-repository.ts'
import { PlannedMergeRunner } from './change-requests/planned-merge-runner.ts'
import { PlannedMergeService } from './change-requests/planned-merge-service.ts'
import { PageTextWriter } from './change-requests/page-text-writer.ts'
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
import { createHighlighter } from './documents/highlighter-pool.ts'
import { createMoveRecorder } from './moved-pages/moved-pages.ts'
import { PageBlameService } from './page-history/blame-service.ts'
import { PageHistoryIndex } from './page-history/page-history-index.ts'
import { PageHistoryRepository } from './page-history/repository.ts'
import { pageHistoryRoutes } from './page-history/routes.ts'
import { PageHistoryService } from './page-history/service.ts'
import { PooledDocumentReader } from './documents/pooled-document-reader.ts'
import { TextWorkers } from './documents/text-workers.ts'
import { ReferenceResolver } from './documents/reference-resolver.ts'
import { embedRoutes } from './embeds/routes.ts'
import { EmbedService } from './embeds/service.ts'
import { registerFileDelivery } from './files/delivery.ts'
import { FileAddresses } from './files/file-addresses.ts'
import { PictureSizer } from './files/picture-sizer.ts'
import { FileAddressRepository, PictureSizeRepository, UploadRepository } from './files/repository.ts'
import { uploadRoutes } from './files/routes.ts'
import { FileService } from './files/service.ts'
import { registerUploads, UploadService } from './files/upload-service.ts'
import { DocumentLinkStore } from './references/document-links.ts'
import { LinkIndex } from './references/link-index.ts'
import { DocumentLinkRepository } from './references/repository.ts'
import { linkRoutes } from './links/routes.ts'
import { LinkService } from './links/service.ts'
import { VisibleContentReader } from './references/visible-content.ts'
import { SemanticChangeService } from './revisions/change-service.ts'
import { contentFileRoutes } from './revisions/content-file-routes.ts'
import { ContentFileService } from './revisions/content-file-service.ts'
import { RevisionHistoryService } from './revisions/history-service.ts'
import { RevisionHistoryRepository } from './revisions/repository.ts'
import { HtmlService } from './revisions/html-service.ts'
import { revisionRoutes } from './revisions/routes.ts'
import { RevisionService } from './revisions/service.ts'
import { SpaceRepository } from './spaces/repository.ts'
import { spaceRoutes } from './spaces/routes.ts'
import { SpaceService } from './spaces/service.ts'
import { ClaimingStore } from './store/claiming-store.ts'
import { ComputedContentUpdater } from './store/computed-content-updater.ts'
import { ComputedContent } from './store/computed-content.ts'
import { ComputedSourceRepository } from './store/computed-source-repository.ts'
import { GarbageCollector } from './store/garbage-collector.ts'
import { GarbageRepository } from './store/garbage-repository.ts'
import { MainBranch } from './store/main-branch.ts'
import { ObjectStore } from './store/object-store.ts'
import { RevalidationNotifier } from './store/revalidation-notifier.ts'
import { RevalidationRepository } from './store/revalidation-repository.ts'
import { RevisionStore } from './store/revision-store.ts'
import { templateRoutes } from './templates/routes.ts'
import { TemplateService } from './templates/service.ts'
import { textReplacementRoutes } from './text-replacement/routes.ts'
import { TextReplacementService } from './text-replacement/service.ts'

export type ContentArea = ReturnType<typeof createContentArea>

/** Revisions and their objects, the main branch of each space, and the documents that are read from them. */
function createStore(platform: Platform, openapi: OpenAPIArea, files: FileService, revalidates: boolean) {
  const { database, clock, tasks, jobs, secrets, caches } = platform
  const objects = new ObjectStore(caches)
  const sources = new ComputedSourceRepository()
  const { descriptions, access } = openapi
  const computed = new ComputedContent({ objects, sources, descriptions, access })
  const textWorkers = new TextWorkers()
  const revisionStore = new RevisionStore(objects, caches, { computed, textWorkers })
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
  main.onCopy((tx, copy) => access.copyShownSpecs(tx, copy))
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
  main.onMove(createMoveRecorder(revisionStore))
  const { highlighter, close: closeHighlighter } = createHighlighter()
  const documentParser = new DocumentParser({ caches, textWorkers })
  const reader = new DocumentReader({
    documentParser,
    referenceResolver: new ReferenceResolver(caches),
    caches,
  })
  return {
    revisionStore,
    main,
    computedContent: computed,
    computedContentUpdater,
    specAccess: access,
    revalidationNotifier,
    documentParser,
    textWorkers,
    documentIds: new DocumentIds(secrets.documents),
    reader,
    pooledReader: new PooledDocumentReader({
      reader,
      database,
      descriptions,
      highlighter,
      createFileUrl: (file) => files.createDownloadPath(file),
    }),
    highlighter,
    closeHighlighter,
  }
}

type ContentStore = ReturnType<typeof createStore>

/** The bytes of files, their uploads and downloads, and the removal of content that nothing uses any more. */
function createFiles({ database, clock, urls, secrets, store: fileStore }: Platform, maxFileSize: number) {
  const repository = new GarbageRepository()
  const store = new ClaimingStore(fileStore, database, repository)
  const signatures = new Signatures(secrets.signatures, clock)
  const addresses = new FileAddresses({
    database,
    clock,
    urls,
    signatures,
    repository: new FileAddressRepository(),
  })
  const files = new FileService({ store, addresses, maxFileSize })
  const uploadRepository = new UploadRepository()
  return {
    store,
    signatures,
    files,
    pictureSizer: new PictureSizer({ database, clock, store, repository: new PictureSizeRepository() }),
    uploads: new UploadService({ database, clock, urls, uploads: uploadRepository, files, signatures }),
    garbageCollector: new GarbageCollector({ database, repository, store, clock }),
  }
}

/** Spaces, the collections that they are in, and what a new space begins with. */
function createSpaces(
  { database, clock, urls, jobs, tasks }: Platform,
  { organizations, openapi, publishedContent }: ContentAreaDependencies,
  { revisionStore, main, computedContent, computedContentUpdater, documentParser, documentIds }: ContentStore,
) {
  const base = { database, clock, urls }
  const computed = new ComputedService({
    ...base,
    revisionStore,
    main,
    computed: computedContent,
    descriptions: openapi.descriptions,
    specAccess: openapi.access,
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
    members: organizations.members,
    order,
    publishedContent,
    jobs,
    tasks,
    main,
    templates,
    computed,
    computedContentUpdater,
  })
  return { computed, collections, templates, spaces }
}

/** Change requests: writing in them, and merging them. */
function createChangeRequests(
  { database, notifications, jobs, clock, urls, fetcher, onError }: Platform,
  { revisionStore, main, documentParser, textWorkers, reader, specAccess }: ContentStore,
  { files, uploads }: ReturnType<typeof createFiles>,
) {
  const base = { database, clock, urls }
  const repository = new ChangeRequestRepository()
  const plannedMergeRepository = new PlannedMergeRepository()
  const conditionValidator = new ContentConditionValidator({
    documentParser,
    changeRequests: repository,
  })
  const pageTexts = new PageTextWriter({
    changeRequests: repository,
    revisionStore,
    conditionValidator,
    textWorkers,
    reader,
    clock,
  })
  const changeRequests = new ChangeRequestService({
    ...base,
    changeRequests: repository,
    plannedMerges: plannedMergeRepository,
    revisionStore,
    files,
    fileInserter: new FileInserter({ database, files, uploads, fetcher }),
    conditionValidator,
    specAccess,
    textWorkers,
    reader,
  })
  const merging = { ...base, changeRequests: repository, revisionStore, main }
  const planning = { database, clock, changeRequests, plannedMerges: plannedMergeRepository }
  const merges = new MergeService({ ...planning, repository, revisionStore, main })
  const mergeability = new MergeabilityService(merging)
  const conflictFinder = new ConflictFinder({
    database,
    jobs,
    changeRequests: repository,
    conflictChecks: new ConflictCheckRepository(),
    mergeability,
    onError,
  })
  main.onMove((tx, move) => conflictFinder.requestCheck(tx, move))
  return {
    changeRequests,
    pageTexts,
    merges,
    mergeability,
    conflictFinder,
    mergeUndo: new MergeUndoService(merging),
    plannedMerges: new PlannedMergeService(planning),
    plannedMergeRunner: new PlannedMergeRunner({
      ...planning,
      notifications,
      repository,
      merges,
      main,
      onError,
    }),
  }
}

/** What is read from revisions: pages, documents, files and links. */
function createRevisions(
  { database, clock, urls, caches }: Platform,
  { revisionStore, documentParser, textWorkers, documentIds, reader, pooledReader, specAccess }: ContentStore,
  { files }: ReturnType<typeof createFiles>,
  { changeRequests }: ReturnType<typeof createChangeRequests>,
  { spaces }: ReturnType<typeof createSpaces>,
) {
  const base = { database, clock, urls }
  const documentLinkRepository = new DocumentLinkRepository()
  const documentLinks = new DocumentLinkStore({
    documentLinks: documentLinkRepository,
    revisionStore,
    documentParser,
    caches,
  })
  const index = new LinkIndex({ ...base, caches, revisionStore, documentLinks })
  const visibleContent = new VisibleContentReader({ database, caches, revisionStore, reader, links: index })
  const revisions = new RevisionService({
    ...base,
    revisionStore,
    reader,
    pooledReader,
    documentIds,
    changeRequests,
    files,
    visibleContent,
    caches,
  })
  const html = new HtmlService({ revisions, pooledReader, files, urls })
  const history = new RevisionHistoryService({ database, urls, history: new RevisionHistoryRepository() })
  const pageHistoryRepository = new PageHistoryRepository()
  const pageHistoryBase = {
    database,
    urls,
    revisionStore,
    repository: pageHistoryRepository,
    index: new PageHistoryIndex({ database, revisionStore, repository: pageHistoryRepository }),
  }
  const pageHistory = new PageHistoryService(pageHistoryBase)
  const pageBlame = new PageBlameService({ ...pageHistoryBase, caches, textWorkers })
  const semanticChanges = new SemanticChangeService({
    database,
    revisionStore,
    revisions,
    changeRequests,
    documentIds,
    files,
  })
  const links = new LinkService({
    ...base,
    index,
    visibleContent,
    specAccess,
    spaces,
    revisionStore,
    documentLinks,
    documentLinkRepository,
    revisions,
    changeRequests,
    files,
    documentIds,
  })
  const contentFiles = new ContentFileService({ files, revisions })
  const textReplacements = new TextReplacementService({
    database,
    revisionStore,
    changeRequests,
    textWorkers,
  })
  return {
    textReplacements,
    revisions,
    html,
    history,
    pageHistory,
    pageBlame,
    semanticChanges,
    contentFiles,
    documentLinks,
    links,
    visibleContent,
  }
}

interface ContentAreaDependencies {
  organizations: OrganizationsArea
  openapi: OpenAPIArea
  publishedContent: PublishedContent
}

/** Spaces and collections, their pages, files and links, and the change requests that change them. */
export function createContentArea(
  platform: Platform,
  areas: ContentAreaDependencies,
  { maxFileSize, revalidates }: { maxFileSize: number; revalidates: boolean },
) {
  const files = createFiles(platform, maxFileSize)
  const store = createStore(platform, areas.openapi, files.files, revalidates)
  const spaces = createSpaces(platform, areas, store)
  const changeRequests = createChangeRequests(platform, store, files)
  const lifecycle: AreaLifecycle = {
    jobHandlers: {
      'remove-space': ({ spaceId }) => spaces.spaces.removeExpired(spaceId),
      'find-conflicts': ({ spaceId }) => changeRequests.conflictFinder.findConflicts(spaceId),
      'collect-content': () => files.garbageCollector.collectDue(),
    },
    register: async (app) => {
      registerFileDelivery(app, files.files)
      await registerUploads(app, files.uploads, { maxFileSize })
    },
    cleanUp: (now) => files.garbageCollector.deleteOldRemovals(now),
    close: async () => {
      await changeRequests.plannedMergeRunner.stop()
      files.pictureSizer.close()
      await store.textWorkers.close()
      await store.pooledReader.close()
      await store.closeHighlighter()
    },
  }
  return {
    ...store,
    ...files,
    ...spaces,
    ...changeRequests,
    ...createRevisions(platform, store, files, changeRequests, spaces),
    embeds: new EmbedService({ fetcher: platform.fetcher, caches: platform.caches }),
    lifecycle,
  }
}

export const contentAreaRoutes = (content: ContentArea, access: VisitorSpecAccess): Route[] => [
  ...collectionRoutes(content.collections),
  ...spaceRoutes(content.spaces),
  ...revisionRoutes(content.revisions, content.html, content.semanticChanges, content.history),
  ...pageHistoryRoutes(content.pageHistory, content.pageBlame),
  ...contentFileRoutes(content.contentFiles),
  ...uploadRoutes(content.uploads),
  ...changeRequestRoutes(content),
  ...textReplacementRoutes(content.textReplacements),
  ...linkRoutes(content.links),
  ...computedRoutes(content.computed, access),
  ...templateRoutes(content.templates),
  ...embedRoutes(content.embeds, content.links),
]
