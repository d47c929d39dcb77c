import { build, version } from '../common/version.ts'
import type { Route } from '../http/route.ts'
import { serviceRoutes } from '../http/service-routes.ts'
import type { Platform } from '../platform.ts'
import { contentAreaRoutes, createContentArea } from './content/index.ts'
import { createEventsArea, eventsAreaRoutes } from './events/index.ts'
import { createGitSyncArea, gitSyncAreaRoutes, type OperatorSshKey } from './git-sync/index.ts'
import { createInboxArea, inboxAreaRoutes } from './inbox/index.ts'
import { createIdentityArea, identityAreaRoutes } from './identity/index.ts'
import { createImportsArea, type ImportSettings, importsAreaRoutes } from './imports/index.ts'
import { type DescriptionLimits, createOpenAPIArea, openapiAreaRoutes } from './openapi/index.ts'
import { createLiveArea, liveAreaRoutes } from './live/index.ts'
import {
  createOrganizationRemovalArea,
  createOrganizationsArea,
  organizationRemovalAreaRoutes,
  organizationsAreaRoutes,
} from './organizations/index.ts'
import { createPdfArea, pdfAreaRoutes, type PdfSettings } from './pdf/index.ts'
import { createReviewArea, reviewAreaRoutes } from './review/index.ts'
import { createSearchArea, searchAreaRoutes } from './search/index.ts'
import { createSignInArea, signInAreaRoutes, type SignInSettings } from './sign-in/index.ts'
import { createSitesArea, createStructureEditor, sitesAreaRoutes } from './sites/index.ts'
import { createTasksArea, tasksAreaRoutes } from './tasks/index.ts'
import { createTranslationArea, type TranslationEngine, translationAreaRoutes } from './translation/index.ts'

export type { ImportSettings } from './imports/index.ts'
export type { PdfSettings } from './pdf/index.ts'
export type { DescriptionLimits } from './openapi/index.ts'
export { createPublishedPagesArea, type SiteRateLimits } from './published-pages/index.ts'
export { createTranslationEngine } from './translation/index.ts'

export interface AreaSettings extends SignInSettings {
  maxFileSize: number
  dataDir: string
  pdf: PdfSettings
  imports: ImportSettings
  openapiLimits?: Partial<DescriptionLimits> | undefined
  /** Domains below which sites get hostnames without proof; `*` stands for all. */
  trustedDomains: readonly string[]
  /** Whether changes of content are announced to a renderer's cache. */
  revalidates: boolean
  gitSshKey: OperatorSshKey | undefined
  /** The engine that translates spaces, if the operator has set one. */
  translator: TranslationEngine | undefined
}

export type Areas = ReturnType<typeof createAreas>

/** All areas of the API, each with the areas below it that it uses. */
export function createAreas(platform: Platform, settings: AreaSettings) {
  const identity = createIdentityArea(platform)
  const organizations = createOrganizationsArea(platform)
  const openapi = createOpenAPIArea(platform, settings.openapiLimits)
  const structures = createStructureEditor(platform.clock)
  const content = createContentArea(
    platform,
    { organizations, openapi, publishedContent: structures },
    settings,
  )
  const search = createSearchArea(platform, content)
  const gitSync = createGitSyncArea(platform, content, settings)
  const events = createEventsArea(platform)
  return {
    identity,
    organizations,
    organizationRemoval: createOrganizationRemovalArea(platform),
    openapi,
    content,
    review: createReviewArea(platform, content),
    live: createLiveArea(platform, content),
    signIn: createSignInArea(platform, identity, organizations, settings),
    search,
    pdf: createPdfArea(platform, content, settings.pdf),
    imports: createImportsArea(platform, content, settings.imports),
    gitSync,
    translation: createTranslationArea(platform, content, settings.translator),
    sites: createSitesArea(platform, { identity, openapi, content, search, gitSync }, structures, settings),
    tasks: createTasksArea(platform),
    events,
    inbox: createInboxArea(platform, identity, events),
  }
}

/** The whole API as one table, in the order of its reference. */
export const createRoutes = (areas: Areas): Route[] => [
  ...serviceRoutes({ version, build }),
  ...identityAreaRoutes(areas.identity, areas.sites.visitorProfiles),
  ...organizationsAreaRoutes(areas.organizations),
  ...organizationRemovalAreaRoutes(areas.organizationRemoval),
  ...signInAreaRoutes(areas.signIn),
  ...contentAreaRoutes(areas.content, areas.sites.visitorSpecAccess),
  ...reviewAreaRoutes(areas.review),
  ...liveAreaRoutes(areas.live),
  ...searchAreaRoutes(areas.search),
  ...importsAreaRoutes(areas.imports),
  ...gitSyncAreaRoutes(areas.gitSync),
  ...pdfAreaRoutes(areas.pdf),
  ...openapiAreaRoutes(areas.openapi, areas.sites.visitorSpecAccess),
  ...translationAreaRoutes(areas.translation),
  ...sitesAreaRoutes(areas.sites),
  ...tasksAreaRoutes(areas.tasks),
  ...eventsAreaRoutes(areas.events),
  ...inboxAreaRoutes(areas.inbox),
]
