import type { OutboundGuard } from '../../outbound/guard.ts'
import { parseRemoteAddress, requireBranchRef, requireProjectDirectory } from './remote-address.ts'
import type { GitSyncSettings } from './repository.ts'
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
