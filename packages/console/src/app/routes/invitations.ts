import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { signedIn } from './root.ts'

const invitations = createRoute({
  getParentRoute: () => signedIn,
  path: '/invitations',
  component: lazyRouteComponent(
    () => import('../../features/sign-in/invitations-screen.tsx'),
    'InvitationsScreen',
  ),
})

/** The addresses of somebody who has an account, and may belong to no organization yet. */
export const invitationRoutes = [invitations] as const
