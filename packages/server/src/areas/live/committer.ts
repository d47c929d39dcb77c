import {
  checkChangedBlocks,
  type EditorNode,
  type EditorStep,
  InvalidSteps,
  rebaseSteps,
} from '@verso/editor'
import type { Clock } from '../../common/clock.ts'
import { Conflict, type DomainError, Invalid, NotFound } from '../../common/errors.ts'
import { QueryBatcher } from '../../common/query-batcher.ts'
import { type Database, isTimeout, isTransactionConflict } from '../../database/database.ts'
import { getPageName, type LiveDocuments, type LoadedPage, type ParsedCommit } from './live-documents.ts'
import type { CommitRow, LivePageRow, LiveRepository, PageKey } from './repository.ts'

/** The most characters and nodes that a live document may have; a longer text is no page. */
const MAX_DOCUMENT_SIZE = 1_000_000
/** How many steps are moved over how many others, at most: that is some tens of milliseconds of work. */
const MAX_MOVES = 1_000_000

/** What somebody has changed on top of a version. */
export interface SentCommit extends PageKey {
  sessionId: string
  since: number
  userId: string
  client: string
  ref: string
  steps: readonly EditorStep[]
}

export interface CommitResult {
  row: LivePageRow
  version: number
  /** All commits after the version that the steps were made on, the own one included. */
  commits: CommitRow[]
  lostCount: number
}

interface CommitterDependencies {
  database: Database
  repository: LiveRepository
  documents: LiveDocuments
  clock: Clock
}

/**
 * Gives commits their order. Those that arrive together are one transaction, whatever the number of pages and people: it
 * locks the pages, reads what other processes have committed, rebases, and writes.
 */
export class Committer {
  readonly #deps: CommitterDependencies
  readonly #batches: QueryBatcher<SentCommit, { result: CommitResult } | { error: unknown }>

  constructor(deps: CommitterDependencies) {
    this.#deps = deps
    this.#batches = new QueryBatcher<SentCommit, { result: CommitResult } | { error: unknown }>(
      (sent) => this.#commitAll(sent),
      {
        isNeeded: (error) => isTimeout(error) || isTransactionConflict(error),
        getKey: getPageName,
      },
    )
  }

  async commit(sent: SentCommit): Promise<CommitResult> {
    const outcome = await this.#batches.add(sent)
    if ('error' in outcome) throw outcome.error
    return outcome.result
  }

  #commitAll(sent: SentCommit[]): Promise<({ result: CommitResult } | { error: unknown })[]> {
    const { database, repository, documents, clock } = this.#deps
    return database.transaction(async (tx) => {
      const byPage = Map.groupBy(sent, getPageName)
      const keys = Array.from(byPage.values(), ([first]) => first).filter((key) => key !== undefined)
      const rows = await repository.lockPages(tx, keys)
      const statuses = await repository.listStatuses(
        tx,
        rows.map(({ changeRequestId }) => changeRequestId),
      )
      const loaded = await documents.load(
        tx,
        rows.map((row) => ({ row, since: findFirstVersion(byPage.get(getPageName(row)) ?? []) })),
      )
      const pages = new Map(loaded.map((page) => [getPageName(page.row), new OpenPage(page)]))
      const outcomes = sent.map((commit) => {
        const page = pages.get(getPageName(commit))
        const status = statuses.get(commit.changeRequestId)
        try {
          if (!page) throw new NotFound('live page', commit.pageId)
          if (status !== 'draft' && status !== 'open') throw new Conflict(describeStatus(status))
          return { result: page.add(commit) }
        } catch (error) {
          return { error }
        }
      })
      const changed = [...pages.values()].filter(({ newCommits }) => newCommits.length > 0)
      if (changed.length === 0) return outcomes
      await repository.insertCommits(
        tx,
        changed.flatMap(({ newCommits }) => newCommits),
        clock.now(),
      )
      for (const { row, version, doc } of changed) documents.keep(tx, row, version, doc)
      await repository.notify(tx, [...new Set(changed.map(({ row }) => row.changeRequestId))])
      return outcomes
    })
  }
}

/** A page within one transaction: commits are added one after another. */
class OpenPage {
  readonly row: LivePageRow
  readonly newCommits: CommitRow[] = []
  readonly #commits: ParsedCommit[]
  version: number
  doc: EditorNode

  constructor({ row, doc, commits }: LoadedPage) {
    this.row = row
    this.version = row.version
    this.doc = doc
    this.#commits = commits
  }

  /** Throws a domain error, and changes nothing, for what cannot be committed. */
  add({ sessionId, since, userId, client, ref, steps }: SentCommit): CommitResult {
    if (sessionId !== this.row.sessionId) throw createRestartedError()
    if (since > this.version)
      throw new Invalid(`body.since is ${since}, and the last version is ${this.version}.`)
    const others = this.#commits.filter(({ version }) => version > since)
    if (others.length !== this.version - since) throw createBehindError()
    const isSentBefore = others.some(
      (commit) => commit.client === client && commit.ref === ref && commit.userId === userId,
    )
    const lostCount = isSentBefore ? 0 : this.#append(steps, others, { userId, client, ref })
    const commits = this.#commits.filter(({ version }) => version > since)
    return { row: this.row, version: this.version, commits, lostCount }
  }

  #append(
    steps: readonly EditorStep[],
    others: readonly ParsedCommit[],
    author: Pick<CommitRow, 'userId' | 'client' | 'ref'>,
  ): number {
    const rebased = rebaseSent(this.doc, steps, others)
    // Nobody has deleted what the steps change, so they were never right.
    if (others.length === 0 && rebased.lostCount > 0) {
      throw new Invalid('body.steps do not fit the document of the version. Open the page anew.')
    }
    if (rebased.doc.content.size > MAX_DOCUMENT_SIZE) {
      throw new Invalid('The page would be too long. Move a part of it to another page.')
    }
    const { changeRequestId, pageId } = this.row
    const version = this.version + 1
    const json = JSON.stringify(rebased.steps.map((step): unknown => step.toJSON()))
    const row = { changeRequestId, pageId, version, ...author, steps: json }
    this.#commits.push({ ...row, parsedSteps: rebased.steps })
    this.newCommits.push(row)
    this.version = version
    this.doc = rebased.doc
    return rebased.lostCount
  }
}

function rebaseSent(
  doc: EditorNode,
  steps: readonly EditorStep[],
  others: readonly ParsedCommit[],
): ReturnType<typeof rebaseSteps> {
  try {
    const otherSteps = others.flatMap(({ parsedSteps }) => parsedSteps)
    if (steps.length * (otherSteps.length + steps.length) > MAX_MOVES) throw createBehindError()
    const rebased = rebaseSteps(doc, steps, otherSteps)
    checkChangedBlocks(doc, rebased.doc)
    return rebased
  } catch (error) {
    if (error instanceof InvalidSteps) throw new Invalid(`body.steps: ${error.message}.`)
    // Positions outside of the document, and the like.
    if (error instanceof RangeError || error instanceof TypeError) {
      throw new Invalid('body.steps do not fit the document of the version. Open the page anew.')
    }
    throw error
  }
}

const findFirstVersion = (sent: readonly SentCommit[]): number => Math.min(...sent.map(({ since }) => since))

export const createRestartedError = (): DomainError =>
  new Conflict(
    'The page was begun anew since you opened it. Open it again, and send your changes on top of it.',
  )

export const createBehindError = (): DomainError =>
  new Conflict(
    'Too much was written since that version. Open the page again, and send your changes on top of it.',
  )

/** Why a change request cannot be written on. */
export const describeStatus = (status: string | undefined): string =>
  status === 'merged'
    ? 'This change request is merged already.'
    : 'This change request is archived; open it again first.'
