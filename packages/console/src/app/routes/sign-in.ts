import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { root } from './root.ts'

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

/** The addresses before one is signed in. */
export const signInRoutes = [signIn] as const
