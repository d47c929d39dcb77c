import { setTimeout as pass } from 'node:timers/promises'
import { diffRevisions, type Hash, type Page, type PageChange, type RevisionDiff } from '@verso/revisions'
import { batches } from '../../../common/batches.ts'
import { seconds } from '../../../common/clock.ts'
import { OnePerKey } from '../../../common/one-per-key.ts'
import { type Content, emptyContent, type MainCopied, type MainMoved } from '../../content/index.ts'
import type { Database, Queryable, Transaction } from '../../../database/database.ts'
import type { Jobs } from '../../../jobs/jobs.ts'
import { listIncludeNames } from './include-resolver.ts'
import type { PageTextIndexer } from './page-text-indexer.ts'
import type { IndexRepository, SpaceIndex } from './index-repository.ts'
import { chooseStemmingLanguage } from '../text/stemmer.ts'

/** The texts of more pages than these are stored in several transactions, before pages are pointed at them. */
const mostAtOnce = 200

/** So long a search waits for what was written before it; a space of thousands of pages that just came in takes longer. */
const longestWait = 10 * seconds

/** Whoever wrote reads what they wrote first, in milliseconds; and edits come in a row. */
const pause = 100

/** So long nothing is written before what was written is sorted in: sorting in much at once takes less. */
const quiet = 2 * seconds

/** So many spaces are brought up to date at once for one search. */
const spacesAtOnce = 3

interface SearchIndexerDependencies {
  database: Database
  index: IndexRepository
  content: Content
  texts: PageTextIndexer
  jobs: Jobs
  onError: (error: unknown) => void
}

/**
 * Keeps the index at what spaces show. Whoever writes does not wait for it: it follows right after the transaction
 * that changed a space. Whoever searches does, if it is not there yet.
 */
export class SearchIndexer {
  readonly #deps: SearchIndexerDependencies
  readonly #underWay = new OnePerKey((spaceId) => this.#follow(spaceId))
  readonly #moved = new Set<string>()
  #following: Promise<void> | undefined
  #sortingIn: Promise<void> | undefined
  #lastWrite = 0
  readonly #closing = new AbortController()

  constructor(deps: SearchIndexerDependencies) {
    this.#deps = deps
  }

  /** For `Main.onMoved`. */
  onMainBranchMove = (tx: Transaction, { spaceId }: Pick<MainMoved, 'spaceId'>): Promise<void> => {
    tx.afterCommit(() => {
      this.#moved.add(spaceId)
      this.#following ??= this.#followAll()
    })
    return Promise.resolve()
  }

  /** For `Main.onCopied`: the copy finds what the original finds. Its texts are those of the original. */
  onMainBranchCopy = async (tx: Transaction, { from, to }: MainCopied): Promise<void> => {
    const original = await this.#deps.index.findSpace(tx, from)
    if (original?.index) {
      await this.#deps.index.lockIndex(tx, original.index.indexId)
      await this.#deps.index.copySpace(tx, from, to)
    }
    await this.onMainBranchMove(tx, { spaceId: to })
  }

  /** For whoever searches: what was written until now is in the index, or nearly. */
  async catchUp(spaceIds: readonly string[]): Promise<void> {
    const patience = AbortSignal.timeout(longestWait)
    await Promise.race([this.#catchUpAll(spaceIds, patience), aborted(patience)])
  }

  /** A few at once: an organization of a thousand spaces must not take every connection. */
  async #catchUpAll(spaceIds: readonly string[], patience: AbortSignal): Promise<void> {
    for (const batch of batches(spaceIds, spacesAtOnce)) {
      if (patience.aborted) return
      // What is there is found, whatever hinders the rest.
      await Promise.all(batch.map((spaceId) => this.#underWay.run(spaceId).catch(this.#deps.onError)))
    }
  }

  /** Has what is due indexed as soon as the transaction is over. */
  async requestIndexing(tx: Transaction): Promise<void> {
    await this.#deps.jobs.enqueue(tx, 'index-spaces', {}, new Date())
  }

  /**
   * For the job: spaces that were there before search was, that were restored from a backup, that changed their
   * language, or whose process ended before it came to them.
   */
  async indexStaleSpaces(): Promise<void> {
    // Two at once would do the same work twice.
    const client = await this.#deps.database.pool.connect()
    try {
      const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [
        lock,
      ])
      if (!rows[0]?.mine) return
      try {
        for (const { spaceId, language } of await this.#deps.index.findStaleSpaces(this.#deps.database, chooseStemmingLanguage)) {
          if (this.#closing.signal.aborted) return
          // One that cannot be indexed hinders no other.
          await this.#underWay
            .run(spaceId)
            .then(() => this.#translate(spaceId, chooseStemmingLanguage(language)))
            .catch(this.#deps.onError)
        }
        await this.#deps.database.transaction((tx) => this.#deps.index.deleteOrphans(tx))
      } finally {
        await client.query('select pg_advisory_unlock($1)', [lock])
      }
    } finally {
      client.release()
    }
  }

  /** For the job: what is remembered of texts that are gone. */
  deleteUnusedWords(): Promise<void> {
    return this.#deps.database.transaction((tx) => this.#deps.index.deleteUnusedWords(tx))
  }

  /** Ends what is under way; what was not reached is due at the next start. */
  async close(): Promise<void> {
    this.#closing.abort()
    this.#moved.clear()
    await this.waitForFlush()
  }

  /** When nothing that was written waits for it any more. */
  async waitForIndexing(): Promise<void> {
    await this.#following
    await this.#underWay.settled()
  }

  /** When what was written is also sorted in, a little later: until then every search reads through it. */
  async waitForFlush(): Promise<void> {
    await this.waitForIndexing()
    await this.#sortingIn
  }

  /** One space after the other, so that much that is written at once leaves room for everything else. */
  async #followAll(): Promise<void> {
    // Who closes does not wait for it.
    await pass(pause, undefined, { ref: false, signal: this.#closing.signal }).catch(() => undefined)
    for (const spaceId of this.#moved) {
      this.#moved.delete(spaceId)
      await this.#underWay.run(spaceId).catch(this.#deps.onError)
    }
    this.#following = undefined
  }

  /** Once it is quiet; what is written meanwhile comes after it. */
  async #sortIn(): Promise<void> {
    try {
      const { signal } = this.#closing
      let sorted = 0
      while (sorted < this.#lastWrite) {
        for (let rest = quiet; rest > 0; rest = this.#lastWrite + quiet - performance.now()) {
          await pass(rest, undefined, { ref: false, signal })
        }
        sorted = performance.now()
        await this.#deps.index.flushPendingLists(this.#deps.database)
      }
    } catch (error) {
      // Who closes does not wait for it, and PostgreSQL does it some time by itself.
      if (!this.#closing.signal.aborted) this.#deps.onError(error)
    } finally {
      this.#sortingIn = undefined
    }
  }

  /** Brings the index of a space to what the space shows. */
  async #follow(spaceId: string): Promise<void> {
    const space = await this.#deps.index.findSpace(this.#deps.database, spaceId)
    if (!space || (space.index?.root ?? emptyContent) === space.resolvedRoot) return
    const place = space.index ?? (await this.#begin(spaceId, chooseStemmingLanguage(space.language)))
    if (place) await this.#bring(spaceId, place, space.resolvedRoot)
  }

  #begin(spaceId: string, language: string): Promise<SpaceIndex | undefined> {
    return this.#deps.database.transaction(async (tx) => {
      await this.#deps.index.addSpace(tx, spaceId, await this.#deps.index.createIndex(tx, language))
      return (await this.#deps.index.findSpace(tx, spaceId))?.index
    })
  }

  /** Moves a space whose language is another to an index of that language. */
  async #translate(spaceId: string, language: string): Promise<void> {
    const space = await this.#deps.index.findSpace(this.#deps.database, spaceId)
    if (!space?.index || space.index.language === language) return
    const indexId = await this.#deps.database.transaction((tx) => this.#deps.index.createIndex(tx, language))
    await this.#bring(spaceId, { indexId, language, root: emptyContent }, space.resolvedRoot)
  }

  /**
   * Many texts are stored first, some in a transaction, while everybody goes on working; then the pages are pointed at
   * them, all at once.
   */
  async #bring(spaceId: string, place: SpaceIndex, to: Hash): Promise<void> {
    const { indexId } = place
    const changes = await this.#compare(this.#deps.database, spaceId, place.root, to)
    if (changes.pages.length > mostAtOnce) {
      for (const batch of batches(changes.pages, mostAtOnce)) {
        if (this.#closing.signal.aborted) return
        await this.#deps.database.transaction(async (tx) => {
          await this.#deps.index.lockIndex(tx, indexId)
          await this.#deps.texts.indexPages(tx, place, this.#deps.content.view(tx, to), batch)
        })
      }
    }
    await this.#deps.database.transaction(async (tx) => {
      await this.#deps.index.lockIndex(tx, indexId)
      // Others write to the space, and other processes to its index; what is there now is what counts.
      const now = await this.#deps.index.findSpace(tx, spaceId)
      if (!now?.index) return
      const stays = now.index.indexId === indexId
      const from = stays ? now.index.root : emptyContent
      if (!stays) await this.#deps.index.deleteAllPages(tx, spaceId)
      await this.#deps.index.updateSpace(tx, spaceId, indexId, now.resolvedRoot)
      const isSame = from === place.root && now.resolvedRoot === to
      const made = isSame ? changes : await this.#compare(tx, spaceId, from, now.resolvedRoot)
      await this.#apply(tx, spaceId, place, now.resolvedRoot, made)
    })
    this.#lastWrite = performance.now()
    this.#sortingIn ??= this.#sortIn()
  }

  /** The pages that changed, and those that include what changed. */
  async #compare(on: Queryable, spaceId: string, before: Hash, after: Hash): Promise<Changes> {
    const diff = await diffRevisions(this.#deps.content.store.reader(on), before, after)
    const changes = changesIn(diff)
    const names = includedNames(diff)
    const moved = diff.pages.some(moves)
    // Where the index had nothing, all pages are among those that changed.
    if (before === emptyContent || (names.length === 0 && !moved)) return changes
    const known = new Set([...changes.pages.map(({ id }) => id), ...changes.deleted])
    const including = await this.#deps.index.findIncludingPages(on, spaceId, names, { moved })
    const others = await this.#deps.content.view(on, after).pages(including.filter((id) => !known.has(id)))
    return { ...changes, pages: [...changes.pages, ...others.values()] }
  }

  async #apply(
    tx: Transaction,
    spaceId: string,
    place: SpaceIndex,
    root: Hash,
    { pages, deleted }: Changes,
  ): Promise<void> {
    const indexed = await this.#deps.texts.indexPages(tx, place, this.#deps.content.view(tx, root), pages)
    const had: number[] = []
    if (deleted.length > 0) had.push(...(await this.#deps.index.deletePages(tx, spaceId, deleted)))
    if (pages.length > 0) had.push(...(await this.#deps.index.putPages(tx, spaceId, place.indexId, indexed)))
    if (had.length > 0) await this.#deps.index.deleteUnusedTexts(tx, had)
  }
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))

// Any number that neither the migrations nor the queue use.
const lock = 0x7665_7276

/** What the index has to learn. */
interface Changes {
  /** As they are now. */
  pages: Page[]
  deleted: string[]
}

function changesIn({ pages: changed }: RevisionDiff): Changes {
  const pages = new Map<string, Page>()
  const deleted: string[] = []
  for (const change of changed) {
    if (change.kind === 'deleted') deleted.push(change.before.id)
    else pages.set(change.after.id, change.after)
  }
  return { pages: [...pages.values()], deleted }
}

/** What the reusable contents that changed are and were called by those who include them. */
const includedNames = ({ reusableContents }: RevisionDiff): string[] =>
  reusableContents.flatMap((change) => [
    ...('before' in change ? listIncludeNames(change.id, change.before) : []),
    ...('after' in change ? listIncludeNames(change.id, change.after) : []),
  ])

/** Whether other pages may stand elsewhere now: below this one, or first instead of it. */
const moves = (change: PageChange): boolean => change.kind !== 'edited' || change.fields['slug'] !== undefined
