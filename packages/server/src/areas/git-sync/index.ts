export { createGitSync, type GitSync, gitSyncAreaRoutes } from './area.ts'
