import { changeRequestLayoutRoutes, changeRequestRoutes } from './change-request.ts'
import { organizationRoutes } from './organization.ts'
import { root, signedIn } from './root.ts'
import { signInRoutes } from './sign-in.ts'
import { space, spaceRoutes } from './space.ts'

/** Every address of the console. Addresses are pairs of a kind and an id, as `urls.app` of the API has them. */
export const routeTree = root.addChildren([
  ...signInRoutes,
  signedIn.addChildren([
    ...organizationRoutes,
    ...changeRequestLayoutRoutes,
    space.addChildren([...spaceRoutes, ...changeRequestRoutes]),
  ]),
])
