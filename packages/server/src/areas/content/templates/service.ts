import { applyChanges } from '@verso/revisions'
import type { Caller } from '../../../access/admission.ts'
import type { Subjects } from '../../../access/subjects.ts'
import type { Clock } from '../../../common/clock.ts'
import { NotFound } from '../../../common/errors.ts'
import type { RevisionStore, StoredRevision } from '../store/revision-store.ts'
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

  /** Adds the pages of a template behind the existing pages of a space. Throws Conflict when the space is locked. */
  async apply(caller: Caller, space: Subjects['space'], body: ApplySpaceTemplate): Promise<void> {
    const changes = this.#buildChanges(body)
    await this.#deps.database.transaction(async (tx) => {
      const lockedMain = await this.#deps.main.lock(tx, space.id)
      const written = await applyChanges(
        this.#deps.revisionStore.objects.createReader(tx),
        lockedMain.revision.root,
        changes,
      )
      await this.#deps.main.commitChange(tx, lockedMain, written, {
        userId: caller.userId,
        now: this.#deps.clock.now(),
      })
    })
  }

  /** Adds the pages of a template to a space that was just created, even when the space is locked. */
  async fillNewSpace(
    tx: Transaction,
    caller: Caller,
    spaceId: string,
    body: ApplySpaceTemplate,
  ): Promise<StoredRevision> {
    const now = this.#deps.clock.now()
    const changes = this.#buildChanges(body)
    const lockedMain = await this.#deps.main.lock(tx, spaceId)
    const written = await applyChanges(
      this.#deps.revisionStore.objects.createReader(tx),
      lockedMain.revision.root,
      changes,
    )
    const { userId } = caller
    const parents = [lockedMain.revision.id]
    const revision = await this.#deps.revisionStore.commit(tx, written, {
      spaceId,
      parents,
      type: 'edits',
      userId,
      now,
    })
    await this.#deps.main.moveTo(tx, lockedMain, revision, { userId, now })
    return revision
  }

  #buildChanges({ id, params }: ApplySpaceTemplate) {
    const template = loadTemplates().get(id)
    if (!template) throw new NotFound('template', id)
    return buildTemplateChanges(template, params?.contentRefs ?? {}, this.#deps.clock.now())
  }
}
