export { createPublishedPages } from './area.ts'
