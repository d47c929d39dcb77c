import { accountRoutes } from './account.ts'
import { changeRequestLayoutRoutes, changeRequestRoutes } from './change-request.ts'
import { invitationRoutes } from './invitations.ts'
import { organization, organizationLayoutRoutes, organizationRoutes } from './organization.ts'
import { root, signedIn } from './root.ts'
import { organizationSiteRoutes, siteLayoutRoutes } from './site.ts'
import { space, spaceRoutes } from './space.ts'
import { spaceSettingsRoutes } from './space-settings.ts'

/** Every address of the console but those before one is signed in (`sign-in.tsx`). Addresses are pairs of a kind and an id, as `urls.app` of the API has them. */
export const routeTree = root.addChildren([
  signedIn.addChildren([
    ...accountRoutes,
    ...invitationRoutes,
    ...organizationLayoutRoutes,
    organization.addChildren([...organizationRoutes, ...organizationSiteRoutes]),
    ...siteLayoutRoutes,
    ...changeRequestLayoutRoutes,
    space.addChildren([...spaceRoutes, ...spaceSettingsRoutes, ...changeRequestRoutes]),
  ]),
])
