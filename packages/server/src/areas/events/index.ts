export { createEventsArea, type EventsArea, eventsAreaRoutes } from './area.ts'
