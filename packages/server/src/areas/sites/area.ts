import { findAdaptiveSchema, AudienceService } from '../../audience/audience-service.ts'
import { SiteTokens } from '../../audience/site-tokens.ts'
import type { Clock } from '../../common/clock.ts'
import type { Route } from '../../http/route.ts'
import type { Platform } from '../../platform.ts'
import type { ContentArea } from '../content/index.ts'
import type { Identity } from '../identity/index.ts'
import type { SearchArea } from '../search/index.ts'
import { customizationRoutes } from './customization/routes.ts'
import { CustomizationService } from './customization/service.ts'
import { RedirectRepository } from './redirects/repository.ts'
import { redirectRoutes } from './redirects/routes.ts'
import { RedirectService } from './redirects/service.ts'
import { VisitorProfiles } from './renderer-api/visitor-profiles.ts'
import { PublishedSiteCache } from './renderer-api/published-site-cache.ts'
import { rendererRoutes } from './renderer-api/routes.ts'
import { SiteSearch } from './renderer-api/site-search.ts'
import { RendererService } from './renderer-api/service.ts'
import { VisitorSpecs } from './renderer-api/visitor-specs.ts'
import { SiteRepository } from './sites/repository.ts'
import { siteRoutes } from './sites/routes.ts'
import { SiteService } from './sites/service.ts'
import { ConditionValidator } from './structure/condition-validator.ts'
import { StructureEditor } from './structure/structure-editor.ts'
import { StructureRepository } from './structure/repository.ts'
import { siteStructureRoutes } from './structure/routes.ts'
import { SiteStructureService } from './structure/service.ts'
import { urlRoutes } from './urls/routes.ts'
import { UrlService } from './urls/service.ts'
import { VisitorRepository } from './visitors/repository.ts'
import { visitorRoutes } from './visitors/routes.ts'
import { VisitorService } from './visitors/service.ts'

export type SitesArea = ReturnType<typeof createSitesArea>

/** The structures of sites. Made before the content area, which asks them whether a site shows a space. */
export const createStructureEditor = (clock: Clock): StructureEditor =>
  new StructureEditor({ structures: new StructureRepository(), clock })

/** Sites: what they are made of, how they look, who reads them, and what renderers ask about them. */
export function createSitesArea(
  { database, clock, urls, secrets }: Platform,
  areas: { identity: Identity; content: ContentArea; search: SearchArea },
  structures: StructureEditor,
) {
  const base = { database, clock, urls }
  const { revisionStore, main, spaces, collections, changeRequests, revisions, links, revalidationNotifier } = areas.content
  const conditions = new ConditionValidator(findAdaptiveSchema)
  const customizations = new CustomizationService({ database, conditions })
  const passes = new SiteTokens(secrets.visitors)
  const audiences = new AudienceService({ tokens: passes, clock })
  const profiles = new PublishedSiteCache({ database, urls, structures, customizations })
  const published = new RendererService({ ...base, audiences, tokens: passes, siteCache: profiles, revisionStore })
  return {
    sites: new SiteService({
      ...base,
      revalidationNotifier,
      sites: new SiteRepository(),
      structures,
      spaces,
      revisionStore,
      main,
    }),
    siteStructures: new SiteStructureService({ ...base, structures, spaces, conditions }),
    customizations,
    redirects: new RedirectService({ ...base, redirects: new RedirectRepository(), structures, revisionStore }),
    visitors: new VisitorService({ ...base, visitors: new VisitorRepository(), structures, tokens: passes }),
    audiences,
    published,
    siteSearch: new SiteSearch({
      database,
      urls,
      siteCache: profiles,
      search: areas.search.search,
      spaces,
      revisions,
    }),
    visitorProfiles: new VisitorProfiles({ siteCache: profiles, links, users: areas.identity.users }),
    visitorSpecAccess: new VisitorSpecs({ siteCache: profiles, links }),
    urls: new UrlService({ database, urls, collections, spaces, changeRequests, revisions, renderer: published }),
  }
}

export const sitesAreaRoutes = (sites: SitesArea): Route[] => [
  ...siteRoutes(sites.sites),
  ...siteStructureRoutes(sites.siteStructures),
  ...customizationRoutes(sites.customizations),
  ...redirectRoutes(sites.redirects),
  ...visitorRoutes(sites.visitors),
  ...rendererRoutes(sites.published, sites.siteSearch),
  ...urlRoutes(sites.urls),
]
