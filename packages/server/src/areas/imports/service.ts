import { applyChanges, type Change } from '@verso/revisions'
import type { Caller } from '../../access/admission.ts'
import type { Subjects } from '../../access/subjects.ts'
import type { Clock } from '../../common/clock.ts'
import { Invalid } from '../../common/errors.ts'
import type { Urls } from '../../common/urls.ts'
import {
  type ChangeRequestService,
  type RevisionStore,
  type FileService,
  type MainBranch,
  requireUnlocked,
  type StoredRevision,
} from '../content/index.ts'
import type { Database, Transaction } from '../../database/database.ts'
import type { Git } from '../../git/git.ts'
import type { Fetcher } from '../../outbound/fetcher.ts'
import { type AssembledImport, assembleImport } from './assemble.ts'
import { PageConverterPool } from './conversion/page-converter.ts'
import { type ImportContext, importLimits } from './sources/source.ts'
import type { ImportContent, ImportContentResult } from './schema.ts'
import { sourceImporters } from './sources/index.ts'

type Space = Subjects['space']

/** Imports that work at the same time in one process; others wait for their turn. */
const MAX_CONCURRENT_IMPORTS = 3

interface ImportServiceDependencies {
  database: Database
  revisionStore: RevisionStore
  main: MainBranch
  changeRequests: ChangeRequestService
  files: FileService
  fetcher: Fetcher
  git: Git
  clock: Clock
  urls: Urls
}

export class ImportService {
  readonly #deps: ImportServiceDependencies
  readonly #converters = new PageConverterPool({
    maxThreads: MAX_CONCURRENT_IMPORTS,
    timeoutMs: importLimits.importMs,
  })

  constructor(deps: ImportServiceDependencies) {
    this.#deps = deps
  }

  /** Ends what is under way. */
  async close(): Promise<void> {
    await this.#converters.close()
  }

  /** Adds what is at a URL to a space, behind what it has. */
  async importIntoSpace(caller: Caller, space: Space, body: ImportContent): Promise<ImportContentResult> {
    // Nobody should wait for an import that cannot be kept.
    await this.#deps.database.transaction(async (tx) =>
      requireUnlocked(await this.#deps.main.lock(tx, space.id)),
    )
    const assembled = await this.#collect(body)
    const revision = await this.#deps.database.transaction(async (tx) => {
      const held = await this.#deps.main.lock(tx, space.id)
      const written = await this.#write(tx, held.revision, assembled.changes)
      return this.#deps.main.commitChange(tx, held, written, { userId: caller.userId, now: this.#deps.clock.now() })
    })
    return this.#present(revision, assembled)
  }

  /** The same, to a change request. */
  async importIntoChangeRequest(
    caller: Caller,
    space: Space,
    changeRequestId: string,
    body: ImportContent,
  ): Promise<ImportContentResult> {
    await this.#deps.database.transaction((tx) =>
      this.#deps.changeRequests.lockEditable(tx, space, changeRequestId),
    )
    const assembled = await this.#collect(body)
    const revision = await this.#deps.changeRequests.updateHead(caller, space, changeRequestId, (tx, head) =>
      this.#write(tx, head, assembled.changes),
    )
    return this.#present(revision, assembled)
  }

  #write(tx: Transaction, on: StoredRevision, changes: Change[]) {
    return applyChanges(this.#deps.revisionStore.objects.createReader(tx), on.root, changes)
  }

  #collect({ url, source }: ImportContent): Promise<AssembledImport> {
    this.#deps.fetcher.guard.checkUrl(url)
    return this.#converters.use(async (converter) => {
      const tooLong = new AbortController()
      const timer = setTimeout(() => tooLong.abort(new Invalid('The import took too long.')), importLimits.importMs)
      const context: ImportContext = {
        fetcher: this.#deps.fetcher,
        git: this.#deps.git,
        converter,
        signal: tooLong.signal,
        // Time is left to convert and keep what came in time.
        deadline: Date.now() + importLimits.importMs / 2,
      }
      // A conversion that never ends has to be ended.
      tooLong.signal.addEventListener('abort', () => void converter.abort(), { once: true })
      try {
        const collected = await sourceImporters[source](context, url)
        if (collected.pages.length === 0) {
          throw new Invalid(collected.failures[0]?.reason ?? 'There is nothing to import at this URL.')
        }
        const store = (file: Parameters<FileService['store']>[0]) => this.#deps.files.store(file)
        return await assembleImport(collected, { converter, store, now: this.#deps.clock.now() })
      } catch (error) {
        throw tooLong.signal.aborted ? tooLong.signal.reason : error
      } finally {
        clearTimeout(timer)
      }
    })
  }

  #present({ id, spaceId }: StoredRevision, { imported, failures }: AssembledImport): ImportContentResult {
    const failed = failures.reduce((sum, { count = 1 }) => sum + count, 0)
    return {
      revision: id,
      importedResources: imported,
      totalResources: imported + failed,
      failures: failures.slice(0, importLimits.failures).map(({ resource, reason }) => ({ resource, reason })),
      urls: { location: this.#deps.urls.location(`/spaces/${spaceId}/revisions/${id}`) },
    }
  }
}
