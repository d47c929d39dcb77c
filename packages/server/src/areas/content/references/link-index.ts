import type { Hash } from '@verso/revisions'
import type { CacheBudget, MemoryCache } from '../../../common/memory-cache.ts'
import type { Urls } from '../../../common/urls.ts'
import type { Database } from '../../../database/database.ts'
import type { RevisionStore } from '../store/revision-store.ts'
import type { DocumentLinkStore } from './document-links.ts'
import { type LinkSource, LinkTargetIndex } from './target-index.ts'
import { collectUsages, type LinkUsage } from './usages.ts'

/** The memory that one entry takes, roughly. */
const TARGET_BYTES = 400
const OCCURRENCE_BYTES = 150

interface LinkIndexDependencies {
  caches: CacheBudget
  database: Database
  revisionStore: RevisionStore
  documentLinks: DocumentLinkStore
  urls: Urls
}

/** What a revision contains and what it refers to. Content never changes, and neither do its links: nothing goes stale. */
export class LinkIndex {
  readonly #deps: LinkIndexDependencies
  /** Keyed by space and root. */
  readonly #targets: MemoryCache<LinkTargetIndex>
  readonly #usages: MemoryCache<LinkUsage[]>

  constructor(deps: LinkIndexDependencies) {
    this.#deps = deps
    this.#targets = deps.caches.create(
      'link-targets',
      ({ pages, files }) => (pages.size + files.size) * TARGET_BYTES,
    )
    this.#usages = deps.caches.create('link-usages', (usages) =>
      usages.reduce((sum, { occurrences }) => sum + (occurrences.length + 2) * OCCURRENCE_BYTES, 0),
    )
  }

  /** Everything that a revision refers to. */
  async loadUsages(spaceId: string, root: Hash): Promise<LinkUsage[]> {
    const key = `${spaceId} ${root}`
    const cachedUsages = this.#usages.get(key)
    if (cachedUsages) return cachedUsages
    const targets = await this.loadTargets(spaceId, root)
    const usages = await this.collectUsages(targets, targets.listSources())
    this.#usages.set(key, usages)
    return usages
  }

  collectUsages(targets: LinkTargetIndex, sources: readonly LinkSource[]): Promise<LinkUsage[]> {
    const appUrl = this.#deps.urls.at('/app')
    const isAppUrl = (url: string) =>
      url === appUrl || url.startsWith(`${appUrl}/`) || gitbookAppUrl.test(url)
    return collectUsages(this.#deps.database, this.#deps.documentLinks, targets, sources, isAppUrl)
  }

  async loadTargets(spaceId: string, root: Hash): Promise<LinkTargetIndex> {
    const key = `${spaceId} ${root}`
    const cachedTargets = this.#targets.get(key)
    if (cachedTargets) return cachedTargets
    const view = this.#deps.revisionStore.createView(this.#deps.database, root)
    return this.#targets.set(key, await LinkTargetIndex.load(spaceId, view))
  }
}

/** Content that was imported from GitBook may still link to the editor in which it was written. */
const gitbookAppUrl = /^https:\/\/app\.gitbook\.com(?:[/?#]|$)/
