export { createSites, createSiteStructures, siteAreaRoutes, type Sites } from './area.ts'
export type { RedirectService } from './redirects/service.ts'
export type { GroupNode, SectionNode, SiteSpaceNode } from './structure/structure.ts'
