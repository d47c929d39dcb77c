import './git-sync.css'

export { ConnectDialog, type SyncRequest } from './connect-dialog.tsx'
export { describeRepository } from './describe-repository.ts'
export { LastRun } from './last-run.tsx'
export { RunsSection } from './runs-section.tsx'
export { WebhookSection } from './webhook-section.tsx'
export { findRefreshInterval } from './sync-refresh.ts'
