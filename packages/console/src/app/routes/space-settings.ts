import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { space } from './space.ts'

const general = createRoute({
  getParentRoute: () => space,
  path: '/settings',
  component: lazyRouteComponent(
    () => import('../../features/space-settings/general-screen.tsx'),
    'SpaceGeneralScreen',
  ),
})

const people = createRoute({
  getParentRoute: () => space,
  path: '/settings/people',
  component: lazyRouteComponent(
    () => import('../../features/space-settings/people-screen.tsx'),
    'SpacePeopleScreen',
  ),
})

const git = createRoute({
  getParentRoute: () => space,
  path: '/settings/git',
  component: lazyRouteComponent(
    () => import('../../features/space-settings/git-screen.tsx'),
    'SpaceGitScreen',
  ),
})

export const spaceSettingsRoutes = [general, people, git] as const
