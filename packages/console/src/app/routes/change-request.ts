import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { space } from './space.ts'

const list = createRoute({
  getParentRoute: () => space,
  path: '/change-requests',
  component: lazyRouteComponent(
    () => import('../../features/change-requests/change-request-list-screen.tsx'),
    'ChangeRequestListScreen',
  ),
})

export const changeRequestRoutes = [list] as const
