import type { Route } from './http/route.ts'
import { changeRequestRoutes } from './areas/content/change-requests/routes.ts'
import { collectionRoutes } from './areas/content/collections/routes.ts'
import { commentRoutes } from './areas/review/comments/routes.ts'
import { computedRoutes } from './areas/content/computed/routes.ts'
import { embedRoutes } from './areas/content/embeds/routes.ts'
import { uploadRoutes } from './areas/content/files/routes.ts'
import { fileRoutes } from './areas/content/revisions/file-routes.ts'
import { gitSyncRoutes } from './areas/git-sync/routes.ts'
import { grantRoutes } from './areas/organizations/grants/routes.ts'
import { importRoutes } from './areas/imports/routes.ts'
import { inviteRoutes } from './areas/sign-in/invites/routes.ts'
import { jobRoutes } from './areas/tasks/routes.ts'
import { linkRoutes } from './areas/content/links/routes.ts'
import { memberRoutes } from './areas/organizations/members/routes.ts'
import { openapiSpecRoutes } from './areas/openapi/specs/routes.ts'
import { organizationRoutes } from './areas/organizations/organizations/routes.ts'
import { pdfRoutes } from './areas/pdf/routes.ts'
import { publishedRoutes } from './areas/sites/renderer-api/routes.ts'
import { reviewRoutes } from './areas/review/reviews/routes.ts'
import { revisionRoutes } from './areas/content/revisions/routes.ts'
import { searchRoutes } from './areas/search/routes.ts'
import { glossaryRoutes } from './areas/translation/glossary/routes.ts'
import { translationRoutes } from './areas/translation/translations/routes.ts'
import { sessionRoutes } from './areas/identity/sessions/routes.ts'
import { samlRoutes } from './areas/sign-in/saml/routes.ts'
import { serviceRoutes } from './http/service-routes.ts'
import { customizationRoutes } from './areas/sites/customization/routes.ts'
import { redirectRoutes } from './areas/sites/redirects/routes.ts'
import { siteRoutes } from './areas/sites/sites/routes.ts'
import { siteStructureRoutes } from './areas/sites/structure/routes.ts'
import { spaceRoutes } from './areas/content/spaces/routes.ts'
import { teamRoutes } from './areas/organizations/teams/routes.ts'
import { templateRoutes } from './areas/content/templates/routes.ts'
import { tokenRoutes } from './areas/identity/tokens/routes.ts'
import { urlRoutes } from './areas/sites/urls/routes.ts'
import { userRoutes } from './areas/identity/users/routes.ts'
import { visitorRoutes } from './areas/sites/visitors/routes.ts'
import type { Services } from './services.ts'
import { build, version } from './common/version.ts'

/** The whole API, in the order of its reference. */
export const createRoutes = (services: Services): Route[] => [
  ...serviceRoutes({ version, build }),
  ...userRoutes(services.users, services.shownPeople),
  ...tokenRoutes(services.tokens),
  ...organizationRoutes(services.organizations),
  ...memberRoutes(services.members),
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
  ...fileRoutes(services.contentFiles),
  ...uploadRoutes(services.uploads),
  ...importRoutes(services.imports),
  ...templateRoutes(services.templates),
  ...changeRequestRoutes(services.changeRequests),
  ...reviewRoutes(services.reviews),
  ...commentRoutes(services.comments),
  ...pdfRoutes(services.pdfs),
  ...gitSyncRoutes(services.gitSync),
  ...openapiSpecRoutes(services.openapiSpecs, services.shownSpecs),
  ...samlRoutes(services.saml),
  ...sessionRoutes(services.sessions),
  ...translationRoutes(services.translations),
  ...glossaryRoutes(services.glossary),
  ...jobRoutes(services.visibleJobs),
]
