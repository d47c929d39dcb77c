import { build, version } from '../common/version.ts'
import type { Route } from '../http/route.ts'
import { serviceRoutes } from '../http/service-routes.ts'
import type { Platform } from '../platform.ts'
import { contentRoutes, createContent } from './content/index.ts'
import { createGitSync, gitSyncAreaRoutes } from './git-sync/index.ts'
import { createIdentity, identityRoutes } from './identity/index.ts'
import { createImports, importAreaRoutes } from './imports/index.ts'
import { type DescriptionLimits, createOpenAPIArea, openapiRoutes } from './openapi/index.ts'
import { createOrganizations, organizationAreaRoutes } from './organizations/index.ts'
import { createPdfArea, pdfAreaRoutes } from './pdf/index.ts'
import { createReview, reviewAreaRoutes } from './review/index.ts'
import { createSearchArea, searchAreaRoutes } from './search/index.ts'
import { createSignIn, signInRoutes } from './sign-in/index.ts'
import { createSitesArea, createStructureEditor, sitesAreaRoutes } from './sites/index.ts'
import { createTasksArea, taskRoutes } from './tasks/index.ts'
import { createTranslationArea, type TranslationEngine, translationAreaRoutes } from './translation/index.ts'

export type { DescriptionLimits } from './openapi/index.ts'
export { createPublishedPages } from './published-pages/index.ts'
export { createTranslationEngine } from './translation/index.ts'

export interface AreaSettings {
  maxFileSize: number
  dataDir: string
  openapiLimits?: Partial<DescriptionLimits> | undefined
  /** Whether changes of content are announced to a renderer's cache. */
  revalidates: boolean
  /** The engine that translates spaces, if the operator has set one. */
  translator: TranslationEngine | undefined
}

export type Areas = ReturnType<typeof createAreas>

/** All areas of the API, each with the areas below it that it uses. */
export function createAreas(platform: Platform, settings: AreaSettings) {
  const identity = createIdentity(platform)
  const organizations = createOrganizations(platform)
  const openapi = createOpenAPIArea(platform, settings.openapiLimits)
  const structures = createStructureEditor(platform.clock)
  const content = createContent(platform, { organizations, openapi, publishedContent: structures }, settings)
  const search = createSearchArea(platform, content)
  return {
    identity,
    organizations,
    openapi,
    content,
    review: createReview(platform, content),
    signIn: createSignIn(platform, identity, organizations),
    search,
    pdf: createPdfArea(platform, content),
    imports: createImports(platform, content),
    gitSync: createGitSync(platform, content, settings),
    translation: createTranslationArea(platform, content, settings.translator),
    sites: createSitesArea(platform, { identity, content, search }, structures),
    tasks: createTasksArea(platform),
  }
}

/** The whole API as one table, in the order of its reference. */
export const createRoutes = (areas: Areas): Route[] => [
  ...serviceRoutes({ version, build }),
  ...identityRoutes(areas.identity, areas.sites.visitorProfiles),
  ...organizationAreaRoutes(areas.organizations),
  ...signInRoutes(areas.signIn),
  ...contentRoutes(areas.content, areas.sites.visitorSpecAccess),
  ...reviewAreaRoutes(areas.review),
  ...searchAreaRoutes(areas.search),
  ...importAreaRoutes(areas.imports),
  ...gitSyncAreaRoutes(areas.gitSync),
  ...pdfAreaRoutes(areas.pdf),
  ...openapiRoutes(areas.openapi, areas.sites.visitorSpecAccess),
  ...translationAreaRoutes(areas.translation),
  ...sitesAreaRoutes(areas.sites),
  ...taskRoutes(areas.tasks),
]
