import { type Clock, days } from '../../common/clock.ts'
import type { Git } from '../../git/git.ts'
import type { OutboundGuard } from '../../outbound/guard.ts'
import type { FileService } from '../content/index.ts'
import type { RemoteAddress } from './remote-address.ts'
import { RemoteRepository } from './remote-repository.ts'
import { deleteUnusedCaches } from './repository-cache.ts'
import type { SshKeyFiles } from './ssh-keys/key-files.ts'

export interface RemoteOpenerDependencies {
  clock: Clock
  files: FileService
  git: Git
  guard: OutboundGuard
  sshKeyFiles: SshKeyFiles
  /** The folder for local caches of repositories. */
  cacheFolder: string
}

/** Who uses a repository, and which branch of it. */
export interface RemoteUse {
  address: RemoteAddress
  ref: string
  organizationId: string
  /** The spaces whose SSH keys are used. */
  spaceIds: readonly string[]
  /** Uses with the same key share a cache of what was fetched. */
  cacheKey: string
  signal: AbortSignal
}

/** Opens remote repositories, with the keys that ssh needs for them. */
export class RemoteOpener {
  readonly #deps: RemoteOpenerDependencies
  #lastCleanUp: Date | undefined

  constructor(deps: RemoteOpenerDependencies) {
    this.#deps = deps
  }

  /** Opens a repository, and closes it when the work is over. */
  async use(use: RemoteUse, work: (remote: RemoteRepository) => Promise<void>): Promise<void> {
    const { address, ref, organizationId, spaceIds, cacheKey, signal } = use
    const { hostname, protocol } = address
    const keys =
      protocol === 'ssh'
        ? await this.#deps.sshKeyFiles.open({ spaceIds, organizationId, hostname })
        : undefined
    const remote = new RemoteRepository({
      git: this.#deps.git,
      guard: this.#deps.guard,
      address,
      ref,
      sshKeyFiles: keys?.files ?? [],
      cacheFolder: this.#deps.cacheFolder,
      cacheKey: `${organizationId}\n${cacheKey}`,
      maxFileSize: this.#deps.files.maxBytes,
      signal,
      now: this.#deps.clock.now(),
    })
    try {
      await work(remote)
    } finally {
      await remote.close()
      await keys?.delete()
      await this.#cleanUpCaches()
    }
  }

  /** Deletes unused caches at most once a day. Each process cleans up its own disk. */
  async #cleanUpCaches(): Promise<void> {
    const now = this.#deps.clock.now()
    if (this.#lastCleanUp && now.getTime() - this.#lastCleanUp.getTime() < days) return
    this.#lastCleanUp = now
    await deleteUnusedCaches(this.#deps.cacheFolder, now)
    await this.#deps.sshKeyFiles.deleteLeftovers(now)
  }
}
