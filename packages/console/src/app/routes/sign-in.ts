import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { root, signedIn } from './root.ts'

/** Only addresses of the console itself, so that a link cannot lead elsewhere after signing in. */
const readReturnAddress = (value: unknown): string | undefined =>
  typeof value === 'string' && /^\/(?![/\\])/.test(value) ? value : undefined

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  // The router keeps what a validator leaves out, so an address that is refused is named too.
  validateSearch: ({ to }: Record<string, unknown>): { to?: string | undefined } => ({
    to: readReturnAddress(to),
  }),
  component: lazyRouteComponent(() => import('../../features/sign-in/sign-in-screen.tsx'), 'SignInScreen'),
})

const forgot = createRoute({
  getParentRoute: () => root,
  path: '/sign-in/forgot',
  component: lazyRouteComponent(() => import('../../features/sign-in/forgot-screen.tsx'), 'ForgotScreen'),
})

const link = createRoute({
  getParentRoute: () => root,
  path: '/sign-in/link',
  component: lazyRouteComponent(() => import('../../features/sign-in/link-screen.tsx'), 'LinkScreen'),
})

const setup = createRoute({
  getParentRoute: () => root,
  path: '/setup',
  component: lazyRouteComponent(() => import('../../features/sign-in/setup-screen.tsx'), 'SetupScreen'),
})

const reset = createRoute({
  getParentRoute: () => root,
  path: '/reset',
  component: lazyRouteComponent(() => import('../../features/sign-in/reset-screen.tsx'), 'ResetScreen'),
})

const invitation = createRoute({
  getParentRoute: () => root,
  path: '/invitation',
  component: lazyRouteComponent(
    () => import('../../features/sign-in/invitation-screen.tsx'),
    'InvitationScreen',
  ),
})

const confirmEmail = createRoute({
  getParentRoute: () => root,
  path: '/confirm-email',
  component: lazyRouteComponent(
    () => import('../../features/sign-in/confirm-email-screen.tsx'),
    'ConfirmEmailScreen',
  ),
})

const join = createRoute({
  getParentRoute: () => root,
  path: '/join/$organizationId/$inviteId',
  component: lazyRouteComponent(() => import('../../features/sign-in/join-screen.tsx'), 'JoinScreen'),
})

const invitations = createRoute({
  getParentRoute: () => signedIn,
  path: '/invitations',
  component: lazyRouteComponent(
    () => import('../../features/sign-in/invitations-screen.tsx'),
    'InvitationsScreen',
  ),
})

/** The addresses before one is signed in. */
export const signInRoutes = [signIn, forgot, link, setup, reset, invitation, confirmEmail, join] as const

/** Those of somebody who has an account, and may belong to no organization yet. */
export const invitationRoutes = [invitations] as const
