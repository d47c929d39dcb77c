export { createPublishedPagesArea } from './area.ts'
export type { SiteRateLimits } from './site-limits.ts'
