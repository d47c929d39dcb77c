import { setTimeout as delay } from 'node:timers/promises'
import { diffRevisions, type Hash, type Page, type PageChange, type RevisionDiff } from '@verso/revisions'
import { splitIntoChunks } from '../../../common/chunks.ts'
import { seconds } from '../../../common/clock.ts'
import { CoalescedCalls } from '../../../common/coalesced-calls.ts'
import { type RevisionStore, emptyRootHash, type MainCopy, type MainMove } from '../../content/index.ts'
import type { Database, Queryable, Transaction } from '../../../database/database.ts'
import type { ConstraintName } from '../../../database/schema/tables.ts'
import { findViolation } from '../../../database/violations.ts'
import type { Jobs } from '../../../jobs/jobs.ts'
import { listIncludeNames } from './include-resolver.ts'
import type { PageTextIndexer } from './page-text-indexer.ts'
import type { IndexRepository, SpaceIndex, SpaceToIndex } from './index-repository.ts'
import { chooseBetterIndex, chooseFirstIndex, MAX_COUNTED_PAGES } from './index-choice.ts'
import type { IndexChoice, PlacementRepository } from './placement-repository.ts'

/** If more pages changed, their texts are stored in several transactions before the pages refer to them. */
const MAX_PAGES_PER_TRANSACTION = 200

/** How long a search waits for what was written before it. A newly imported space of thousands of pages takes longer. */
const CATCH_UP_TIMEOUT_MS = 10 * seconds

/** Indexing begins this long after a write: whoever wrote reads the page first, and several edits may follow each other. */
const INDEXING_DELAY_MS = 100

/** How long nothing is written before the pending lists are flushed: one large flush costs less than many small ones. */
const FLUSH_DELAY_MS = 2 * seconds

/** How many spaces are indexed at once for one search. */
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
  readonly #changedSpaces = new Set<string>()
  #indexingChanges: Promise<void> | undefined
  #flushing: Promise<void> | undefined
  #lastWriteAt = 0
  readonly #closing = new AbortController()

  constructor(deps: SearchIndexerDependencies) {
    this.#deps = deps
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
      await this.#deps.index.lockIndex(tx, original.index.indexId)
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
      this.#deps.database.runJob(() => this.#indexSpace(spaceId).catch(ignoreRemovedSpace)),
    )
  }

  /** Indexes a few spaces at once: an organization of a thousand spaces must not take every connection. */
  async #indexSpaces(spaceIds: readonly string[], timeout: AbortSignal): Promise<void> {
    for (const batch of splitIntoChunks(spaceIds, MAX_CONCURRENT_SPACES)) {
      if (timeout.aborted) return
      // A space that cannot be indexed must not prevent a search of the others.
      await Promise.all(
        batch.map((spaceId) =>
          this.#startIndexing(spaceId).catch((error) => this.#reportError(spaceId, error)),
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
      for (const spaceId of await this.#deps.placements.findStaleSpaces(this.#deps.database)) {
        if (this.#closing.signal.aborted) return
        // A space that cannot be indexed must not prevent the others.
        await this.#startIndexing(spaceId)
          .then(() => this.#placeSpace(spaceId))
          .catch((error) => this.#reportError(spaceId, error))
      }
      await this.#deps.database.transaction((tx) => this.#deps.index.deleteOrphans(tx))
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
    await this.#flushing
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

  /** Flushes once nothing was written for a while, and again if something was written meanwhile. */
  async #flushWhenIdle(): Promise<void> {
    try {
      const { signal } = this.#closing
      let flushedAt = 0
      while (flushedAt < this.#lastWriteAt) {
        for (
          let rest = FLUSH_DELAY_MS;
          rest > 0;
          rest = this.#lastWriteAt + FLUSH_DELAY_MS - performance.now()
        ) {
          await delay(rest, undefined, { ref: false, signal })
        }
        flushedAt = performance.now()
        await this.#deps.database.runJob(() => this.#deps.index.flushPendingLists(this.#deps.database))
      }
    } catch (error) {
      // Closing ends the delay. PostgreSQL flushes the lists by itself some time.
      if (!this.#closing.signal.aborted) this.#deps.onError(error)
    } finally {
      this.#flushing = undefined
    }
  }

  /** Updates the index of a space to what the space shows, where a search of its organization finds it. */
  async #indexSpace(spaceId: string): Promise<void> {
    const { database, index, placements } = this.#deps
    const mark = await placements.findMark(database, spaceId)
    const space = await index.findSpace(database, spaceId)
    if (!space) return
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
    const indexId = await database.transaction((tx) => placements.chooseIndex(tx, choice))
    const target = { indexId, language: choice.language, root: emptyRootHash }
    await this.#updateIndex(spaceId, target, space.resolvedRoot)
  }

  /**
   * Stores the texts of many pages first, in several short transactions; then the rows of all pages are changed in one
   * transaction.
   */
  async #updateIndex(
    spaceId: string,
    index: SpaceIndex,
    targetRoot: Hash,
    knownChanges?: PageChanges,
  ): Promise<void> {
    const { indexId } = index
    const changes =
      knownChanges && index.root === emptyRootHash
        ? knownChanges
        : await this.#findChanges(this.#deps.database, spaceId, index.root, targetRoot)
    if (changes.pages.length > MAX_PAGES_PER_TRANSACTION) {
      for (const batch of splitIntoChunks(changes.pages, MAX_PAGES_PER_TRANSACTION)) {
        if (this.#closing.signal.aborted) return
        await this.#deps.database.transaction(async (tx) => {
          await this.#deps.index.lockIndex(tx, indexId)
          await this.#deps.texts.indexPages(
            tx,
            index,
            this.#deps.revisionStore.createView(tx, targetRoot),
            batch,
          )
        })
      }
    }
    await this.#deps.database.transaction(async (tx) => {
      await this.#deps.index.lockIndex(tx, indexId)
      // Meanwhile the space may have been written, and its index by another process: what is there now counts.
      const space = await this.#deps.index.findSpace(tx, spaceId)
      if (!space?.index) return
      const isInSameIndex = space.index.indexId === indexId
      const indexedRoot = isInSameIndex ? space.index.root : emptyRootHash
      if (!isInSameIndex) await this.#deps.index.deleteAllPages(tx, spaceId)
      await this.#deps.index.updateSpace(tx, spaceId, indexId, space.resolvedRoot)
      const isUnchanged = indexedRoot === index.root && space.resolvedRoot === targetRoot
      const currentChanges = isUnchanged
        ? changes
        : await this.#findChanges(tx, spaceId, indexedRoot, space.resolvedRoot)
      await this.#applyChanges(tx, spaceId, index, space.resolvedRoot, currentChanges)
    })
    this.#lastWriteAt = performance.now()
    this.#flushing ??= this.#flushWhenIdle()
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

  async #applyChanges(
    tx: Transaction,
    spaceId: string,
    index: SpaceIndex,
    root: Hash,
    { pages, deleted }: PageChanges,
  ): Promise<void> {
    const indexedPages = await this.#deps.texts.indexPages(
      tx,
      index,
      this.#deps.revisionStore.createView(tx, root),
      pages,
    )
    const previousTexts: number[] = []
    if (deleted.length > 0) {
      previousTexts.push(...(await this.#deps.index.deletePages(tx, spaceId, deleted)))
    }
    if (pages.length > 0) {
      previousTexts.push(...(await this.#deps.index.putPages(tx, spaceId, index.indexId, indexedPages)))
    }
    if (previousTexts.length > 0) await this.#deps.index.deleteUnusedTexts(tx, previousTexts)
  }
}

const waitForAbort = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))

/** The pages of a space that differ from the index. */
interface PageChanges {
  /** New and changed pages, as they are now. */
  pages: Page[]
  deleted: string[]
}

function listChangedPages({ pages: pageChanges }: RevisionDiff): PageChanges {
  const pages = new Map<string, Page>()
  const deleted: string[] = []
  for (const change of pageChanges) {
    if (change.kind === 'deleted') deleted.push(change.before.id)
    else pages.set(change.after.id, change.after)
  }
  return { pages: [...pages.values()], deleted }
}

/** The names under which pages include the changed reusable contents, before and after the change. */
const listChangedIncludeNames = ({ reusableContents }: RevisionDiff): string[] =>
  reusableContents.flatMap((change) => [
    ...('before' in change ? listIncludeNames(change.id, change.before) : []),
    ...('after' in change ? listIncludeNames(change.id, change.after) : []),
  ])

/** Whether the paths of other pages may have changed: those below this page, or the page that is first instead of it. */
const canMovePages = (change: PageChange): boolean =>
  change.kind !== 'edited' || change.fields['slug'] !== undefined

/** A space that is removed for good while it is indexed needs no index: its rows went with it. */
function ignoreRemovedSpace(error: unknown): void {
  const constraint = findViolation(error)?.constraint
  if (constraint === undefined || !spaceReferences.has(constraint)) throw error
}

const spaceReferences: ReadonlySet<string> = new Set<ConstraintName>([
  'search_pages_space_id_fkey',
  'search_spaces_space_id_fkey',
])
