import { join } from 'node:path'
import { SecretCipher } from '../../common/secret-cipher.ts'
import type { Route } from '../../http/route.ts'
import type { AreaLifecycle, Platform } from '../../platform.ts'
import type { ContentArea } from '../content/index.ts'
import { GitExporter } from './git-exporter.ts'
import { GitImporter } from './git-importer.ts'
import { GitSyncPreviewRepository } from './preview-repository.ts'
import { gitSyncPreviewRoutes } from './preview-routes.ts'
import { GitSyncPreviewService } from './preview-service.ts'
import { SyncPreviewer } from './sync-previewer.ts'
import { RemoteOpener } from './remote-opener.ts'
import { GitSyncRepository } from './repository.ts'
import { gitSyncRoutes } from './routes.ts'
import { GitSyncService } from './service.ts'
import { SharedRepositorySync } from './shared-repository-sync.ts'
import { SpaceContent } from './space-content.ts'
import { type OperatorSshKey, SshKeyFiles } from './ssh-keys/key-files.ts'
import { GitSSHKeyRepository } from './ssh-keys/repository.ts'
import { gitSSHKeyRoutes } from './ssh-keys/routes.ts'
import { GitSSHKeyService } from './ssh-keys/service.ts'
import { registerSyncMetrics } from './sync-metrics.ts'
import { SyncRunRecorder } from './sync-run.ts'
import { Synchroniser } from './synchroniser.ts'

export type GitSyncArea = ReturnType<typeof createGitSyncArea>

/** Creates the synchronisation of spaces with Git repositories, in both directions. */
export function createGitSyncArea(
  { database, clock, urls, secrets, tasks, fetcher, git }: Platform,
  { revisionStore, main, files, changeRequests }: ContentArea,
  { dataDir, gitSshKey }: { dataDir: string; gitSshKey: OperatorSshKey | undefined },
) {
  const base = { database, clock, urls, syncs: new GitSyncRepository(), seal: new SecretCipher(secrets.seal) }
  const { guard } = fetcher
  const cacheFolder = join(dataDir, 'git')
  const sshKeys = new GitSSHKeyService({ ...base, sshKeys: new GitSSHKeyRepository() })
  const sshKeyFiles = new SshKeyFiles({ sshKeys, operatorKey: gitSshKey, folder: cacheFolder })
  const remotes = new RemoteOpener({ clock, files, guard, git, sshKeyFiles, cacheFolder })
  const runs = new SyncRunRecorder({ ...base, main, changeRequests })
  const spaces = new SpaceContent({ database, revisionStore, main, files })
  const shared = { ...base, revisionStore, main, changeRequests, spaces, runs }
  const importer = new GitImporter(shared)
  const exporter = new GitExporter({ ...shared, importer })
  const synchroniser = new Synchroniser({ ...base, runs, importer, exporter, remotes })
  const lifecycle: AreaLifecycle = { registerMetrics: (metrics) => registerSyncMetrics(metrics, database) }
  return {
    gitSync: new GitSyncService({ ...base, tasks, guard, synchroniser }),
    /** For sites, whose spaces share a repository. */
    sharedSync: new SharedRepositorySync({ ...base, guard, runs, importer, exporter, remotes }),
    previews: new GitSyncPreviewService({
      ...base,
      tasks,
      guard,
      previews: new GitSyncPreviewRepository(),
      previewer: new SyncPreviewer({ clock, remotes, spaces, exporter }),
    }),
    sshKeys,
    lifecycle,
  }
}

export const gitSyncAreaRoutes = ({ gitSync, previews, sshKeys }: GitSyncArea): Route[] => [
  ...gitSyncRoutes(gitSync),
  ...gitSyncPreviewRoutes(previews),
  ...gitSSHKeyRoutes(sshKeys),
]
