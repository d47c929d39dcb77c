export { createPublishedPagesArea } from './area.ts'
