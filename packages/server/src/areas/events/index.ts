export { EventRepository } from './repository.ts'
export { createEventsArea, type EventsArea, eventsAreaRoutes } from './area.ts'
