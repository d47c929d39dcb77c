import { hasPermission } from '../../access/permissions.ts'
import type { Subjects } from '../../access/subjects.ts'
import type { Urls } from '../../common/urls.ts'
import { presentGitSource } from '../content/index.ts'
import type { GitSyncOperation, GitSyncRow } from './repository.ts'
import type { GitSyncState } from './schema.ts'

/** The URL that receives the pushes of a repository. */
export const makeWebhookUrl = (urls: Urls, spaceId: string): string =>
  urls.location(`/spaces/${spaceId}/git/webhook`)

/** Readers learn which repository it is. Its address, which may be one inside of a company, is for those who use it. */
export const presentGitSync = (
  urls: Urls,
  { id: spaceId, role }: Subjects['space'],
  row: GitSyncRow,
): GitSyncState => ({
  ...presentGitSource(row),
  installationId: spaceId,
  ...(row.siteId !== null && { parentInstallationId: row.siteId }),
  installationStatus: row.commitOid === null ? 'pending' : 'active',
  ref: row.ref,
  ...(hasPermission('space.triggerGitSync', role) && {
    repoURL: row.url,
    repoProjectDirectory: row.projectDirectory,
  }),
  ...(row.commitOid !== null && { commit: row.commitOid }),
  webhook: row.webhook !== null,
  ...(row.webhook !== null && { webhookUrl: makeWebhookUrl(urls, spaceId) }),
  ...(row.operation !== null && { operation: presentOperation(row.operation) }),
})

/** Newer clients read the state and the end of an operation by other names. A skipped one has nothing left to do. */
const presentOperation = (operation: GitSyncOperation): NonNullable<GitSyncState['operation']> => ({
  ...operation,
  state: operation.status === 'skipped' ? 'success' : operation.status,
  ...(operation.finishedAt !== undefined && { endedAt: operation.finishedAt }),
})
