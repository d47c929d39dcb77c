import { applyChanges, type Change } from '@verso/revisions'
import type { Caller } from '../../access/admission.ts'
import { requireAccess } from '../../access/require-access.ts'
import type { Subjects } from '../../access/subjects.ts'
import type { Clock } from '../../common/clock.ts'
import type { Urls } from '../../common/urls.ts'
import {
  AuthorizedMain,
  type ChangeRequestService,
  type RevisionStore,
  type MainBranch,
  type StoredRevision,
} from '../content/index.ts'
import type { Database, Transaction } from '../../database/database.ts'
import { type AssembledImport, countResources } from './collector/assemble.ts'
import type { ContentCollector } from './collector/content-collector.ts'
import type { ImportContent, ImportContentResult } from './schema.ts'
import { importLimits } from './sources/source.ts'

type Space = Subjects['space']

interface ImportServiceDependencies {
  database: Database
  revisionStore: RevisionStore
  main: MainBranch
  changeRequests: ChangeRequestService
  collector: ContentCollector
  clock: Clock
  urls: Urls
}

export class ImportService {
  readonly #deps: ImportServiceDependencies

  constructor(deps: ImportServiceDependencies) {
    this.#deps = deps
  }

  /** Imports the content at a URL into a space, after its existing pages. */
  async importIntoSpace(caller: Caller, space: Space, body: ImportContent): Promise<ImportContentResult> {
    // The rule is checked first, so that nobody waits for an import that cannot be saved, and again when it is saved.
    await this.#deps.database.transaction((tx) => this.#authorize(tx, caller, space.id))
    const assembled = await this.#deps.collector.collect(space.organizationId, [body])
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
    const assembled = await this.#deps.collector.collect(space.organizationId, [body])
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

  #present({ id, spaceId }: StoredRevision, assembled: AssembledImport): ImportContentResult {
    return {
      revision: id,
      importedResources: assembled.imported,
      totalResources: countResources(assembled),
      failures: assembled.failures
        .slice(0, importLimits.failures)
        .map(({ resource, reason }) => ({ resource, reason })),
      urls: { location: this.#deps.urls.location(`/spaces/${spaceId}/revisions/${id}`) },
    }
  }
}
