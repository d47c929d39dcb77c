export { createSitesArea, createStructureEditor, sitesAreaRoutes, type SitesArea } from './area.ts'
export type { RedirectService } from './redirects/service.ts'
export type { SiteVisibility } from './sites/columns.ts'
export type { GroupNode, SectionNode, SiteSpaceNode } from './structure/structure-nodes.ts'
