import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { organization } from './organization.ts'
import { unreadRead } from '../../features/notifications/use-notifications.ts'
import { siteRead } from '../../features/sites/use-site.ts'
import { signedIn } from './root.ts'

const list = createRoute({
  getParentRoute: () => organization,
  path: '/sites',
  // The router keeps what a validator leaves out, so a value that is refused is named too.
  validateSearch: ({ new: isNew }: Record<string, unknown>): { new?: true | undefined } => ({
    new: isNew === true ? true : undefined,
  }),
  component: lazyRouteComponent(() => import('../../features/sites/sites-screen.tsx'), 'SitesScreen'),
})

/** Its side bar has the screens of the site, not the spaces of the organization. */
const site = createRoute({
  getParentRoute: () => signedIn,
  path: '/orgs/$organizationId/sites/$siteId',
  staticData: {
    beginReads: (client, { organizationId = '', siteId = '' }) => [
      client.ensureQueryData(siteRead({ organizationId, siteId })),
      client.ensureQueryData(unreadRead(organizationId)),
    ],
  },
  component: lazyRouteComponent(() => import('../../features/sites/site-layout.tsx'), 'SiteLayout'),
})

const structure = createRoute({
  getParentRoute: () => site,
  path: '/',
  validateSearch: ({ item }: Record<string, unknown>): { item?: string | undefined } => ({
    item: typeof item === 'string' ? item : undefined,
  }),
  component: lazyRouteComponent(
    () => import('../../features/sites/structure/structure-screen.tsx'),
    'StructureScreen',
  ),
})

const look = createRoute({
  getParentRoute: () => site,
  path: '/look',
  validateSearch: ({ siteSpace }: Record<string, unknown>): { siteSpace?: string | undefined } => ({
    siteSpace: typeof siteSpace === 'string' ? siteSpace : undefined,
  }),
  component: lazyRouteComponent(() => import('../../features/sites/look/look-screen.tsx'), 'LookScreen'),
})

const audience = createRoute({
  getParentRoute: () => site,
  path: '/audience',
  component: lazyRouteComponent(
    () => import('../../features/sites/audience/audience-screen.tsx'),
    'AudienceScreen',
  ),
})

const addresses = createRoute({
  getParentRoute: () => site,
  path: '/addresses',
  component: lazyRouteComponent(
    () => import('../../features/sites/addresses/addresses-screen.tsx'),
    'AddressesScreen',
  ),
})

const machines = createRoute({
  getParentRoute: () => site,
  path: '/machines',
  component: lazyRouteComponent(() => import('../../features/sites/machines-screen.tsx'), 'MachinesScreen'),
})

const publish = createRoute({
  getParentRoute: () => site,
  path: '/publish',
  component: lazyRouteComponent(
    () => import('../../features/sites/publish/publish-screen.tsx'),
    'PublishScreen',
  ),
})

const siteGit = createRoute({
  getParentRoute: () => site,
  path: '/git',
  component: lazyRouteComponent(
    () => import('../../features/sites/git/site-git-screen.tsx'),
    'SiteGitScreen',
  ),
})

const siteSettings = createRoute({
  getParentRoute: () => site,
  path: '/settings',
  component: lazyRouteComponent(
    () => import('../../features/sites/settings/site-settings-screen.tsx'),
    'SiteSettingsScreen',
  ),
})

/** Below the layout of the organization. */
export const organizationSiteRoutes = [list] as const

/** With a layout of their own. */
export const siteLayoutRoutes = [
  site.addChildren([structure, look, audience, addresses, machines, publish, siteGit, siteSettings]),
] as const
