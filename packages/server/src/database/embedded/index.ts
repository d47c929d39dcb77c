import { mkdirSync, realpathSync } from 'node:fs'
import { Conflict } from '../../common/errors.ts'
import { findDatabaseAccount } from './system-account.ts'
import {
  Cluster,
  type ClusterAddress,
  type ClusterLog,
  type DatabaseProcess,
  buildClusterAddress,
} from './cluster.ts'
import { lockFolder, readLockHolder } from './folder-lock.ts'
import { findClusterOwner, findClusterPaths } from './cluster-paths.ts'

export type { ClusterAddress, ClusterLog, DatabaseProcess } from './cluster.ts'

/** A connection of this process to the embedded PostgreSQL of a data folder. */
export interface EmbeddedPostgres {
  address: ClusterAddress
  /** Absent when another process runs the database. */
  readStatus?: () => DatabaseProcess
  /** Stops the database if this process started it. */
  close: () => Promise<void>
}

/**
 * Starts the database of a data folder. With `share`, the database of a Verso that is already running on the folder is used:
 * so `verso token create` works beside a running server.
 */
export async function openEmbeddedPostgres(
  folder: string,
  log: ClusterLog,
  { share }: { share: boolean },
): Promise<EmbeddedPostgres> {
  const account = findDatabaseAccount(findClusterOwner(folder))
  // The database's account must be able to pass through the folder. What is in it has permissions of its own.
  mkdirSync(folder, { recursive: true, mode: account ? 0o711 : 0o700 })
  const dataDir = realpathSync(folder)
  const lock = lockFolder(dataDir)
  if (!lock) {
    if (share)
      return {
        address: buildClusterAddress(findClusterPaths(dataDir, account)),
        close: async () => undefined,
      }
    throw new Conflict(
      `Another Verso (${readLockHolder(dataDir)}) is running on the data folder ${dataDir}. Stop it first, or ` +
        'choose another folder with VERSO_DATA_DIR.',
    )
  }
  try {
    const paths = findClusterPaths(dataDir, account)
    if (account && !paths.home.startsWith(dataDir)) {
      log.info(`Started as root: the database runs as "${account.name}", which cannot enter ${dataDir}.`)
      log.info(`It lives in ${paths.home}, its programs in ${paths.programs}.`)
    }
    const cluster = new Cluster(paths, account, log)
    await cluster.start()
    const close = async () => {
      await cluster.stop()
      lock.release()
    }
    return { address: cluster.address, readStatus: () => cluster.readStatus(), close }
  } catch (error) {
    lock.release()
    throw error
  }
}
