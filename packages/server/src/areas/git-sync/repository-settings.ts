import { Conflict } from '../../common/errors.ts'
import type { OutboundGuard } from '../../outbound/guard.ts'
import { parseRemoteAddress, requireBranchRef, requireProjectDirectory } from './remote-address.ts'
import type { GitSyncRow, GitSyncSettings } from './repository.ts'
import type { SetGitWebhook } from './schema.ts'

/** Checks the settings before a task is started, so that a forbidden URL or an invalid name fails the request. */
export function checkRepositorySettings(guard: OutboundGuard, body: SetGitWebhook): GitSyncSettings {
  const { url, protocol, hostname, port } = parseRemoteAddress(body.url)
  const host = hostname.includes(':') ? `[${hostname}]` : hostname
  guard.checkUrl(`${protocol === 'http' ? 'http' : 'https'}://${host}:${port}/`)
  return {
    url,
    ref: requireBranchRef(body.ref),
    projectDirectory: requireProjectDirectory(body.repoProjectDirectory ?? ''),
    provider: body.gitInfo?.provider,
    treeUrl: body.repoTreeURL ?? body.gitInfo?.url,
    commitUrl: body.repoCommitURL,
  }
}

/** Throws Conflict when a site synchronises the space: two that write to one directory would undo each other. */
export function requireOwnSync(configured: GitSyncRow | undefined): void {
  if (configured?.siteId == null) return
  throw new Conflict(
    `The site "${configured.siteId}" synchronises this space, together with its other spaces. Synchronise the site, or end that first.`,
  )
}
