import { mkdir, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { days } from '../../common/clock.ts'

/** The copy is broken: half-written by a process that was killed, or by a machine that lost its power. */
export class DamagedCopy extends Error {
  constructor(cause: unknown) {
    super('the copy of the repository is damaged', { cause })
  }
}

// Where it is fetched from is not in it: that travels with each command.
const config = '[core]\n\trepositoryformatversion = 0\n\tbare = true\n'

/** Each fetch brings a pack. More than this many are slow to look through. */
const mostPacks = 64
/** A copy may be this many times as large as its largest pack, which is about what fetching all of it brings. */
const mostTimes = 4
const smallCopy = 32 * 1024 * 1024
const unusedFor = 30 * days

/** A folder with what was fetched of a repository. It can be deleted at any time, and is made again. */
export class Copy {
  readonly folder: string

  constructor(folder: string) {
    this.folder = folder
  }

  /** Makes it, where it is not there as it should be. */
  async prepare(now: Date): Promise<void> {
    const head = join(this.folder, 'HEAD')
    const found = await readFile(join(this.folder, 'config'), 'utf8').catch(() => undefined)
    const used = await utimes(head, now, now).then(
      () => true,
      () => false,
    )
    if (found === config && used) return
    await this.forget()
    await mkdir(join(this.folder, 'objects'), { recursive: true, mode: 0o700 })
    await mkdir(join(this.folder, 'refs'), { mode: 0o700 })
    await writeFile(head, 'ref: refs/heads/none\n')
    // The last, so that what has it is whole.
    await writeFile(join(this.folder, 'config'), config)
  }

  async exists(): Promise<boolean> {
    return (await stat(join(this.folder, 'config')).catch(() => undefined)) !== undefined
  }

  async forget(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true })
  }

  /** Nothing in it is ever taken out of it, so when it has grown too much, the next to need it fetches anew. */
  async tidy(): Promise<void> {
    const folder = join(this.folder, 'objects/pack')
    const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.pack'))
    const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).size))
    const size = sizes.reduce((sum, each) => sum + each, 0)
    const most = Math.max(smallCopy, Math.max(0, ...sizes) * mostTimes)
    if (names.length > mostPacks || size > most) await this.forget()
  }
}

/** Deletes the copies in a folder that nobody has used for long, such as those of spaces that are gone. */
export async function forgetUnused(folder: string, now: Date): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    if (!name.endsWith('.git')) continue
    const copy = new Copy(join(folder, name))
    const used = await stat(join(copy.folder, 'HEAD')).catch(() => undefined)
    if (used && now.getTime() - used.mtimeMs > unusedFor) await copy.forget()
  }
}
