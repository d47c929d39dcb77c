import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute } from '@tanstack/react-router'
import { RootLayout } from '../root-layout.tsx'
import { requireSession } from '../session.ts'
import { SignedInLayout } from '../signed-in-layout.tsx'

export interface RouterContext {
  client: QueryClient
}

export const root = createRootRouteWithContext<RouterContext>()({ component: RootLayout })

/** Everything below it is for people who are signed in. */
export const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  beforeLoad: async ({ context, location }) => {
    await requireSession(context.client, location.href)
  },
  component: SignedInLayout,
})
