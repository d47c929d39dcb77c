import type { QueryClient } from '@tanstack/react-query'
import { createRouter } from '@tanstack/react-router'
import { useWords } from '../locales/index.ts'
import { SkeletonRows } from '../ui/states.tsx'
import { FailedScreen, NotFoundScreen } from './failures.tsx'
import { beginFirstReads } from './first-reads.ts'
import { routeTree } from './routes/index.ts'

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
 * Loads the screen in the address: its code, who is signed in, and what it shows in any case, all at the same time. The router
 * itself would begin after its first render, and wait with the code until it knows who is signed in. Done when the screen can be
 * rendered with all that it shows.
 */
export async function loadScreen(
  router: ReturnType<typeof createAppRouter>,
  client: QueryClient,
): Promise<void> {
  const matches = router.matchRoutes(router.latestLocation.pathname)
  for (const { routeId, staticData } of matches)
    if (staticData.isPassedThrough !== true) void router.loadRouteChunk(router.routesById[routeId])
  const loaded = router.load()
  if (matches.some(({ routeId }) => routeId === '/signed-in')) await beginFirstReads(client, matches)
  await loaded
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
