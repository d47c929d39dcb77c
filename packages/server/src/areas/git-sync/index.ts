export { createGitSyncArea, type GitSyncArea, gitSyncAreaRoutes } from './area.ts'
