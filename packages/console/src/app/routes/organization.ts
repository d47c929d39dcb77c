import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { read } from '../../api/index.ts'
import { getCollectionById } from '../../api/operations.ts'
import { beginHomeReads, beginOrganizationReads } from '../first-reads.ts'
import { readLastOrganization } from '../last-organization.ts'
import { organizationsRead } from '../organization.ts'
import { signedIn } from './root.ts'

const loadLayout = () => import('../../features/organizations/organization-layout.tsx')
const loadHome = () => import('../../features/home/home-screen.tsx')

const start = createRoute({
  getParentRoute: () => signedIn,
  path: '/',
  staticData: {
    isPassedThrough: true,
    beginReads: (client) => {
      // Nearly everybody goes on to the home of an organization. Code that cannot be loaded now is loaded again then.
      Promise.all([loadLayout(), loadHome()]).catch(() => undefined)
      const beginReads = (organizationId: string) => [
        ...beginOrganizationReads(client, { organizationId }),
        ...beginHomeReads(client, { organizationId }),
      ]
      const last = readLastOrganization()
      if (last !== undefined) return beginReads(last)
      const organizations = client.ensureQueryData(organizationsRead)
      return [
        organizations.then(({ items: [first] }) => Promise.allSettled(first ? beginReads(first.id) : [])),
      ]
    },
  },
  beforeLoad: async ({ context: { client } }) => {
    const { items } = await client.ensureQueryData(organizationsRead)
    const last = readLastOrganization()
    const first = items.find(({ id }) => id === last) ?? items[0]
    if (first) throw redirect({ to: '/orgs/$organizationId', params: { organizationId: first.id } })
  },
  component: lazyRouteComponent(
    () => import('../../features/organizations/no-organization-screen.tsx'),
    'NoOrganizationScreen',
  ),
})

export const organization = createRoute({
  getParentRoute: () => signedIn,
  path: '/orgs/$organizationId',
  staticData: { beginReads: beginOrganizationReads },
  component: lazyRouteComponent(loadLayout, 'OrganizationLayout'),
})

const home = createRoute({
  getParentRoute: () => organization,
  path: '/',
  staticData: { beginReads: beginHomeReads },
  component: lazyRouteComponent(loadHome, 'HomeScreen'),
})

const content = createRoute({
  getParentRoute: () => organization,
  path: '/content',
  component: lazyRouteComponent(() => import('../../features/content/content-screen.tsx'), 'ContentScreen'),
})

const bin = createRoute({
  getParentRoute: () => organization,
  path: '/bin',
  component: lazyRouteComponent(() => import('../../features/content/bin-screen.tsx'), 'BinScreen'),
})

const members = createRoute({
  getParentRoute: () => organization,
  path: '/members',
  component: lazyRouteComponent(() => import('../../features/members/members-screen.tsx'), 'MembersScreen'),
})

const member = createRoute({
  getParentRoute: () => organization,
  path: '/members/$userId',
  component: lazyRouteComponent(() => import('../../features/members/member-screen.tsx'), 'MemberScreen'),
})

const invitations = createRoute({
  getParentRoute: () => organization,
  path: '/invitations',
  component: lazyRouteComponent(
    () => import('../../features/members/invitations-screen.tsx'),
    'InvitationsScreen',
  ),
})

const teams = createRoute({
  getParentRoute: () => organization,
  path: '/teams',
  component: lazyRouteComponent(() => import('../../features/teams/teams-screen.tsx'), 'TeamsScreen'),
})

const team = createRoute({
  getParentRoute: () => organization,
  path: '/teams/$teamId',
  component: lazyRouteComponent(() => import('../../features/teams/team-screen.tsx'), 'TeamScreen'),
})

const jobs = createRoute({
  getParentRoute: () => organization,
  path: '/jobs',
  component: lazyRouteComponent(() => import('../../features/jobs/jobs-screen.tsx'), 'JobsScreen'),
})

const specs = createRoute({
  getParentRoute: () => organization,
  path: '/openapi',
  component: lazyRouteComponent(() => import('../../features/openapi-specs/specs-screen.tsx'), 'SpecsScreen'),
})

const spec = createRoute({
  getParentRoute: () => organization,
  path: '/openapi/$specSlug',
  component: lazyRouteComponent(() => import('../../features/openapi-specs/spec-screen.tsx'), 'SpecScreen'),
})

const translations = createRoute({
  getParentRoute: () => organization,
  path: '/translations',
  component: lazyRouteComponent(
    () => import('../../features/translations/translations-screen.tsx'),
    'TranslationsScreen',
  ),
})

const translation = createRoute({
  getParentRoute: () => organization,
  path: '/translations/$translationId',
  component: lazyRouteComponent(
    () => import('../../features/translations/translation-screen.tsx'),
    'TranslationScreen',
  ),
})

const glossary = createRoute({
  getParentRoute: () => organization,
  path: '/glossary',
  component: lazyRouteComponent(
    () => import('../../features/translations/glossary-screen.tsx'),
    'GlossaryScreen',
  ),
})

const notifications = createRoute({
  getParentRoute: () => organization,
  path: '/notifications',
  component: lazyRouteComponent(
    () => import('../../features/notifications/notifications-screen.tsx'),
    'NotificationsScreen',
  ),
})

const signOn = createRoute({
  getParentRoute: () => organization,
  path: '/sign-on',
  component: lazyRouteComponent(() => import('../../features/sign-on/sign-on-screen.tsx'), 'SignOnScreen'),
})

const settings = createRoute({
  getParentRoute: () => organization,
  path: '/settings',
  component: lazyRouteComponent(
    () => import('../../features/organization-settings/organization-settings-screen.tsx'),
    'OrganizationSettingsScreen',
  ),
})

const collection = createRoute({
  getParentRoute: () => signedIn,
  path: '/collections/$collectionId',
  staticData: {
    beginReads: (client, { collectionId = '' }) => [
      client.ensureQueryData(read(getCollectionById, { collectionId })),
      client.ensureQueryData(organizationsRead),
    ],
  },
  component: lazyRouteComponent(
    () => import('../../features/content/collection-screen.tsx'),
    'CollectionScreen',
  ),
})

/** Below the layout of the organization. */
export const organizationRoutes = [
  home,
  content,
  bin,
  members,
  member,
  invitations,
  teams,
  team,
  jobs,
  notifications,
  specs,
  spec,
  translations,
  translation,
  glossary,
  settings,
  signOn,
] as const

/** With a layout of their own. */
export const organizationLayoutRoutes = [start, collection] as const
