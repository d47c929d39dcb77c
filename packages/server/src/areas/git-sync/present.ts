import type { GitSource } from '../../access/subjects.ts'
import { repositoryName } from './address.ts'
import type { GitSyncRow } from './repository.ts'
import type { GitSyncState, SpaceGitSync } from './schema.ts'

/** What a space says of its repository. */
export const presentGitSource = ({ url, provider, treeUrl, updatedAt }: GitSource): SpaceGitSync => ({
  repoName: repositoryName(url),
  ...(provider !== null && { installationProvider: provider, integration: provider }),
  ...(treeUrl !== null && { url: treeUrl }),
  updatedAt,
})

export const presentGitSync = (row: GitSyncRow): GitSyncState => ({
  ...presentGitSource(row),
  ref: row.ref,
  ...(row.commitOid !== null && { commit: row.commitOid }),
  webhook: row.webhook !== null,
  ...(row.operation !== null && { operation: row.operation }),
})
