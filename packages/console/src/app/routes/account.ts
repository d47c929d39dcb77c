import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { signedIn } from './root.ts'

const account = createRoute({
  getParentRoute: () => signedIn,
  path: '/account',
  component: lazyRouteComponent(() => import('../../features/account/account-layout.tsx'), 'AccountLayout'),
})

const profile = createRoute({
  getParentRoute: () => account,
  path: '/',
  component: lazyRouteComponent(() => import('../../features/account/profile-screen.tsx'), 'ProfileScreen'),
})

const sessions = createRoute({
  getParentRoute: () => account,
  path: '/sessions',
  component: lazyRouteComponent(() => import('../../features/account/sessions-screen.tsx'), 'SessionsScreen'),
})

const tokens = createRoute({
  getParentRoute: () => account,
  path: '/tokens',
  component: lazyRouteComponent(() => import('../../features/account/tokens-screen.tsx'), 'TokensScreen'),
})

const security = createRoute({
  getParentRoute: () => account,
  path: '/security',
  component: lazyRouteComponent(() => import('../../features/account/security-screen.tsx'), 'SecurityScreen'),
})

const mails = createRoute({
  getParentRoute: () => account,
  path: '/notifications',
  component: lazyRouteComponent(
    () => import('../../features/notifications/notification-preferences-screen.tsx'),
    'NotificationPreferencesScreen',
  ),
})

export const accountRoutes = [account.addChildren([profile, mails, security, sessions, tokens])] as const
