export { type ContentArea, contentAreaRoutes, createContentArea } from './area.ts'
export { reviewIsOutdated } from './change-requests/columns.ts'
export { type ReviewStatus, reviewStatuses } from './store/review-status.ts'
export {
  ChangeRequest,
  ChangeRequestSubject,
  type PlannedMergeEnd,
  plannedMergeEnds,
} from './change-requests/schema.ts'
export type {
  LockedChangeRequest,
  PageTextWriter,
  StoredPageText,
} from './change-requests/page-text-writer.ts'
export type { ChangeRequestService } from './change-requests/service.ts'
export { presentCollection } from './collections/present.ts'
export { Collection } from './collections/schema.ts'
export type { CollectionService } from './collections/service.ts'
export { writeDocumentMarkdown } from './documents/document-markdown.ts'
export type { DocumentParser } from './documents/document-parser.ts'
export { MAX_INCLUDE_DEPTH, type DocumentReader, type DocumentSource } from './documents/document-reader.ts'
export { createEvaluation, type EvaluationInputs, usesVisitor } from './documents/evaluation.ts'
export { getPageFilePath, getReusableContentFilePath } from './documents/reference-resolver.ts'
export { type DocumentLinks, readDocumentLinks } from './documents/text-tasks.ts'
export type { TextWorkers } from './documents/text-workers.ts'
export { isPath, parseReferenceTarget } from './documents/reference-targets.ts'
export { sendFile } from './files/delivery.ts'
export type { EmbedService } from './embeds/service.ts'
export type { FileService } from './files/service.ts'
export type { UploadService } from './files/upload-service.ts'
export type { PictureSizer } from './files/picture-sizer.ts'
export { listPictureWidths } from './files/picture-widths.ts'
export { publicFileCacheControl, restrictedFileCacheControl } from './files/file-addresses.ts'
export { type DocumentLinkStore, noLinks } from './references/document-links.ts'
export type { LinkService } from './links/service.ts'
export type { VisibleContentReader } from './references/visible-content.ts'
export { findMovedPage } from './moved-pages/moved-pages.ts'
export { findFileRedirect } from './revisions/redirect-repository.ts'
export { RevisionPage } from './revisions/schema.ts'
export type { RevisionService, RevisionScope } from './revisions/service.ts'
export { GitProvider, presentGitSource, SpaceGitSync } from './spaces/git-source.ts'
export { presentSpace } from './spaces/present.ts'
export { Space } from './spaces/schema.ts'
export type { SpaceService } from './spaces/service.ts'
export { bytesToHash, emptyRootHash, hashToBytes } from './store/hashes.ts'
export {
  AuthorizedMain,
  type LockedMain,
  type RepositoryChoice,
  requireConfiguredRepository,
  requireRepositoryAccess,
} from './store/main-authorization.ts'
export type { MainBranch, MainCopy, MainMove } from './store/main-branch.ts'
export type { RevalidationNotifier } from './store/revalidation-notifier.ts'
export type { RevisionStore, StoredRevision, RevisionCommit } from './store/revision-store.ts'
export {
  resolveRelativePath,
  parseOutline,
  type PageLookup,
  type PageOutline,
  pruneOutline,
} from './templates/outline.ts'
export {
  presentedSpaceColumns,
  type SpaceDetails,
  spaceDetails,
  type SpaceRowWithDetails,
  type SpaceWithDetails,
} from './spaces/columns.ts'
