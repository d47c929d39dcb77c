import { requireAccess } from '../../../access/require-access.ts'
import type { Caller } from '../../../access/admission.ts'
import { decideAccess } from '../../../access/decide.ts'
import { hasPermission } from '../../../access/permissions.ts'
import type { SpaceRow, Subjects } from '../../../access/subjects.ts'
import { type Clock, days } from '../../../common/clock.ts'
import { Conflict, Forbidden, Invalid, NotFound } from '../../../common/errors.ts'
import { newId } from '../../../common/ids.ts'
import { lastRank } from '../../../common/rank.ts'
import type { Urls } from '../../../common/urls.ts'
import type { MainBranch } from '../store/main-branch.ts'
import type { ComputedContentUpdater } from '../store/computed-content-updater.ts'
import type { Database, Queryable, Transaction } from '../../../database/database.ts'
import { lockOrganizations } from '../../../database/organization-locks.ts'
import { mapPage, type Page, type Paging } from '../../../database/paging.ts'
import type { Jobs } from '../../../jobs/jobs.ts'
import type { Tasks } from '../../../jobs/tasks.ts'
import type { ContentOrder } from '../collections/order.ts'
import type { MoveContent } from '../collections/position.ts'
import type { CollectionService } from '../collections/service.ts'
import type { ComputedService } from '../computed/service.ts'
import { type MemberService, requireReadableRules } from '../../organizations/index.ts'
import type { PublishedContent } from '../collections/published-content.ts'
import { inItself, type Language } from '../../../common/languages.ts'
import type { TemplateService } from '../templates/service.ts'
import { presentSpace } from './present.ts'
import type { SpaceChanges, SpaceRepository } from './repository.ts'
import type { CreateSpace, Space, UpdateSpace, MemberSpace } from './schema.ts'

type Met = Subjects['space']

/** How long a deleted space can be brought back. */
export const SPACE_RETENTION_MS = 7 * days

const longestTitle = 50

interface SpaceServiceDependencies {
  database: Database
  spaces: SpaceRepository
  collections: CollectionService
  members: MemberService
  order: ContentOrder
  publishedContent: PublishedContent
  jobs: Jobs
  tasks: Tasks
  main: MainBranch
  templates: TemplateService
  computed: ComputedService
  computedContentUpdater: ComputedContentUpdater
  clock: Clock
  urls: Urls
}

export class SpaceService {
  readonly #deps: SpaceServiceDependencies

  constructor(deps: SpaceServiceDependencies) {
    this.#deps = deps
  }

  get(space: Met): Space {
    return presentSpace(this.#deps.urls, space)
  }

  async list(
    caller: Caller,
    organization: Subjects['organization'],
    { deleted = false }: { deleted?: boolean },
    paging: Paging,
  ): Promise<Page<Space>> {
    const filter = {
      organizationId: organization.id,
      ...(deleted && { deletedSince: this.#oldestRestorable() }),
    }
    const viewer = { userId: caller.userId, memberRole: organization.role }
    const page = await this.#deps.spaces.list(this.#deps.database, filter, viewer, paging)
    return mapPage(page, (row) => presentSpace(this.#deps.urls, row))
  }

  async listInCollection(
    caller: Caller,
    collection: Subjects['collection'],
    paging: Paging,
  ): Promise<Page<Space>> {
    const filter = { organizationId: collection.organizationId, parentId: collection.id }
    const page = await this.#deps.spaces.list(this.#deps.database, filter, { userId: caller.userId }, paging)
    return mapPage(page, (row) => presentSpace(this.#deps.urls, row))
  }

  /** What one member has access to: for admins, and for the member. */
  async listForMember(
    caller: Caller,
    organization: Subjects['organization'],
    userId: string,
    order: 'asc' | 'desc',
    paging: Paging,
  ): Promise<Page<MemberSpace>> {
    if (userId !== caller.userId && !hasPermission('organization.admin', organization.role)) {
      throw new Forbidden("Only admins see other members' spaces.")
    }
    await this.#deps.members.requireVisible(caller, organization, userId)
    const page = await this.#deps.spaces.listForMember(
      this.#deps.database,
      organization.id,
      userId,
      order,
      paging,
    )
    return mapPage(page, (row) => ({
      permission: row.role,
      // The object says what the caller may do with it; the entry says what the member may.
      space: presentSpace(this.#deps.urls, { ...row, role: userId === caller.userId ? row.role : 'admin' }),
    }))
  }

  create(caller: Caller, organization: Subjects['organization'], body: CreateSpace = {}): Promise<Space> {
    return this.#deps.database.transaction((tx) => this.createInTransaction(tx, caller, organization, body))
  }

  async createInTransaction(
    tx: Transaction,
    caller: Caller,
    organization: Subjects['organization'],
    body: CreateSpace,
  ): Promise<Space> {
    const { template, computedSource } = body
    if (template && computedSource) {
      throw new Invalid('body must have one of `template` and `computedSource`.')
    }
    const parentId = body.parent ?? null
    await this.#deps.collections.requireCreateAccess(tx, caller, organization, parentId)
    const row = await this.#deps.spaces.insert(
      tx,
      {
        id: newId(),
        organizationId: organization.id,
        parentId,
        title: body.title ?? 'Untitled',
        emoji: body.emoji ?? null,
        iconUrl: null,
        editMode: body.editMode ?? 'live',
        defaultLevel: 'inherit',
        language: body.language ?? null,
        mergeRules: { type: 'inherit' },
        revisionId: newId(),
        rank: lastRank(),
      },
      caller.userId,
      this.#deps.clock.now(),
    )
    const filled = template
      ? await this.#deps.templates.fillNewSpace(tx, caller, row.id, template)
      : computedSource && (await this.#deps.computed.fillSpace(tx, caller, row.id, computedSource))
    return presentSpace(this.#deps.urls, { ...row, ...(filled && { revisionId: filled.id }), role: 'admin' })
  }

  /** Those of these spaces of one organization that the caller sees, by their ids. */
  async findVisible(
    on: Queryable,
    caller: Caller,
    organizationId: string,
    ids: string[],
  ): Promise<Map<string, Met>> {
    if (ids.length === 0) return new Map()
    const rows = await this.#deps.spaces.findAll(on, organizationId, [...new Set(ids)], caller.userId)
    return new Map(rows.filter((row) => decideAccess('space.view', row) === 'allowed').map((row) => [row.id, row]))
  }

  /**
   * Spaces of one organization that the caller administrates, in the order they were asked for. None of them is deleted
   * or transferred before the transaction ends.
   */
  async requireAdminOfAll(tx: Transaction, caller: Caller, organizationId: string, ids: string[]): Promise<Met[]> {
    const rows = await this.#deps.spaces.findAll(tx, organizationId, ids, caller.userId, { hold: true })
    const found = new Map(rows.map((row) => [row.id, row]))
    return ids.map((id) => {
      const space = found.get(id)
      const decision = decideAccess('space.admin', space)
      if (!space || decision === 'hidden') throw new NotFound('space', id)
      if (decision === 'forbidden') throw new Forbidden(`You are no admin of the space "${id}".`)
      return space
    })
  }

  update(space: Met, { emoji, icon, ...plain }: UpdateSpace): Promise<Space> {
    if (plain.mergeRules) requireReadableRules(plain.mergeRules)
    const changes: SpaceChanges = {
      ...plain,
      // A space shows one of the two; setting one takes the other's place.
      ...(emoji !== undefined && { emoji, ...(emoji !== null && { iconUrl: null }) }),
      ...(icon !== undefined && { iconUrl: icon, ...(icon !== null && { emoji: null }) }),
    }
    const now = this.#deps.clock.now()
    return this.#deps.database.transaction(async (tx) => {
      const row = await this.#deps.spaces.update(tx, space.id, changes, now)
      if (!row) throw new NotFound('space', space.id)
      // Words have other stems in another language.
      if (plain.language !== undefined && plain.language !== space.language)
        await this.#deps.jobs.enqueue(tx, 'index-spaces', {}, now)
      return presentSpace(this.#deps.urls, { ...row, role: space.role })
    })
  }

  /** Deleted for everyone at once, removed for good when the retention is over. */
  delete(space: Met): Promise<boolean> {
    const now = this.#deps.clock.now()
    return this.#deps.database.transaction(async (tx) => {
      const deleted = await this.#deps.spaces.markDeleted(tx, space.id, now)
      if (deleted) {
        await this.#deps.publishedContent.removeSpaceFromSites(tx, space.id)
        await this.#deps.jobs.enqueue(
          tx,
          'remove-space',
          { spaceId: space.id },
          new Date(now.getTime() + SPACE_RETENTION_MS),
        )
        await this.#deps.tasks.cancel(tx, { spaceId: space.id })
      }
      return deleted
    })
  }

  async restore(space: Met): Promise<Space> {
    if (space.deletedAt === null) throw new Conflict('This space is not deleted.')
    const row = await this.#deps.spaces.restore(
      this.#deps.database,
      space.id,
      this.#oldestRestorable(),
      this.#deps.clock.now(),
    )
    if (!row) throw new NotFound('space', space.id)
    return presentSpace(this.#deps.urls, { ...row, role: space.role })
  }

  /** For the job that removes spaces: does nothing to a space that was restored in time. */
  async removeExpired(spaceId: string): Promise<void> {
    await this.#deps.spaces.removeExpired(
      this.#deps.database,
      spaceId,
      this.#oldestRestorable(),
      this.#deps.clock.now(),
    )
  }

  duplicate(caller: Caller, space: Met): Promise<Space> {
    return this.#deps.database.transaction((tx) => this.duplicateInTransaction(tx, caller, space))
  }

  /** A copy right behind the original, with its content and settings; discussions stay with the original. */
  async duplicateInTransaction(tx: Transaction, caller: Caller, space: Met): Promise<Space> {
    const organization = await requireAccess<'organization'>(
      tx,
      caller,
      'organization.view',
      space.organizationId,
    )
    await lockOrganizations(tx, [space.organizationId])
    const original = await this.#lock(tx, space)
    await this.#deps.collections.requireCreateAccess(tx, caller, organization, original.parentId)
    const [rank = lastRank()] = await this.#deps.order.computeRanksAfter(tx, original, original.rank, 1)
    const row = await this.#deps.spaces.insert(
      tx,
      {
        ...original,
        id: newId(),
        revisionId: newId(),
        contentOf: original.revisionId,
        rank,
        title: titleWith(original.title, ' (copy)'),
      },
      caller.userId,
      this.#deps.clock.now(),
    )
    await this.#deps.main.notifyCopy(tx, { from: original.id, to: row.id })
    return presentSpace(this.#deps.urls, { ...row, role: 'admin' })
  }

  /**
   * A space for the content of another in another language: right behind it, with its settings, and open to the same
   * people but for what was granted on it alone.
   */
  async createTranslation(
    tx: Transaction,
    {
      id,
      of,
      organizationId,
      language,
      userId,
    }: { id: string; of: string; organizationId: string; language: Language; userId: string },
  ): Promise<void> {
    await lockOrganizations(tx, [organizationId])
    const original = await this.#deps.spaces.lock(tx, of)
    if (original?.organizationId !== organizationId) throw new NotFound('space', of)
    const [rank = lastRank()] = await this.#deps.order.computeRanksAfter(tx, original, original.rank, 1)
    const space = {
      ...original,
      id,
      revisionId: newId(),
      rank,
      language,
      title: titleWith(original.title, ` (${inItself(language)})`),
    }
    await this.#deps.spaces.insert(tx, space, userId, this.#deps.clock.now())
  }

  move(caller: Caller, space: Met, { parent, position }: MoveContent): Promise<Space> {
    return this.#deps.database.transaction(async (tx) => {
      const organization = await requireAccess<'organization'>(
        tx,
        caller,
        'organization.view',
        space.organizationId,
      )
      await lockOrganizations(tx, [space.organizationId])
      const current = await this.#lock(tx, space)
      const parentId = parent === undefined ? current.parentId : parent
      if (parentId !== current.parentId)
        await this.#deps.collections.requireCreateAccess(tx, caller, organization, parentId)
      const target = { organizationId: space.organizationId, parentId }
      const rank = await this.#deps.order.computeRank(tx, caller, target, position, space.id)
      await this.#deps.spaces.update(tx, space.id, { parentId, rank }, this.#deps.clock.now())
      return presentSpace(this.#deps.urls, await requireAccess<'space'>(tx, caller, 'space.view', space.id))
    })
  }

  /** To another organization's top level. The caller must be an admin of both organizations. */
  transfer(caller: Caller, space: Met, { organization: targetId }: { organization: string }): Promise<Space> {
    return this.#deps.database.transaction(async (tx) => {
      await requireAccess<'organization'>(tx, caller, 'organization.admin', space.organizationId)
      const target = await requireAccess<'organization'>(tx, caller, 'organization.admin', targetId)
      if (target.id === space.organizationId) throw new Conflict('The space is in this organization already.')
      await lockOrganizations(tx, [space.organizationId, target.id])
      await this.#lock(tx, space)
      await this.#deps.publishedContent.requireNotInSite(tx, { spaceId: space.id })
      await this.#deps.spaces.dropGrants(tx, space.id)
      const row = await this.#deps.spaces.update(
        tx,
        space.id,
        { organizationId: target.id, parentId: null, rank: lastRank() },
        this.#deps.clock.now(),
      )
      if (!row) throw new NotFound('space', space.id)
      await this.#deps.computedContentUpdater.updateMovedSpace(tx, target.id, space.id)
      return presentSpace(this.#deps.urls, { ...row, role: 'admin' })
    })
  }

  /** The space as it is now, unless it has gone elsewhere since the caller was let in. */
  async #lock(tx: Transaction, { id, organizationId }: Met): Promise<SpaceRow> {
    const current = await this.#deps.spaces.lock(tx, id)
    if (current?.organizationId !== organizationId) throw new NotFound('space', id)
    return current
  }

  #oldestRestorable(): Date {
    return new Date(this.#deps.clock.now().getTime() - SPACE_RETENTION_MS)
  }
}

function titleWith(title: string, suffix: string): string {
  // The limit counts code points, not what a person sees as one character.
  const characters = Array.from(title)
  return characters.slice(0, longestTitle - Array.from(suffix).length).join('') + suffix
}
