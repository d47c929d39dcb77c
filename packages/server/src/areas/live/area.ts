import { days } from '../../common/clock.ts'
import type { Route } from '../../http/route.ts'
import type { AreaLifecycle, Platform } from '../../platform.ts'
import type { ContentArea } from '../content/index.ts'
import { Committer } from './committer.ts'
import { LiveDocuments } from './live-documents.ts'
import { LiveHub, PRESENCE_MS } from './live-hub.ts'
import { LiveRepository } from './repository.ts'
import { liveRoutes } from './routes.ts'
import { LiveSaver } from './saver.ts'
import { LiveService } from './service.ts'
import { LiveSynchronizer } from './synchronizer.ts'

export type LiveArea = ReturnType<typeof createLiveArea>

/** How long the commits of a page are kept after the last of them, for those who were away. */
const COMMIT_RETENTION_MS = 7 * days

/** Pages of change requests that several people write at the same time. */
export function createLiveArea(
  { database, notifications, clock, urls, caches, onError }: Platform,
  { changeRequests, pageTexts, documentParser, textWorkers }: ContentArea,
) {
  const base = { database, clock, repository: new LiveRepository() }
  const documents = new LiveDocuments(base.repository, caches)
  const synchronizer = new LiveSynchronizer({ ...base, documents, pageTexts, documentParser, textWorkers })
  changeRequests.onBeforeMerge((tx, changeRequest) => synchronizer.saveAll(tx, changeRequest))
  const saver = new LiveSaver({ ...base, synchronizer, onError })
  const hub = new LiveHub({ ...base, notifications, synchronizer, urls, onError })
  const committer = new Committer({ ...base, documents })
  const live = new LiveService({ ...base, urls, changeRequests, committer, synchronizer, saver, hub })
  const lifecycle: AreaLifecycle = {
    register: (app) => {
      saver.start()
      app.addHook('preClose', () => hub.close())
    },
    registerMetrics: (metrics) =>
      metrics.addGauge('verso_live_streams', 'Open streams of live pages', [], () => [
        { labels: {}, value: hub.size },
      ]),
    cleanUp: (now) =>
      base.repository.deleteUnused(
        database,
        new Date(now.getTime() - COMMIT_RETENTION_MS),
        new Date(now.getTime() - PRESENCE_MS),
      ),
    close: async () => {
      await hub.close()
      await saver.close()
    },
  }
  return { live, hub, saver, lifecycle }
}

export const liveAreaRoutes = ({ live }: LiveArea): Route[] => liveRoutes(live)
