export { createInboxArea, type InboxArea, inboxAreaRoutes } from './area.ts'
