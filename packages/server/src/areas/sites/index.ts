export { createSitesArea, createStructureEditor, sitesAreaRoutes, type SitesArea } from './area.ts'
export type { LookPreview } from './look-previews/schema.ts'
export type { LookPreviewRenderer, LookPreviewRequest } from './look-previews/service.ts'
export type { MissedPathService } from './missed-paths/service.ts'
export type { PreviewedChangeRequest } from './preview-links/repository.ts'
export type { PreviewLinkService } from './preview-links/service.ts'
export type { RedirectService } from './redirects/service.ts'
export { findMovedSite } from './sites/moved-site-repository.ts'
export type { SiteVisibility } from './sites/columns.ts'
export {
  type GroupNode,
  type LinkNode,
  type LocalizedText,
  type SectionNode,
  type SiteSpaceNode,
  withoutDrafts,
} from './structure/structure-nodes.ts'
export { makeSiteSyncKey } from './git-sync/service.ts'
