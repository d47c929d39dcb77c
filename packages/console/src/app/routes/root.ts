import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute } from '@tanstack/react-router'
import { RootLayout } from '../root-layout.tsx'
import { beginFirstReads } from '../first-reads.ts'
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
  beforeLoad: async ({ context: { client }, location, matches, preload }) => {
    // A link that is only pointed at loads the code of its screen, and nothing else.
    if (!preload) void beginFirstReads(client, matches)
    await requireSession(client, location.href)
  },
  component: SignedInLayout,
})
