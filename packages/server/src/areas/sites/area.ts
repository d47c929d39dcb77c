import { adaptiveSchemaOf, Audiences } from '../../audience/audiences.ts'
import { Passes } from '../../audience/passes.ts'
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
import { ShownPeople } from './renderer-api/people.ts'
import { SiteProfiles } from './renderer-api/profiles.ts'
import { publishedRoutes } from './renderer-api/routes.ts'
import { SiteSearch } from './renderer-api/search.ts'
import { PublishedService } from './renderer-api/service.ts'
import { ShownSpecs } from './renderer-api/specs.ts'
import { SiteRepository } from './sites/repository.ts'
import { siteRoutes } from './sites/routes.ts'
import { SiteService } from './sites/service.ts'
import { SiteConditions } from './structure/conditions.ts'
import { SiteStructures } from './structure/editor.ts'
import { StructureRepository } from './structure/repository.ts'
import { siteStructureRoutes } from './structure/routes.ts'
import { SiteStructureService } from './structure/service.ts'
import { urlRoutes } from './urls/routes.ts'
import { UrlService } from './urls/service.ts'
import { VisitorRepository } from './visitors/repository.ts'
import { visitorRoutes } from './visitors/routes.ts'
import { VisitorService } from './visitors/service.ts'

export type Sites = ReturnType<typeof createSites>

/** The structures of sites. Made before the content area, which asks them whether a site shows a space. */
export const createSiteStructures = (clock: Clock): SiteStructures =>
  new SiteStructures({ structures: new StructureRepository(), clock })

/** Sites: what they are made of, how they look, who reads them, and what renderers ask about them. */
export function createSites(
  { database, clock, urls, secrets }: Platform,
  areas: { identity: Identity; content: ContentArea; search: SearchArea },
  structures: SiteStructures,
) {
  const base = { database, clock, urls }
  const { content, main, spaces, collections, changeRequests, revisions, links, revalidation } = areas.content
  const conditions = new SiteConditions(adaptiveSchemaOf)
  const customizations = new CustomizationService({ database, conditions })
  const passes = new Passes(secrets.visitors)
  const audiences = new Audiences({ passes, clock })
  const profiles = new SiteProfiles({ database, urls, structures, customizations })
  const published = new PublishedService({ ...base, audiences, passes, profiles, content })
  return {
    sites: new SiteService({
      ...base,
      revalidation,
      sites: new SiteRepository(),
      structures,
      spaces,
      content,
      main,
    }),
    siteStructures: new SiteStructureService({ ...base, structures, spaces, conditions }),
    customizations,
    redirects: new RedirectService({ ...base, redirects: new RedirectRepository(), structures, content }),
    visitors: new VisitorService({ ...base, visitors: new VisitorRepository(), structures, passes }),
    audiences,
    published,
    siteSearch: new SiteSearch({
      database,
      urls,
      profiles,
      search: areas.search.search,
      spaces,
      revisions,
    }),
    visitorProfiles: new ShownPeople({ profiles, links, users: areas.identity.users }),
    visitorSpecAccess: new ShownSpecs({ profiles, links }),
    urls: new UrlService({ database, urls, collections, spaces, changeRequests, revisions, published }),
  }
}

export const siteAreaRoutes = (sites: Sites): Route[] => [
  ...siteRoutes(sites.sites),
  ...siteStructureRoutes(sites.siteStructures),
  ...customizationRoutes(sites.customizations),
  ...redirectRoutes(sites.redirects),
  ...visitorRoutes(sites.visitors),
  ...publishedRoutes(sites.published, sites.siteSearch),
  ...urlRoutes(sites.urls),
]
