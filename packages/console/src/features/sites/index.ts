export { sitesRead } from './use-site.ts'
