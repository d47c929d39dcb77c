import type { GitSyncState, SiteGitSyncState } from '../../api/operations.ts'

/** How often a run is looked at again. */
const REFRESH_MS = 2000

/** When to look again at the state of a synchronisation: soon while a run is under way, or waits to be the first. */
export const findRefreshInterval = (
  state: Pick<GitSyncState | SiteGitSyncState, 'operation'> | undefined,
): number | false =>
  state && (state.operation === undefined || state.operation.status === 'running') ? REFRESH_MS : false
