import type { QueryClient } from '@tanstack/react-query'
import { createRouter } from '@tanstack/react-router'
import { useWords } from '../locales/index.ts'
import { SkeletonRows } from '../ui/states.tsx'
import { FailedScreen, NotFoundScreen } from './failures.tsx'
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
    scrollRestoration: true,
    defaultPendingComponent: PendingScreen,
    defaultErrorComponent: FailedScreen,
    defaultNotFoundComponent: NotFoundScreen,
  })

/** Begins to load the code of the screen in the address. The router itself would wait until it knows who is signed in. */
export function loadScreen(router: ReturnType<typeof createAppRouter>): void {
  for (const { routeId } of router.matchRoutes(router.latestLocation.pathname)) {
    void router.loadRouteChunk(router.routesById[routeId])
  }
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
