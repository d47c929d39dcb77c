import { AudienceService } from '../../audience/audience-service.ts'
import { SiteTokens } from '../../audience/site-tokens.ts'
import type { Clock } from '../../common/clock.ts'
import { SecretCipher } from '../../common/secret-cipher.ts'
import type { Route } from '../../http/route.ts'
import type { AreaLifecycle, Platform } from '../../platform.ts'
import type { ContentArea } from '../content/index.ts'
import type { GitSyncArea } from '../git-sync/index.ts'
import type { IdentityArea } from '../identity/index.ts'
import type { OpenAPIArea } from '../openapi/index.ts'
import type { SearchArea } from '../search/index.ts'
import { checklistRoutes } from './checklist/routes.ts'
import { ChecklistService } from './checklist/service.ts'
import { customizationRoutes } from './customization/routes.ts'
import { CustomizationRepository } from './customization/repository.ts'
import { CustomizationService } from './customization/service.ts'
import { FontRepository } from './fonts/repository.ts'
import { fontRoutes } from './fonts/routes.ts'
import { FontService } from './fonts/service.ts'
import { registerCertificatePermissions } from './hostnames/certificate-permissions.ts'
import { CertificateService } from './hostnames/certificate-service.ts'
import { CustomHostnameService } from './hostnames/custom-hostname-service.ts'
import { SiteGitSyncRepository } from './git-sync/repository.ts'
import { siteGitSyncRoutes } from './git-sync/routes.ts'
import { SiteGitSyncService } from './git-sync/service.ts'
import { SiteConfigSync } from './git-sync/site-config-sync.ts'
import { SiteSynchroniser } from './git-sync/site-synchroniser.ts'
import { HostnameRepository } from './hostnames/repository.ts'
import { hostnameRoutes } from './hostnames/routes.ts'
import { HostnameService } from './hostnames/service.ts'
import { lookPreviewRoutes } from './look-previews/routes.ts'
import { LookPreviewService } from './look-previews/service.ts'
import { MissedPathRepository } from './missed-paths/repository.ts'
import { missedPathRoutes } from './missed-paths/routes.ts'
import { MissedPathService } from './missed-paths/service.ts'
import { PreviewLinkRepository } from './preview-links/repository.ts'
import { previewLinkRoutes } from './preview-links/routes.ts'
import { PreviewLinkService } from './preview-links/service.ts'
import { RedirectLoopGuard } from './redirects/loop-guard.ts'
import { RedirectTargets } from './redirects/redirect-targets.ts'
import { RedirectRepository } from './redirects/repository.ts'
import { redirectRoutes } from './redirects/routes.ts'
import { RedirectService } from './redirects/service.ts'
import { VisitorProfileReader } from './renderer-api/visitor-profiles.ts'
import { PublishedSiteCache } from './renderer-api/published-site-cache.ts'
import { RendererRepository } from './renderer-api/repository.ts'
import { rendererRoutes } from './renderer-api/routes.ts'
import { SiteSearch } from './renderer-api/site-search.ts'
import { RendererService } from './renderer-api/service.ts'
import { VisitorSpecGuard } from './renderer-api/visitor-specs.ts'
import { SiteRepository } from './sites/repository.ts'
import { siteTemplateRoutes } from './site-templates/routes.ts'
import { SiteTemplateService } from './site-templates/service.ts'
import { siteRoutes } from './sites/routes.ts'
import { SiteService } from './sites/service.ts'
import { ConditionValidator } from './structure/condition-validator.ts'
import { StructureEditor } from './structure/structure-editor.ts'
import { StructureRepository } from './structure/repository.ts'
import { siteStructureRoutes } from './structure/routes.ts'
import { SiteStructureService } from './structure/service.ts'
import { UrlRepository } from './urls/repository.ts'
import { urlRoutes } from './urls/routes.ts'
import { UrlService } from './urls/service.ts'
import { VisitorRepository } from './visitors/repository.ts'
import { visitorRoutes } from './visitors/routes.ts'
import { VisitorService } from './visitors/service.ts'

export type SitesArea = ReturnType<typeof createSitesArea>

/** Created before the content area, which needs it to know whether a site shows a space. */
export const createStructureEditor = (clock: Clock): StructureEditor =>
  new StructureEditor({ structures: new StructureRepository(), clock })

/** Sites: their structure, customization, redirects and visitors, and the API for renderers. */
export function createSitesArea(
  { database, clock, urls, secrets, caches, txtRecords, tasks, fetcher, onError }: Platform,
  areas: {
    identity: IdentityArea
    openapi: OpenAPIArea
    content: ContentArea
    search: SearchArea
    gitSync: GitSyncArea
  },
  structures: StructureEditor,
  { trustedDomains }: { trustedDomains: readonly string[] },
) {
  const base = { database, clock, urls }
  const { revisionStore, main, spaces, collections, changeRequests, revisions, links, revalidationNotifier } =
    areas.content
  const visitors = new VisitorRepository()
  const renderer = new RendererRepository()
  const conditions = new ConditionValidator((on, siteId) => visitors.findJsonSchema(on, siteId))
  const customizationRows = new CustomizationRepository()
  const customizations = new CustomizationService({
    database,
    conditions,
    customizations: customizationRows,
  })
  const tokens = new SiteTokens(secrets.visitors)
  const audiences = new AudienceService({ tokens, clock })
  const siteCache = new PublishedSiteCache({
    caches,
    database,
    repository: renderer,
    urls,
    structures,
    customizations,
  })
  const rendererService = new RendererService({
    ...base,
    repository: renderer,
    audiences,
    tokens,
    siteCache,
    revisionStore,
  })
  const hostnameRows = new HostnameRepository()
  const hostnames = new HostnameService({
    ...base,
    hostnames: hostnameRows,
    txtRecords,
    revalidationNotifier,
    trustedDomains,
  })
  const redirects = new RedirectRepository()
  const targets = new RedirectTargets({ redirects, revisionStore, urls })
  const loops = new RedirectLoopGuard({ redirects, targets, urls })
  structures.connect(loops)
  const certificates = new CertificateService({
    ...base,
    hostnames: hostnameRows,
    siteHostnames: hostnames,
    fetcher,
  })
  const lifecycle: AreaLifecycle = {
    register: (app) => registerCertificatePermissions(app, certificates),
  }
  const sites = new SiteRepository()
  const { sharedSync } = areas.gitSync
  const syncBase = {
    ...base,
    seal: new SecretCipher(secrets.seal),
    syncs: new SiteGitSyncRepository(),
    sharedSync,
  }
  const configs = new SiteConfigSync({ ...syncBase, sites, structures, conditions, spaces })
  const synchroniser = new SiteSynchroniser({ ...syncBase, configs })
  return {
    lifecycle,
    certificates,
    siteGitSync: new SiteGitSyncService({ ...syncBase, tasks, synchroniser }),
    hostnames,
    customHostnames: new CustomHostnameService({
      database,
      clock,
      hostnames: hostnameRows,
      siteHostnames: hostnames,
      revalidationNotifier,
    }),
    sites: new SiteService({
      ...base,
      revalidationNotifier,
      sites,
      hostnames,
      structures,
      spaces,
      revisionStore,
      main,
    }),
    siteTemplates: new SiteTemplateService({
      database,
      structures,
      spaces,
      customizations: customizationRows,
    }),
    siteStructures: new SiteStructureService({ ...base, structures, spaces, conditions }),
    fonts: new FontService({
      database,
      clock,
      fonts: new FontRepository(),
      uploads: areas.content.uploads,
      files: areas.content.files,
    }),
    checklists: new ChecklistService({ database, structures, links }),
    customizations,
    lookPreviews: new LookPreviewService({ customizations, tokens, clock }),
    previewLinks: new PreviewLinkService({
      ...base,
      changeRequests,
      previewLinks: new PreviewLinkRepository(),
    }),
    redirects: new RedirectService({ ...base, redirects, structures, targets, loops }),
    missedPaths: new MissedPathService({ database, clock, onError, missedPaths: new MissedPathRepository() }),
    visitors: new VisitorService({ ...base, visitors, structures, tokens }),
    audiences,
    renderer: rendererService,
    siteSearch: new SiteSearch({
      database,
      presenter: areas.search.presenter,
      siteCache,
      search: areas.search.search,
      spaces,
      revisions,
    }),
    visitorProfiles: new VisitorProfileReader({ siteCache, links, users: areas.identity.users }),
    visitorSpecAccess: new VisitorSpecGuard({
      siteCache,
      links,
      database,
      specAccess: areas.openapi.access,
    }),
    urls: new UrlService({
      database,
      urls,
      collections,
      spaces,
      changeRequests,
      revisions,
      renderer: rendererService,
      repository: new UrlRepository(),
    }),
  }
}

export const sitesAreaRoutes = (sites: SitesArea): Route[] => [
  ...siteRoutes(sites.sites),
  ...siteTemplateRoutes(sites.siteTemplates),
  ...hostnameRoutes(sites.hostnames, sites.customHostnames, sites.certificates),
  ...siteStructureRoutes(sites.siteStructures),
  ...siteGitSyncRoutes(sites.siteGitSync),
  ...checklistRoutes(sites.checklists),
  ...customizationRoutes(sites.customizations),
  ...fontRoutes(sites.fonts),
  ...lookPreviewRoutes(sites.lookPreviews),
  ...previewLinkRoutes(sites.previewLinks),
  ...redirectRoutes(sites.redirects),
  ...missedPathRoutes(sites.missedPaths),
  ...visitorRoutes(sites.visitors),
  ...rendererRoutes(sites.renderer, sites.siteSearch),
  ...urlRoutes(sites.urls),
]
