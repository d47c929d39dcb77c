import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { type ChangeRequestFilter, readFilter } from '../../features/change-requests/filters.ts'
import {
  changeRequestPagesRead,
  changeRequestRead,
  changesRead,
  commentsRead,
  draftsRead,
  pageCommentsRead,
  reviewersRead,
  viewedPagesRead,
} from '../../features/change-requests/use-change-request.ts'
import { read } from '../../api/index.ts'
import { getSpaceById } from '../../api/operations.ts'
import { beginOrganizationReads } from '../first-reads.ts'
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
  staticData: { beginReads: beginOrganizationReads },
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
  staticData: {
    beginReads: (client, { spaceId = '', changeRequestId = '' }) => {
      const ids = { spaceId, changeRequestId }
      return [
        client.ensureQueryData(read(getSpaceById, { spaceId })),
        client.ensureQueryData(changeRequestRead(ids)),
        client.ensureQueryData(changeRequestPagesRead(ids)),
        client.ensureQueryData(changesRead(ids)),
        client.ensureQueryData(reviewersRead(ids)),
        // Refused to whoever may not comment, and then not asked for again.
        client.ensureQueryData(draftsRead(ids)),
      ]
    },
  },
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
  staticData: {
    beginReads: (client, { spaceId = '', changeRequestId = '', pageId = '' }) => [
      client.ensureQueryData(pageCommentsRead({ spaceId, changeRequestId }, pageId)),
    ],
  },
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
  staticData: {
    beginReads: (client, { spaceId = '', changeRequestId = '' }) => [
      client.ensureQueryData(viewedPagesRead({ spaceId, changeRequestId })),
    ],
  },
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
  staticData: {
    beginReads: (client, { spaceId = '', changeRequestId = '' }) => [
      client.ensureQueryData(commentsRead({ spaceId, changeRequestId })),
    ],
  },
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
