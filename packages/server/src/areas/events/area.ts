import { days } from '../../common/clock.ts'
import type { Route } from '../../http/route.ts'
import type { AreaLifecycle, Platform } from '../../platform.ts'
import { EventHub } from './event-hub.ts'
import { EventRepository } from './repository.ts'
import { eventRoutes } from './routes.ts'

export type EventsArea = ReturnType<typeof createEventsArea>

/** Whoever was away for longer reads everything again. */
const EVENT_RETENTION_MS = 1 * days

/** What has changed, told to those who watch. */
export function createEventsArea({ database, notifications, clock, onError }: Platform) {
  const events = new EventRepository()
  const hub = new EventHub({ database, notifications, events, clock, onError })
  const lifecycle: AreaLifecycle = {
    register: (app) => void app.addHook('preClose', () => hub.close()),
    registerMetrics: (metrics) =>
      metrics.addGauge('verso_event_streams', 'Open streams of events', [], () => [
        { labels: {}, value: hub.size },
      ]),
    cleanUp: (now) => events.deleteEvents(database, new Date(now.getTime() - EVENT_RETENTION_MS)),
    close: () => hub.close(),
  }
  return { hub, events, lifecycle }
}

export const eventsAreaRoutes = ({ hub }: EventsArea): Route[] => eventRoutes(hub)
