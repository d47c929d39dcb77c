import { setTimeout as delay } from 'node:timers/promises'
import { diffRevisions, type Hash, type Page } from '@verso/revisions'
import { splitIntoChunks } from '../../../common/chunks.ts'
import { seconds } from '../../../common/clock.ts'
import { prepareAhead } from '../../../common/prepare-ahead.ts'
import { CoalescedCalls } from '../../../common/coalesced-calls.ts'
import { type RevisionStore, emptyRootHash, type MainCopy, type MainMove } from '../../content/index.ts'
import type { Database, Queryable, Transaction } from '../../../database/database.ts'
import type { Jobs } from '../../../jobs/jobs.ts'
import { canMovePages, listChangedIncludeNames, listChangedPages, type PageChanges } from './page-changes.ts'
import { estimateBytes, type PageTextIndexer, type PreparedPages } from './page-text-indexer.ts'
import type { IndexRepository, SpaceIndex, SpaceToIndex } from './index-repository.ts'
import { chooseBetterIndex, chooseFirstIndex, MAX_COUNTED_PAGES } from './index-choice.ts'
import { ignoreRemovedSpace } from './removed-space.ts'
import { LargeRuns } from './large-runs.ts'
import { PendingListFlusher } from './pending-list-flusher.ts'
import type { IndexChoice, PlacementRepository } from './placement-repository.ts'

/** If more pages changed, they are indexed in several transactions. */
const MAX_PAGES_PER_TRANSACTION = 200

/** From this number of pages on, they are inserted as those of an import: many small spaces may come in together. */
const MIN_BULK_PAGES = 20

/** How many pages each of these transactions indexes. */
const PAGES_PER_BATCH = 100

/**
 * As long as the batches that wait to be stored are smaller together, another one is prepared. Now and then storing one takes
 * far longer than preparing one, because PostgreSQL moves the words of many to the tree of an index.
 */
const MAX_WAITING_BYTES = 16 * 2 ** 20

/** How long a search waits for what was written before it. A newly imported space of thousands of pages takes longer. */
const CATCH_UP_TIMEOUT_MS = 10 * seconds

/** How long a search waits for a space of which many pages have to be indexed. */
const LARGE_RUN_TIMEOUT_MS = seconds

/** Indexing begins this long after a write: whoever wrote reads the page first, and several edits may follow each other. */
const INDEXING_DELAY_MS = 100

/** How many spaces are indexed at once, for one search or by the job: while PostgreSQL stores one, others are tokenized. */
const MAX_CONCURRENT_SPACES = 3

interface SearchIndexerDependencies {
  database: Database
  index: IndexRepository
  placements: PlacementRepository
  revisionStore: RevisionStore
  texts: PageTextIndexer
  jobs: Jobs
  onError: (error: unknown) => void
}

/**
 * Keeps the index up to date with what spaces show. A write does not wait for it: indexing begins right after the
 * transaction that changed a space. A search waits for it, if it is not done yet.
 */
export class SearchIndexer {
  readonly #deps: SearchIndexerDependencies
  readonly #indexingRuns = new CoalescedCalls<void>()
  readonly #largeRuns = new LargeRuns()
  readonly #changedSpaces = new Set<string>()
  #indexingChanges: Promise<void> | undefined
  readonly #flusher: PendingListFlusher
  readonly #closing = new AbortController()

  constructor(deps: SearchIndexerDependencies) {
    this.#deps = deps
    this.#flusher = new PendingListFlusher({ ...deps, signal: this.#closing.signal })
  }

  /** A hook of `MainBranch.onMove`. */
  onMainBranchMove = (tx: Transaction, { spaceId }: Pick<MainMove, 'spaceId'>): Promise<void> => {
    tx.afterCommit(() => {
      this.#changedSpaces.add(spaceId)
      this.#indexingChanges ??= this.#indexChangedSpaces()
    })
    return Promise.resolve()
  }

  /** A hook of `MainBranch.onCopy`: the copy shares the texts of the original, so it can be searched at once. */
  onMainBranchCopy = async (tx: Transaction, { from, to }: MainCopy): Promise<void> => {
    const original = await this.#deps.index.findSpace(tx, from)
    if (original?.index) {
      this.#deps.index.lockIndex(tx, original.index.indexId)
      await this.#deps.index.copySpace(tx, from, to)
    }
    // The original may have been written since it was indexed.
    await this.#deps.placements.markStale(tx, to)
    await this.onMainBranchMove(tx, { spaceId: to })
  }

  /** Called before a search: waits until what was written is in the index, or the timeout is over. */
  async catchUp(spaceIds: readonly string[]): Promise<void> {
    const timeout = AbortSignal.timeout(CATCH_UP_TIMEOUT_MS)
    await Promise.race([this.#indexSpaces(spaceIds, timeout), waitForAbort(timeout)])
  }

  /** A space is indexed by one run at a time; whoever asks meanwhile gets a run that began after they asked. */
  #startIndexing(spaceId: string): Promise<void> {
    // Indexing is a job also where a request begins it: a large space takes longer than a request may.
    return this.#indexingRuns.run(spaceId, () =>
      this.#deps.database.runJob(() =>
        this.#indexSpace(spaceId)
          .catch(ignoreRemovedSpace)
          .finally(() => this.#largeRuns.end(spaceId)),
      ),
    )
  }

  /** Waits until a space is indexed; not for long if that takes long, because what is indexed can be searched. */
  async #awaitIndexing(spaceId: string): Promise<void> {
    const run = this.#startIndexing(spaceId)
    const isLarge = this.#largeRuns
      .wait(spaceId)
      .then(() => delay(LARGE_RUN_TIMEOUT_MS, undefined, { ref: false }))
    await Promise.race([run, isLarge])
    run.catch((error) => this.#reportError(spaceId, error))
  }

  /** Indexes a few spaces at once: an organization of a thousand spaces must not take every connection. */
  async #indexSpaces(spaceIds: readonly string[], timeout: AbortSignal): Promise<void> {
    for (const batch of splitIntoChunks(spaceIds, MAX_CONCURRENT_SPACES)) {
      if (timeout.aborted) return
      // A space that cannot be indexed must not prevent a search of the others.
      await Promise.all(
        batch.map((spaceId) =>
          this.#awaitIndexing(spaceId).catch((error) => this.#reportError(spaceId, error)),
        ),
      )
    }
  }

  /** Enqueues the job that indexes stale spaces, as soon as the transaction is committed. */
  async requestIndexing(tx: Transaction): Promise<void> {
    await this.#deps.jobs.enqueue(tx, 'index-spaces', {}, new Date())
  }

  /**
   * The job `index-spaces`. It indexes spaces that were restored from a backup, or whose process ended before it indexed
   * them, and moves spaces to the indexes that they belong in: when their language changed, or they grew.
   */
  async indexStaleSpaces(): Promise<void> {
    // Two jobs at once would do the same work twice.
    await this.#deps.index.withJobLock(this.#deps.database, async () => {
      const spaceIds = (await this.#deps.placements.findStaleSpaces(this.#deps.database)).values()
      const indexSome = async () => {
        for (const spaceId of spaceIds) {
          if (this.#closing.signal.aborted) return
          // A space that cannot be indexed must not prevent the others.
          await this.#startIndexing(spaceId)
            .then(() => this.#placeSpace(spaceId))
            .catch((error) => this.#reportError(spaceId, error))
        }
      }
      await Promise.all(Array.from({ length: MAX_CONCURRENT_SPACES }, indexSome))
      for (const leftIndex of await this.#deps.index.listLeftIndexes(this.#deps.database)) {
        if (this.#closing.signal.aborted) return
        await this.#deps.database.transaction((tx) => this.#deps.index.deleteOrphans(tx, leftIndex))
      }
    })
  }

  /** The job `forget-words`: deletes the words that no text has any more. */
  deleteUnusedWords(): Promise<void> {
    return this.#deps.database.transaction((tx) => this.#deps.index.deleteUnusedWords(tx))
  }

  /** Stops indexing. Spaces that were not indexed are stale, and the job indexes them after the next start. */
  async close(): Promise<void> {
    this.#closing.abort()
    this.#changedSpaces.clear()
    await this.waitForFlush()
  }

  /** Resolves when everything that was written is indexed. */
  async waitForIndexing(): Promise<void> {
    await this.#indexingChanges
    await this.#indexingRuns.waitUntilIdle()
  }

  /** Resolves when the pending lists are flushed, too, a little later. */
  async waitForFlush(): Promise<void> {
    await this.waitForIndexing()
    await this.#flusher.wait()
  }

  /** Indexes one space after the other, so that many writes at once leave resources for requests. */
  async #indexChangedSpaces(): Promise<void> {
    // Closing ends the delay.
    await delay(INDEXING_DELAY_MS, undefined, { ref: false, signal: this.#closing.signal }).catch(
      () => undefined,
    )
    for (const spaceId of this.#changedSpaces) {
      this.#changedSpaces.delete(spaceId)
      await this.#startIndexing(spaceId).catch((error) => this.#reportError(spaceId, error))
    }
    this.#indexingChanges = undefined
  }

  #reportError(spaceId: string, error: unknown): void {
    this.#deps.onError(new Error(`The space ${spaceId} could not be indexed.`, { cause: error }))
  }

  /** Updates the index of a space to what the space shows, where a search of its organization finds it. */
  async #indexSpace(spaceId: string): Promise<void> {
    const { database, index, placements } = this.#deps
    const space = await index.findSpace(database, spaceId)
    if (!space) return
    const { mark } = space
    if ((space.index?.root ?? emptyRootHash) !== space.resolvedRoot) await this.#updateSpace(spaceId, space)
    const placement = await placements.findPlacement(database, spaceId, MAX_COUNTED_PAGES)
    let choice = placement && chooseBetterIndex(placement)
    if (choice && choice.organizationId !== placement?.index.organizationId) {
      await this.#moveSpace(spaceId, choice)
      choice = undefined
    }
    if (mark === undefined || this.#closing.signal.aborted) return
    // Whoever searches need not wait until the space is in a better index: the job moves it.
    if (choice) await placements.stopAwaiting(database, spaceId, mark)
    else await placements.removeMark(database, spaceId, mark)
  }

  async #updateSpace(spaceId: string, space: SpaceToIndex): Promise<void> {
    const { index, resolvedRoot } = space
    if (index) return this.#updateIndex(spaceId, index, resolvedRoot)
    const changes = await this.#findChanges(this.#deps.database, spaceId, emptyRootHash, resolvedRoot)
    const newIndex = await this.#addSpace(spaceId, chooseFirstIndex(space, changes.pages.length))
    if (newIndex) await this.#updateIndex(spaceId, newIndex, resolvedRoot, changes)
  }

  #addSpace(spaceId: string, choice: IndexChoice): Promise<SpaceIndex | undefined> {
    return this.#deps.database.transaction(async (tx) => {
      const indexId = await this.#deps.placements.chooseIndex(tx, choice)
      await this.#deps.index.addSpace(tx, spaceId, indexId)
      return (await this.#deps.index.findSpace(tx, spaceId))?.index
    })
  }

  /** Moves a space to the index that it belongs in, if it is in another. */
  async #placeSpace(spaceId: string): Promise<void> {
    const { database, placements } = this.#deps
    const mark = await placements.findMark(database, spaceId)
    const placement = await placements.findPlacement(database, spaceId, MAX_COUNTED_PAGES)
    const choice = placement && chooseBetterIndex(placement)
    if (choice) await this.#moveSpace(spaceId, choice)
    if (mark !== undefined && !this.#closing.signal.aborted) {
      await placements.removeMark(database, spaceId, mark)
    }
  }

  /** Moves a space to another index. Until all of it is there, it is searched where it was. */
  async #moveSpace(spaceId: string, choice: IndexChoice): Promise<void> {
    const { database, index, placements } = this.#deps
    const space = await index.findSpace(database, spaceId)
    if (!space?.index) return
    if (!choice.shared && space.index.language === choice.language) {
      if (await placements.giveIndex(database, spaceId, choice.organizationId)) return
    }
    const indexId = await database.transaction(async (tx) => {
      const chosenId = await placements.chooseIndex(tx, choice)
      await index.markLeft(tx, chosenId)
      return chosenId
    })
    const target = { indexId, language: choice.language, root: emptyRootHash }
    await this.#updateIndex(spaceId, target, space.resolvedRoot)
  }

  /** Indexes many pages in several short transactions; then the rest is changed in one transaction. */
  async #updateIndex(
    spaceId: string,
    index: SpaceIndex,
    targetRoot: Hash,
    knownChanges?: PageChanges,
  ): Promise<void> {
    const { indexId } = index
    const changes =
      knownChanges && index.root === emptyRootHash && index.pendingRoot === undefined
        ? knownChanges
        : await this.#findAllChanges(this.#deps.database, spaceId, index, targetRoot)
    const isLarge = changes.pages.length > MAX_PAGES_PER_TRANSACTION
    const areAllIndexed = isLarge && (await this.#indexManyPages(spaceId, index, targetRoot, changes.pages))
    if (this.#closing.signal.aborted) return
    const { database, revisionStore, texts } = this.#deps
    const prepared = isLarge
      ? undefined
      : await texts.preparePages(
          database,
          index,
          revisionStore.createView(database, targetRoot),
          changes.pages,
        )
    await database.transaction(async (tx) => {
      if (changes.pages.length >= MIN_BULK_PAGES) this.#deps.index.prepareBulkInsert(tx)
      this.#deps.index.lockIndex(tx, indexId)
      // Meanwhile the space may have been written, and its index by another process: what is there now counts.
      const space = await this.#deps.index.findSpace(tx, spaceId)
      if (!space?.index) return
      const isInSameIndex = space.index.indexId === indexId
      const indexedState = isInSameIndex ? space.index : { root: emptyRootHash }
      if (!isInSameIndex) await this.#deps.index.deleteAllPages(tx, spaceId)
      const isUnchanged = indexedState.root === index.root && space.resolvedRoot === targetRoot
      const currentChanges = isUnchanged
        ? changes
        : await this.#findAllChanges(tx, spaceId, indexedState, space.resolvedRoot)
      const preparedBatches = areAllIndexed ? [] : prepared && [prepared]
      const batches =
        (isUnchanged && preparedBatches) ||
        this.#prepareInTransaction(tx, index, space.resolvedRoot, currentChanges.pages)
      this.#deps.index.updateSpace(tx, spaceId, indexId, space.resolvedRoot)
      await this.#applyChanges(tx, spaceId, index, space.resolvedRoot, currentChanges.deleted, batches)
    })
    this.#flusher.flushLater()
  }

  /**
   * Indexes pages in several transactions. If the space is in this index already, each page is found as soon as it is
   * indexed; otherwise only the texts are stored. Returns whether all pages are indexed as they are in `root`.
   */
  async #indexManyPages(
    spaceId: string,
    index: SpaceIndex,
    root: Hash,
    pages: readonly Page[],
  ): Promise<boolean> {
    const { database, index: repository, texts, revisionStore } = this.#deps
    this.#largeRuns.begin(spaceId)
    const isFound = await database.transaction((tx) => this.#beginPending(tx, spaceId, index, root, pages))
    const view = revisionStore.createView(database, root)
    const batches = splitIntoChunks(pages, PAGES_PER_BATCH)
    const prepare = (batch: readonly Page[]) => texts.preparePages(database, index, view, batch)
    const limit = { measureSize: estimateBytes, maxSize: MAX_WAITING_BYTES }
    // While PostgreSQL stores the texts of one batch, the next ones are tokenized.
    for await (const batch of prepareAhead(batches, prepare, limit)) {
      if (this.#closing.signal.aborted) return false
      const isDone = await database.transaction(async (tx) => {
        repository.prepareBulkInsert(tx)
        repository.lockIndex(tx, index.indexId)
        if (isFound && !(await repository.addPendingPages(tx, spaceId, root, batch.rows.length))) return false
        await texts.storeTexts(tx, index, revisionStore.createView(tx, root), batch)
        if (!isFound) return true
        const previousTexts = await repository.putPages(tx, spaceId, index.indexId, batch.rows)
        if (previousTexts.length > 0) repository.deleteUnusedTexts(tx, previousTexts)
        return true
      })
      // Another process indexes a later content.
      if (!isDone) return false
    }
    return isFound
  }

  /** Returns false if the space is in another index, and is searched there until all pages are in this one. */
  async #beginPending(
    tx: Transaction,
    spaceId: string,
    index: SpaceIndex,
    root: Hash,
    pages: readonly Page[],
  ): Promise<boolean> {
    const { index: repository } = this.#deps
    repository.lockIndex(tx, index.indexId)
    const pending = { root, total: pages.length }
    if (!(await repository.beginPending(tx, spaceId, index.indexId, pending))) return false
    const parentIds = new Set(pages.map(({ parent }) => parent))
    const rows = pages
      .filter(({ id }) => parentIds.has(id))
      .map(({ id, parent, fields }) => ({ pageId: id, parentId: parent, slug: fields.slug ?? null }))
    if (rows.length > 0) await repository.insertPages(tx, spaceId, rows)
    return true
  }

  /** The changes since the indexed content, and since the content of which some pages are indexed. */
  async #findAllChanges(
    on: Queryable,
    spaceId: string,
    { root, pendingRoot }: Pick<SpaceIndex, 'root' | 'pendingRoot'>,
    after: Hash,
  ): Promise<PageChanges> {
    const changes = await this.#findChanges(on, spaceId, root, after)
    if (pendingRoot === undefined || pendingRoot === after) return changes
    const pendingChanges = await this.#findChanges(on, spaceId, pendingRoot, after)
    const pages = new Map([...changes.pages, ...pendingChanges.pages].map((page) => [page.id, page]))
    return {
      pages: [...pages.values()],
      deleted: [...new Set([...changes.deleted, ...pendingChanges.deleted])],
    }
  }

  /** The pages that changed, and those that include what changed. */
  async #findChanges(on: Queryable, spaceId: string, before: Hash, after: Hash): Promise<PageChanges> {
    const diff = await diffRevisions(this.#deps.revisionStore.objects.createReader(on), before, after)
    const changes = listChangedPages(diff)
    const names = listChangedIncludeNames(diff)
    const moved = diff.pages.some(canMovePages)
    // If nothing was indexed, all pages are among the changed ones.
    if (before === emptyRootHash || (names.length === 0 && !moved)) return changes
    const changedIds = new Set([...changes.pages.map(({ id }) => id), ...changes.deleted])
    const includingIds = await this.#deps.index.findIncludingPages(on, spaceId, names, { moved })
    const includingPages = await this.#deps.revisionStore
      .createView(on, after)
      .getPages(includingIds.filter((id) => !changedIds.has(id)))
    return { ...changes, pages: [...changes.pages, ...includingPages.values()] }
  }

  /** Prepares pages where it was not known before the transaction which they are. */
  async *#prepareInTransaction(
    tx: Transaction,
    index: SpaceIndex,
    root: Hash,
    pages: readonly Page[],
  ): AsyncGenerator<PreparedPages> {
    const view = this.#deps.revisionStore.createView(tx, root)
    for (const batch of splitIntoChunks(pages, PAGES_PER_BATCH)) {
      yield await this.#deps.texts.preparePages(tx, index, view, batch)
    }
  }

  async #applyChanges(
    tx: Transaction,
    spaceId: string,
    index: SpaceIndex,
    root: Hash,
    deleted: string[],
    batches: AsyncIterable<PreparedPages> | Iterable<PreparedPages>,
  ): Promise<void> {
    const { index: repository, texts, revisionStore } = this.#deps
    const view = revisionStore.createView(tx, root)
    const previousTexts: number[] = []
    if (deleted.length > 0) previousTexts.push(...(await repository.deletePages(tx, spaceId, deleted)))
    for await (const batch of batches) {
      if (batch.rows.length === 0) continue
      await texts.storeTexts(tx, index, view, batch)
      previousTexts.push(...(await repository.putPages(tx, spaceId, index.indexId, batch.rows)))
    }
    if (previousTexts.length > 0) repository.deleteUnusedTexts(tx, previousTexts)
  }
}

const waitForAbort = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
