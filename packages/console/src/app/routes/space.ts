import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { read } from '../../api/index.ts'
import { listSpacePageBacklinks } from '../../api/operations.ts'
import { comparisonRead, revisionRead } from '../../features/change-requests/changes/comparison-reads.ts'
import { pageRead } from '../../features/pages/pages-read.ts'
import {
  formerPageRead,
  pageBlameRead,
  pageRevisionsRead,
} from '../../features/revisions/page-history-reads.ts'
import { reusableContentRead, usesRead } from '../../features/shared-content/reusable-reads.ts'
import { beginSpaceReads } from '../first-reads.ts'
import { signedIn } from './root.ts'

export const space = createRoute({
  getParentRoute: () => signedIn,
  path: '/spaces/$spaceId',
  staticData: { beginReads: beginSpaceReads },
  component: lazyRouteComponent(() => import('../../features/spaces/space-layout.tsx'), 'SpaceLayout'),
})

const start = createRoute({
  getParentRoute: () => space,
  path: '/',
  component: lazyRouteComponent(
    () => import('../../features/spaces/space-start-screen.tsx'),
    'SpaceStartScreen',
  ),
})

const page = createRoute({
  getParentRoute: () => space,
  path: '/pages/$pageId',
  staticData: {
    beginReads: (client, { spaceId = '', pageId = '' }) => [
      client.ensureQueryData(pageRead(spaceId, pageId)),
      client.ensureQueryData(read(listSpacePageBacklinks, { spaceId, pageId })),
    ],
  },
  component: lazyRouteComponent(() => import('../../features/spaces/page-screen.tsx'), 'PageScreen'),
})

const pageHistory = createRoute({
  getParentRoute: () => space,
  path: '/pages/$pageId/history',
  staticData: {
    beginReads: (client, { spaceId = '', pageId = '' }) => [
      client.ensureInfiniteQueryData(pageRevisionsRead({ spaceId, pageId })),
    ],
  },
  component: lazyRouteComponent(
    () => import('../../features/revisions/page-history-screen.tsx'),
    'PageHistoryScreen',
  ),
})

const pageBlame = createRoute({
  getParentRoute: () => space,
  path: '/pages/$pageId/blame',
  staticData: {
    beginReads: (client, { spaceId = '', pageId = '' }) => [
      client.ensureQueryData(pageBlameRead({ spaceId, pageId })),
    ],
  },
  component: lazyRouteComponent(
    () => import('../../features/revisions/page-blame-screen.tsx'),
    'PageBlameScreen',
  ),
})

const formerPage = createRoute({
  getParentRoute: () => space,
  path: '/revisions/$revisionId/pages/$pageId',
  staticData: {
    beginReads: (client, { spaceId = '', revisionId = '', pageId = '' }) => [
      client.ensureQueryData(formerPageRead({ spaceId, pageId }, revisionId)),
      client.ensureQueryData(revisionRead(spaceId, revisionId)),
    ],
  },
  component: lazyRouteComponent(
    () => import('../../features/revisions/former-page-screen.tsx'),
    'FormerPageScreen',
  ),
})

const history = createRoute({
  getParentRoute: () => space,
  path: '/revisions',
  component: lazyRouteComponent(() => import('../../features/revisions/history-screen.tsx'), 'HistoryScreen'),
})

const compare = createRoute({
  getParentRoute: () => space,
  path: '/revisions/$revisionId/compare/$baseRevisionId',
  staticData: {
    beginReads: (client, { spaceId = '', revisionId = '', baseRevisionId = '' }) => [
      client.ensureQueryData(comparisonRead({ spaceId, revisionId, baseRevisionId })),
      client.ensureQueryData(revisionRead(spaceId, baseRevisionId)),
      client.ensureQueryData(revisionRead(spaceId, revisionId)),
    ],
  },
  validateSearch: ({ page: id }: Record<string, unknown>): { page?: string | undefined } => ({
    page: typeof id === 'string' ? id : undefined,
  }),
  component: lazyRouteComponent(
    () => import('../../features/change-requests/changes/compare-screen.tsx'),
    'CompareScreen',
  ),
})

const files = createRoute({
  getParentRoute: () => space,
  path: '/files',
  component: lazyRouteComponent(() => import('../../features/files/files-screen.tsx'), 'FilesScreen'),
})

const links = createRoute({
  getParentRoute: () => space,
  path: '/links',
  component: lazyRouteComponent(() => import('../../features/links/links-screen.tsx'), 'LinksScreen'),
})

const importing = createRoute({
  getParentRoute: () => space,
  path: '/import',
  component: lazyRouteComponent(() => import('../../features/imports/import-screen.tsx'), 'ImportScreen'),
})

const importRun = createRoute({
  getParentRoute: () => space,
  path: '/imports/$importRunId',
  component: lazyRouteComponent(
    () => import('../../features/imports/import-run-screen.tsx'),
    'ImportRunScreen',
  ),
})

const reusable = createRoute({
  getParentRoute: () => space,
  path: '/reusable',
  component: lazyRouteComponent(
    () => import('../../features/shared-content/reusable-screen.tsx'),
    'ReusableScreen',
  ),
})

const reusableContent = createRoute({
  getParentRoute: () => space,
  path: '/reusable/$reusableContentId',
  staticData: {
    beginReads: (client, { spaceId = '', reusableContentId = '' }) => [
      client.ensureQueryData(reusableContentRead({ spaceId, reusableContentId })),
      client.ensureInfiniteQueryData(usesRead({ spaceId, reusableContentId })),
    ],
  },
  component: lazyRouteComponent(
    () => import('../../features/shared-content/reusable-content-screen.tsx'),
    'ReusableContentScreen',
  ),
})

const variables = createRoute({
  getParentRoute: () => space,
  path: '/variables',
  component: lazyRouteComponent(
    () => import('../../features/shared-content/variables-screen.tsx'),
    'VariablesScreen',
  ),
})

export const spaceRoutes = [
  start,
  page,
  pageHistory,
  pageBlame,
  formerPage,
  history,
  compare,
  files,
  links,
  importing,
  importRun,
  reusable,
  reusableContent,
  variables,
] as const
