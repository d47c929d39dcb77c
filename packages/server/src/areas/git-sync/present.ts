import { presentGitSource } from '../content/index.ts'
import type { GitSyncRow } from './repository.ts'
import type { GitSyncState } from './schema.ts'

export const presentGitSync = (row: GitSyncRow): GitSyncState => ({
  ...presentGitSource(row),
  ref: row.ref,
  ...(row.commitOid !== null && { commit: row.commitOid }),
  webhook: row.webhook !== null,
  ...(row.operation !== null && { operation: row.operation }),
})
