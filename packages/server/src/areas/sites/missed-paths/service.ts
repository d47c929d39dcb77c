import type { Subjects } from '../../../access/subjects.ts'
import type { Clock } from '../../../common/clock.ts'
import type { Database } from '../../../database/database.ts'
import type { MissedPathCount, MissedPathRepository } from './repository.ts'
import type { MissedPaths } from './schema.ts'

const MAX_PATHS_PER_SITE = 200
const MAX_PATH_CHARACTERS = 256
/** What is counted in memory before it is written. More than that is not counted. */
const MAX_WAITING_PATHS = 1000
const WRITE_DELAY_MS = 1000
const KEPT_MS = 90 * 24 * 60 * 60 * 1000

/** Secrets are long and random, and addresses of people have an at sign: neither is kept. */
const couldBePrivate = (segment: string): boolean =>
  segment.includes('@') || (segment.length >= 20 && /[A-Z%]/.test(segment)) || segment.length > 100

interface MissedPathServiceDependencies {
  database: Database
  missedPaths: MissedPathRepository
  clock: Clock
  onError: (error: unknown) => void
}

/**
 * Addresses at which readers found nothing. They are counted in memory and written together, so that many requests for many
 * paths cost one statement a second.
 */
export class MissedPathService {
  readonly #deps: MissedPathServiceDependencies
  #waiting = new Map<string, MissedPathCount>()
  #timer: NodeJS.Timeout | undefined

  constructor(deps: MissedPathServiceDependencies) {
    this.#deps = deps
  }

  /** @param segments the decoded path below the site. */
  record(siteId: string, segments: readonly string[]): void {
    const path = `/${segments.join('/')}`
    // Names with a tilde are Verso's own. Other signs than these are in no address that somebody wrote on purpose.
    if (path.length > MAX_PATH_CHARACTERS || !/^[\p{L}\p{N}\p{M}/._\-+,()]+$/u.test(path)) return
    if (segments.some(couldBePrivate)) return
    const key = `${siteId} ${path}`
    const known = this.#waiting.get(key)
    if (known) known.count += 1
    else if (this.#waiting.size < MAX_WAITING_PATHS) this.#waiting.set(key, { siteId, path, count: 1 })
    this.#timer ??= setTimeout(() => void this.#write(), WRITE_DELAY_MS).unref()
  }

  async get(site: Subjects['site']): Promise<MissedPaths> {
    const paths = await this.#deps.missedPaths.list(this.#deps.database, site.id, MAX_PATHS_PER_SITE)
    return { object: 'site-missed-paths', paths }
  }

  forget(site: Subjects['site']): Promise<boolean> {
    return this.#deps.missedPaths.deleteAll(this.#deps.database, site.id)
  }

  cleanUp(now: Date): Promise<void> {
    return this.#deps.missedPaths.deleteOlder(this.#deps.database, new Date(now.getTime() - KEPT_MS))
  }

  /** Writes what is counted. */
  async close(): Promise<void> {
    clearTimeout(this.#timer)
    await this.#write()
  }

  async #write(): Promise<void> {
    const counts = [...this.#waiting.values()]
    this.#waiting = new Map()
    this.#timer = undefined
    if (counts.length === 0) return
    const { database, missedPaths, clock, onError } = this.#deps
    try {
      await database.transaction((tx) =>
        missedPaths.add(tx, counts, { now: clock.now(), maxPathsPerSite: MAX_PATHS_PER_SITE }),
      )
    } catch (error) {
      // A count that is lost is better than a page that is not served.
      onError(error)
    }
  }
}
