import { join } from 'node:path'
import { SecretCipher } from '../../common/secret-cipher.ts'
import type { Route } from '../../http/route.ts'
import type { Platform } from '../../platform.ts'
import type { ContentArea } from '../content/index.ts'
import { GitSyncRepository } from './repository.ts'
import { gitSyncRoutes } from './routes.ts'
import { GitSyncService } from './service.ts'
import { Synchroniser } from './synchroniser.ts'

export type GitSyncArea = ReturnType<typeof createGitSyncArea>

/** Creates the synchronisation of spaces with Git repositories, in both directions. */
export function createGitSyncArea(
  { database, clock, urls, secrets, tasks, fetcher, git }: Platform,
  { revisionStore, main, files, changeRequests }: ContentArea,
  { dataDir }: { dataDir: string },
) {
  const base = { database, clock, urls, syncs: new GitSyncRepository(), seal: new SecretCipher(secrets.seal) }
  const { guard } = fetcher
  const synchroniser = new Synchroniser({
    ...base,
    revisionStore,
    main,
    files,
    changeRequests,
    guard,
    git,
    cacheFolder: join(dataDir, 'git'),
  })
  return { gitSync: new GitSyncService({ ...base, tasks, guard, synchroniser }) }
}

export const gitSyncAreaRoutes = ({ gitSync }: GitSyncArea): Route[] => gitSyncRoutes(gitSync)
