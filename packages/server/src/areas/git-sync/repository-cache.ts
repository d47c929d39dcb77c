import { mkdir, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { days } from '../../common/clock.ts'

/** The cache is damaged, because a process was killed or a machine lost power while it was written. */
export class DamagedCacheError extends Error {
  constructor(cause: unknown) {
    super('the cached repository is damaged', { cause })
  }
}

// The URL of the remote is not in it, because it is passed with each command.
const config = '[core]\n\trepositoryformatversion = 0\n\tbare = true\n'

/** Each fetch adds a pack, and Git is slow to look through more than this many. */
const MAX_PACKS = 64
/** A cache may be this many times as large as its largest pack, which is about the size of a new fetch. */
const MAX_SIZE_FACTOR = 4
const SMALL_CACHE_BYTES = 32 * 1024 * 1024
const UNUSED_LIFETIME_MS = 30 * days

/** A bare repository with what was fetched from a remote. It can be deleted at any time and is then created again. */
export class RepositoryCache {
  readonly folder: string

  constructor(folder: string) {
    this.folder = folder
  }

  /** Creates the cache if it does not exist or is incomplete, and marks it as used. */
  async prepare(now: Date): Promise<void> {
    const head = join(this.folder, 'HEAD')
    const currentConfig = await readFile(join(this.folder, 'config'), 'utf8').catch(() => undefined)
    const hasHead = await utimes(head, now, now).then(
      () => true,
      () => false,
    )
    if (currentConfig === config && hasHead) return
    await this.delete()
    await mkdir(join(this.folder, 'objects'), { recursive: true, mode: 0o700 })
    await mkdir(join(this.folder, 'refs'), { mode: 0o700 })
    await writeFile(head, 'ref: refs/heads/none\n')
    // The configuration is written last, so that a cache that has it is complete.
    await writeFile(join(this.folder, 'config'), config)
  }

  async exists(): Promise<boolean> {
    return (await stat(join(this.folder, 'config')).catch(() => undefined)) !== undefined
  }

  async delete(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true })
  }

  /** Deletes the cache if it has grown too large: objects are never removed from it, and a new fetch is smaller. */
  async deleteIfOversized(): Promise<void> {
    const folder = join(this.folder, 'objects/pack')
    const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.pack'))
    const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).size))
    const size = sizes.reduce((sum, each) => sum + each, 0)
    const maxSize = Math.max(SMALL_CACHE_BYTES, Math.max(0, ...sizes) * MAX_SIZE_FACTOR)
    if (names.length > MAX_PACKS || size > maxSize) await this.delete()
  }
}

/** Deletes the caches in a folder that were not used for 30 days, such as those of deleted spaces. */
export async function deleteUnusedCaches(folder: string, now: Date): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    if (!name.endsWith('.git')) continue
    const cache = new RepositoryCache(join(folder, name))
    const head = await stat(join(cache.folder, 'HEAD')).catch(() => undefined)
    if (head && now.getTime() - head.mtimeMs > UNUSED_LIFETIME_MS) await cache.delete()
  }
}
