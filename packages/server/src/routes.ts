import type { Route } from './http/route.ts'
import { changeRequestRoutes } from './resources/change-requests/routes.ts'
import { collectionRoutes } from './resources/collections/routes.ts'
import { commentRoutes } from './resources/comments/routes.ts'
import { computedRoutes } from './resources/computed/routes.ts'
import { embedRoutes } from './resources/embeds/routes.ts'
import { fileRoutes } from './resources/files/routes.ts'
import { gitSyncRoutes } from './resources/git-sync/routes.ts'
import { grantRoutes } from './resources/grants/routes.ts'
import { importRoutes } from './resources/imports/routes.ts'
import { inviteRoutes } from './resources/invites/routes.ts'
import { jobRoutes } from './resources/jobs/routes.ts'
import { linkRoutes } from './resources/links/routes.ts'
import { memberRoutes } from './resources/members/routes.ts'
import { openapiSpecRoutes } from './resources/openapi-specs/routes.ts'
import { organizationRoutes } from './resources/organizations/routes.ts'
import { pdfRoutes } from './resources/pdf/routes.ts'
import { publishedRoutes } from './resources/published/routes.ts'
import { reviewRoutes } from './resources/reviews/routes.ts'
import { revisionRoutes } from './resources/revisions/routes.ts'
import { searchRoutes } from './resources/search/routes.ts'
import { glossaryRoutes } from './resources/glossary/routes.ts'
import { translationRoutes } from './resources/translations/routes.ts'
import { samlRoutes } from './resources/saml/routes.ts'
import { serviceRoutes } from './resources/service/routes.ts'
import { customizationRoutes } from './resources/sites/customization-routes.ts'
import { redirectRoutes } from './resources/sites/redirect-routes.ts'
import { siteRoutes } from './resources/sites/routes.ts'
import { siteStructureRoutes } from './resources/sites/structure-routes.ts'
import { spaceRoutes } from './resources/spaces/routes.ts'
import { teamRoutes } from './resources/teams/routes.ts'
import { templateRoutes } from './resources/templates/routes.ts'
import { tokenRoutes } from './resources/tokens/routes.ts'
import { urlRoutes } from './resources/urls/routes.ts'
import { userRoutes } from './resources/users/routes.ts'
import { visitorRoutes } from './resources/visitors/routes.ts'
import type { Services } from './services.ts'
import { build, version } from './version.ts'

/** The whole API, in the order of its reference. */
export const createRoutes = (services: Services): Route[] => [
  ...serviceRoutes({ version, build }),
  ...userRoutes(services.users, services.shownPeople),
  ...tokenRoutes(services.tokens),
  ...organizationRoutes(services.organizations),
  ...memberRoutes(services.members, services.spaces),
  ...inviteRoutes(services.invites),
  ...teamRoutes(services.teams),
  ...collectionRoutes(services.collections),
  ...spaceRoutes(services.spaces),
  ...grantRoutes(services.grants),
  ...siteRoutes(services.sites),
  ...siteStructureRoutes(services.siteStructures),
  ...customizationRoutes(services.customizations),
  ...redirectRoutes(services.redirects),
  ...embedRoutes(services.embeds, services.links),
  ...visitorRoutes(services.visitors),
  ...publishedRoutes(services.published, services.siteSearch),
  ...urlRoutes(services.addresses),
  ...revisionRoutes(services.revisions),
  ...computedRoutes(services.computed, services.shownSpecs),
  ...linkRoutes(services.links),
  ...searchRoutes(services.search),
  ...fileRoutes(services.contentFiles, services.uploads),
  ...importRoutes(services.imports),
  ...templateRoutes(services.templates),
  ...changeRequestRoutes(services.changeRequests),
  ...reviewRoutes(services.reviews),
  ...commentRoutes(services.comments),
  ...pdfRoutes(services.pdfs),
  ...gitSyncRoutes(services.gitSync),
  ...openapiSpecRoutes(services.openapiSpecs, services.shownSpecs),
  ...samlRoutes(services.saml, services.sessions),
  ...translationRoutes(services.translations),
  ...glossaryRoutes(services.glossary),
  ...jobRoutes(services.visibleJobs),
]
