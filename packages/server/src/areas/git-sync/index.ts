export { createGitSyncArea, type GitSyncArea, gitSyncAreaRoutes } from './area.ts'
export { settlePush } from './pending-push.ts'
export { parseRemoteAddress } from './remote-address.ts'
export type { RemoteRepository } from './remote-repository.ts'
export { DamagedCacheError } from './repository-cache.ts'
export type { GitSyncSettings } from './repository.ts'
export {
  ExportToGitRepository,
  GitOperation,
  GitWebhook,
  GitWebhookPayload,
  ImportGitRepository,
  SetGitWebhook,
} from './schema.ts'
export type { SharedRepositorySync, SharingSpace } from './shared-repository-sync.ts'
export type { OperatorSshKey } from './ssh-keys/key-files.ts'
export type { SyncRun } from './sync-run.ts'
export { isPushToBranch, isSigned, type WebhookDelivery } from './webhook-delivery.ts'
