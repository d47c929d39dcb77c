import { applyChanges } from '@verso/revisions'
import type { Caller } from '../../../access/admission.ts'
import type { Subjects } from '../../../access/subjects.ts'
import type { Clock } from '../../../common/clock.ts'
import { NotFound } from '../../../common/errors.ts'
import type { RevisionStore, StoredRevision } from '../store/revision-store.ts'
import { AuthorizedMain } from '../store/main-authorization.ts'
import type { MainBranch } from '../store/main-branch.ts'
import type { Database, Transaction } from '../../../database/database.ts'
import { buildTemplateChanges } from './template-changes.ts'
import { loadTemplates } from './library.ts'
import type { ApplySpaceTemplate, TemplateList } from './schema.ts'

interface TemplateServiceDependencies {
  database: Database
  revisionStore: RevisionStore
  main: MainBranch
  clock: Clock
}

export class TemplateService {
  readonly #deps: TemplateServiceDependencies

  constructor(deps: TemplateServiceDependencies) {
    this.#deps = deps
  }

  list(): TemplateList {
    const items = [...loadTemplates().values()].map(
      ({ id, title, subtitle, emoji, features, pages, contentRefs }) => ({
        object: 'template' as const,
        id,
        title,
        subtitle,
        emoji,
        features,
        pages: pages.size,
        contentRefs,
      }),
    )
    return { items, count: items.length }
  }

  /**
   * Adds the pages of a template behind the existing pages of a space. Throws Conflict when the space changes only by
   * change requests.
   */
  async apply(caller: Caller, space: Subjects['space'], body: ApplySpaceTemplate): Promise<void> {
    await this.#deps.database.transaction(async (tx) => {
      const locked = await this.#deps.main.lock(tx, space.id)
      const writer = { userId: caller.userId, role: space.role }
      await this.#addPages(tx, caller, AuthorizedMain.forDirectChange(locked, writer), body)
    })
  }

  /** Adds the pages of a template to a space that was just created, even when the space is locked. */
  async fillNewSpace(
    tx: Transaction,
    caller: Caller,
    spaceId: string,
    body: ApplySpaceTemplate,
  ): Promise<StoredRevision> {
    const locked = await this.#deps.main.lock(tx, spaceId)
    return this.#addPages(tx, caller, AuthorizedMain.forNewSpace(locked), body)
  }

  async #addPages(
    tx: Transaction,
    { userId }: Caller,
    authorized: AuthorizedMain,
    { id, params }: ApplySpaceTemplate,
  ): Promise<StoredRevision> {
    const template = loadTemplates().get(id)
    if (!template) throw new NotFound('template', id)
    const now = this.#deps.clock.now()
    const changes = buildTemplateChanges(template, params?.contentRefs ?? {}, now)
    const reader = this.#deps.revisionStore.objects.createReader(tx)
    const written = await applyChanges(reader, authorized.locked.revision.root, changes)
    return this.#deps.main.commitChange(tx, authorized, written, { userId, now, origin: 'template' })
  }
}
