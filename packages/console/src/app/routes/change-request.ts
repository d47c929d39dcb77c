import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { type ChangeRequestFilter, readFilter } from '../../features/change-requests/filters.ts'
import { signedIn } from './root.ts'
import { space } from './space.ts'

const validateFilter = ({ show }: Record<string, unknown>): { show?: ChangeRequestFilter | undefined } => ({
  show: readFilter(show),
})

const list = createRoute({
  getParentRoute: () => space,
  path: '/change-requests',
  validateSearch: validateFilter,
  component: lazyRouteComponent(
    () => import('../../features/change-requests/change-request-list-screen.tsx'),
    'ChangeRequestListScreen',
  ),
})

const organizationList = createRoute({
  getParentRoute: () => signedIn,
  path: '/orgs/$organizationId/change-requests',
  validateSearch: validateFilter,
  component: lazyRouteComponent(
    () => import('../../features/change-requests/organization-change-requests-screen.tsx'),
    'OrganizationChangeRequestsScreen',
  ),
})

/** Its side bar has the pages of the change request, not those of the space. */
const changeRequest = createRoute({
  getParentRoute: () => signedIn,
  path: '/spaces/$spaceId/change-requests/$changeRequestId',
  component: lazyRouteComponent(
    () => import('../../features/change-requests/change-request-layout.tsx'),
    'ChangeRequestLayout',
  ),
})

const start = createRoute({
  getParentRoute: () => changeRequest,
  path: '/',
  component: lazyRouteComponent(
    () => import('../../features/change-requests/writing/write-screen.tsx'),
    'WriteStartScreen',
  ),
})

const page = createRoute({
  getParentRoute: () => changeRequest,
  path: '/pages/$pageId',
  component: lazyRouteComponent(
    () => import('../../features/change-requests/writing/write-screen.tsx'),
    'WriteScreen',
  ),
})

const find = createRoute({
  getParentRoute: () => changeRequest,
  path: '/find',
  component: lazyRouteComponent(
    () => import('../../features/change-requests/find/find-screen.tsx'),
    'FindScreen',
  ),
})

const changes = createRoute({
  getParentRoute: () => changeRequest,
  path: '/changes',
  // The router keeps what a validator leaves out, so a page that is refused is named too.
  validateSearch: ({ page: id }: Record<string, unknown>): { page?: string | undefined } => ({
    page: typeof id === 'string' ? id : undefined,
  }),
  component: lazyRouteComponent(
    () => import('../../features/change-requests/changes/changes-screen.tsx'),
    'ChangesScreen',
  ),
})

const review = createRoute({
  getParentRoute: () => changeRequest,
  path: '/review',
  component: lazyRouteComponent(
    () => import('../../features/change-requests/review/review-screen.tsx'),
    'ReviewScreen',
  ),
})

/** Below the layout of the space. */
export const changeRequestRoutes = [list] as const

/** With a layout of their own. */
export const changeRequestLayoutRoutes = [
  organizationList,
  changeRequest.addChildren([start, page, find, changes, review]),
] as const
