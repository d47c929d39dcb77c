export { createGitSyncArea, type GitSyncArea, gitSyncAreaRoutes } from './area.ts'
export type { OperatorSshKey } from './ssh-keys/key-files.ts'
