import { applyChanges, type Change } from '@verso/revisions'
import type { Caller } from '../../access/admission.ts'
import { requireAccess } from '../../access/require-access.ts'
import type { Subjects } from '../../access/subjects.ts'
import { type Clock, seconds } from '../../common/clock.ts'
import { Invalid, Unavailable } from '../../common/errors.ts'
import { FairQueue, FairQueueFullError } from '../../common/fair-queue.ts'
import type { Urls } from '../../common/urls.ts'
import {
  AuthorizedMain,
  type ChangeRequestService,
  type RevisionStore,
  type FileService,
  type MainBranch,
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

/** How many imports of one organization may wait. Further requests get 503. */
const MAX_WAITING_PER_ORGANIZATION = 20

/** How many imports run at once, and what each may take. */
export interface ImportSettings {
  concurrency: number
  timeoutMs: number
  memoryBytes: number
}

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
  settings: ImportSettings
}

export class ImportService {
  readonly #deps: ImportServiceDependencies
  readonly #converters: PageConverterPool
  readonly #queue: FairQueue

  constructor(deps: ImportServiceDependencies) {
    this.#deps = deps
    const { concurrency, memoryBytes } = deps.settings
    this.#converters = new PageConverterPool({ maxThreads: concurrency, memoryBytes })
    this.#queue = new FairQueue({ concurrency, maxWaitingPerOwner: MAX_WAITING_PER_ORGANIZATION })
  }

  /** Ends the imports that are running. */
  async close(): Promise<void> {
    await this.#converters.close()
  }

  /** Imports the content at a URL into a space, after its existing pages. */
  async importIntoSpace(caller: Caller, space: Space, body: ImportContent): Promise<ImportContentResult> {
    // The rule is checked first, so that nobody waits for an import that cannot be saved, and again when it is saved.
    await this.#deps.database.transaction((tx) => this.#authorize(tx, caller, space.id))
    const assembled = await this.#collect(space, body)
    const revision = await this.#deps.database.transaction(async (tx) => {
      const authorized = await this.#authorize(tx, caller, space.id)
      const newContent = await this.#write(tx, authorized.locked.revision, assembled.changes)
      await this.#deps.main.setSummaryHeading(tx, space.id, assembled.summaryHeading)
      return this.#deps.main.commitChange(tx, authorized, newContent, {
        userId: caller.userId,
        now: this.#deps.clock.now(),
        origin: 'import',
      })
    })
    return this.#present(revision, assembled)
  }

  /** Imports the content at a URL into a change request. */
  async importIntoChangeRequest(
    caller: Caller,
    space: Space,
    changeRequestId: string,
    body: ImportContent,
  ): Promise<ImportContentResult> {
    await this.#deps.database.transaction((tx) =>
      this.#deps.changeRequests.lockEditable(tx, space, changeRequestId),
    )
    const assembled = await this.#collect(space, body)
    const revision = await this.#deps.changeRequests.updateHead(caller, space, changeRequestId, (tx, head) =>
      this.#write(tx, head, assembled.changes),
    )
    // It is written after the change request was unlocked: whoever locks both locks the space first.
    await this.#deps.main.setSummaryHeading(this.#deps.database, space.id, assembled.summaryHeading)
    return this.#present(revision, assembled)
  }

  async #authorize(tx: Transaction, caller: Caller, spaceId: string): Promise<AuthorizedMain> {
    const locked = await this.#deps.main.lock(tx, spaceId)
    const { role } = await requireAccess<'space'>(tx, caller, 'space.edit', spaceId)
    return AuthorizedMain.forDirectChange(locked, { userId: caller.userId, role })
  }

  #write(tx: Transaction, revision: StoredRevision, changes: Change[]) {
    return applyChanges(this.#deps.revisionStore.objects.createReader(tx), revision.root, changes)
  }

  /** Imports when it is the organization's turn. */
  async #collect({ organizationId }: Space, body: ImportContent): Promise<AssembledImport> {
    if (!this.#deps.files.isOwnUrl(body.url)) this.#deps.fetcher.guard.checkUrl(body.url)
    try {
      return await this.#queue.run(organizationId, () => this.#collectNow(body))
    } catch (error) {
      if (!(error instanceof FairQueueFullError)) throw error
      throw new Unavailable(
        `${MAX_WAITING_PER_ORGANIZATION} imports of your organization are waiting. Try again in a minute.`,
      )
    }
  }

  #collectNow({ url, source }: ImportContent): Promise<AssembledImport> {
    const { timeoutMs } = this.#deps.settings
    return this.#converters.use(async (converter) => {
      const timeout = new AbortController()
      const timer = setTimeout(
        () => timeout.abort(new Invalid(`The import took longer than ${timeoutMs / seconds} seconds.`)),
        timeoutMs,
      )
      const context: ImportContext = {
        fetcher: this.#deps.fetcher,
        readOwnFile: (address) => this.#deps.files.readOwnUrl(address),
        git: this.#deps.git,
        converter,
        signal: timeout.signal,
        // The other half of the time is for converting and storing what was fetched.
        deadline: Date.now() + timeoutMs / 2,
      }
      // A conversion that does not end has to be stopped.
      timeout.signal.addEventListener('abort', () => void converter.abort(), { once: true })
      try {
        const sourceContent = await sourceImporters[source](context, url)
        if (sourceContent.pages.length === 0) {
          throw new Invalid(sourceContent.failures[0]?.reason ?? 'There is nothing to import at this URL.')
        }
        const store = (file: Parameters<FileService['store']>[0]) => this.#deps.files.store(file)
        return await assembleImport(sourceContent, { converter, store, now: this.#deps.clock.now() })
      } catch (error) {
        throw timeout.signal.aborted ? timeout.signal.reason : error
      } finally {
        clearTimeout(timer)
      }
    })
  }

  #present({ id, spaceId }: StoredRevision, { imported, failures }: AssembledImport): ImportContentResult {
    const failureCount = failures.reduce((sum, { count = 1 }) => sum + count, 0)
    return {
      revision: id,
      importedResources: imported,
      totalResources: imported + failureCount,
      failures: failures
        .slice(0, importLimits.failures)
        .map(({ resource, reason }) => ({ resource, reason })),
      urls: { location: this.#deps.urls.location(`/spaces/${spaceId}/revisions/${id}`) },
    }
  }
}
