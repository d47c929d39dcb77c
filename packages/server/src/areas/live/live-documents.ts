import { type EditorNode, type EditorStep, readEditorNode, readSteps } from '@verso/editor'
import type { CacheBudget, MemoryCache } from '../../common/memory-cache.ts'
import type { Transaction } from '../../database/database.ts'
import type { CommitRow, LivePageRow, LiveRepository } from './repository.ts'

/** A commit with its steps as the editor has them. */
export interface ParsedCommit extends CommitRow {
  parsedSteps: readonly EditorStep[]
}

/** A live page with its last document, and the commits that were asked for. */
export interface LoadedPage {
  row: LivePageRow
  doc: EditorNode
  commits: ParsedCommit[]
}

interface CachedDocument {
  sessionId: string
  version: number
  doc: EditorNode
}

export const getPageName = ({
  changeRequestId,
  pageId,
}: {
  changeRequestId: string
  pageId: string
}): string => `${changeRequestId}/${pageId}`

/**
 * The documents of live pages at their last versions. Any process makes one from the last saved document and the commits
 * after it; what is in memory only saves the work.
 */
export class LiveDocuments {
  readonly #repository: LiveRepository
  readonly #cache: MemoryCache<CachedDocument>

  constructor(repository: LiveRepository, caches: CacheBudget) {
    this.#repository = repository
    // A character takes one position, and each node some memory of its own.
    this.#cache = caches.create('live-pages', ({ doc }) => doc.nodeSize * 20 + 2000)
  }

  /**
   * Loads pages that are locked.
   *
   * @param pages each with the version after which its commits are needed.
   */
  async load(tx: Transaction, pages: readonly { row: LivePageRow; since: number }[]): Promise<LoadedPage[]> {
    const starts = pages.map(({ row, since }) => {
      const cached = this.#cache.get(getPageName(row))
      const isUsable = cached?.sessionId === row.sessionId && cached.version <= row.version
      return { row, since, cached: isUsable ? cached : undefined }
    })
    const missing = starts.filter(({ cached }) => !cached).map(({ row }) => row)
    const documents = new Map(
      missing.length === 0
        ? []
        : (await this.#repository.listSavedDocuments(tx, missing)).map((row) => [
            getPageName(row),
            row.savedDocument,
          ]),
    )
    const needed = starts.map(({ row, since, cached }) => ({
      ...row,
      since: Math.min(since, cached?.version ?? row.savedVersion),
    }))
    const isBehind = needed.some(({ since, version }) => since < version)
    const commits = Map.groupBy(isBehind ? await this.#repository.listCommits(tx, needed) : [], getPageName)
    return starts.map(({ row, since, cached }) => {
      const parsed = (commits.get(getPageName(row)) ?? []).map(parseCommit)
      const start = cached ?? {
        version: row.savedVersion,
        doc: readEditorNode(documents.get(getPageName(row)) ?? ''),
      }
      const doc = applyCommits(start, parsed)
      return { row, doc, commits: parsed.filter(({ version }) => version > since) }
    })
  }

  /** Keeps a document once the transaction is committed. */
  keep(tx: Transaction, row: LivePageRow, version: number, doc: EditorNode): void {
    const { sessionId } = row
    tx.afterCommit(() => {
      const cached = this.#cache.get(getPageName(row))
      if (cached?.sessionId === sessionId && cached.version > version) return
      this.#cache.set(getPageName(row), { sessionId, version, doc })
    })
  }
}

export const parseCommit = (row: CommitRow): ParsedCommit => ({
  ...row,
  // The steps were written as a list by `insertCommits`.
  parsedSteps: readSteps(JSON.parse(row.steps) as unknown[]),
})

function applyCommits(
  { version, doc }: { version: number; doc: EditorNode },
  commits: readonly ParsedCommit[],
): EditorNode {
  let result = doc
  for (const commit of commits) {
    if (commit.version <= version) continue
    for (const step of commit.parsedSteps) {
      const applied = step.apply(result)
      if (!applied.doc) throw new Error(`commit ${commit.version} does not fit its page: ${applied.failed}`)
      result = applied.doc
    }
  }
  return result
}
