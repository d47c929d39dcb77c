import type { QueryClient } from '@tanstack/react-query'
import { createRouter } from '@tanstack/react-router'
import { useWords } from '../locales/index.ts'
import { SkeletonRows } from '../ui/states.tsx'
import { FailedScreen, NotFoundScreen } from './failures.tsx'
import { beginFirstReads } from './first-reads.ts'
import { routeTree } from './routes/index.ts'
import { sessionRead } from './session.ts'

function PendingScreen() {
  return (
    <main id="main" tabIndex={-1}>
      <div className="wrap">
        <SkeletonRows label={useWords().common.loading} />
      </div>
    </main>
  )
}

export const createAppRouter = (client: QueryClient) =>
  createRouter({
    routeTree,
    basepath: '/app',
    context: { client },
    defaultPreload: 'intent',
    // The cache of reads decides what is fresh.
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 150,
    // What is there is shown at once: a slow computer has waited long enough.
    defaultPendingMinMs: 0,
    scrollRestoration: true,
    defaultPendingComponent: PendingScreen,
    defaultErrorComponent: FailedScreen,
    defaultNotFoundComponent: NotFoundScreen,
  })

/**
 * Begins to load the code of the screen in the address, and what it shows in any case. The router itself would begin after
 * its first render, and wait with the code until it knows who is signed in.
 */
export function loadScreen(router: ReturnType<typeof createAppRouter>, client: QueryClient): void {
  const matches = router.matchRoutes(router.latestLocation.pathname)
  for (const { routeId, staticData } of matches)
    if (staticData.isPassedThrough !== true) void router.loadRouteChunk(router.routesById[routeId])
  if (matches.some(({ routeId }) => routeId === '/signed-in')) {
    client.ensureQueryData(sessionRead).catch(() => undefined)
    beginFirstReads(client, matches)
  }
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
