import { requireAccess } from '../../../access/require-access.ts'
import type { Caller } from '../../../access/admission.ts'
import { decideAccess } from '../../../access/decide.ts'
import { hasPermission } from '../../../access/permissions.ts'
import type { Subjects } from '../../../access/subjects.ts'
import type { SpaceRow } from './columns.ts'
import { type Clock, days } from '../../../common/clock.ts'
import { Conflict, Forbidden, Invalid, NotFound } from '../../../common/errors.ts'
import { newId } from '../../../common/ids.ts'
import { QueryBatcher } from '../../../common/query-batcher.ts'
import { lastRank } from '../../../common/rank.ts'
import type { Urls } from '../../../common/urls.ts'
import type { MainBranch } from '../store/main-branch.ts'
import type { ComputedContentUpdater } from '../store/computed-content-updater.ts'
import { type Database, isTimeout, type Queryable, type Transaction } from '../../../database/database.ts'
import { findViolation, isOrganizationDeleted } from '../../../database/violations.ts'
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
import { getNativeName, type Language } from '../../../common/languages.ts'
import type { TemplateService } from '../templates/service.ts'
import { presentSpace } from './present.ts'
import type { NewSpace, SpaceChanges, SpaceRepository } from './repository.ts'
import type { CreateSpace, Space, UpdateSpace, MemberSpace } from './schema.ts'
import {
  type SpaceDetails,
  spaceDetails,
  type SpaceRowWithDetails,
  type SpaceWithDetails,
} from './columns.ts'

type SpaceSubject = Subjects['space']

/** How long a deleted space can be restored. */
export const SPACE_RETENTION_MS = 7 * days

/** How many rows of a space one statement deletes. */
const REMOVAL_BATCH_SIZE = 500

const MAX_TITLE_LENGTH = 50

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
  readonly #insertions: QueryBatcher<NewSpace, SpaceRowWithDetails>

  constructor(deps: SpaceServiceDependencies) {
    this.#deps = deps
    this.#insertions = new QueryBatcher((spaces) => deps.spaces.insertAll(deps.database, spaces), {
      // One space that cannot be inserted, because its organization was just deleted for example, must not keep the others.
      isNeeded: (error) =>
        isOrganizationDeleted(error) || findViolation(error) !== undefined || isTimeout(error),
      getKey: ({ id }) => id,
    })
  }

  get(space: SpaceWithDetails): Space {
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

  /** Lists the spaces that a member has access to. Only admins and the member may see the list. */
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
      // The permissions of the space are those of the caller; the role of the entry is that of the member.
      space: presentSpace(this.#deps.urls, { ...row, role: userId === caller.userId ? row.role : 'admin' }),
    }))
  }

  create(caller: Caller, organization: Subjects['organization'], body: CreateSpace = {}): Promise<Space> {
    // An empty space at the top is one statement, which is a transaction by itself. To open one around it would take two
    // more round trips.
    const isOneStatement = !body.parent && !body.template && !body.computedSource
    return isOneStatement
      ? this.#createEmpty(undefined, caller, organization, body)
      : this.#deps.database.transaction((tx) => this.createInTransaction(tx, caller, organization, body))
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
    const space = await this.#createEmpty(tx, caller, organization, body)
    const revision = template
      ? await this.#deps.templates.fillNewSpace(tx, caller, space.id, template)
      : computedSource &&
        (await this.#deps.computed.fillSpace(
          tx,
          caller,
          { id: space.id, organizationId: organization.id },
          computedSource,
        ))
    return revision ? { ...space, revision: revision.id } : space
  }

  /** @param tx without one, the space is inserted together with others that are created at the same time. */
  async #createEmpty(
    tx: Transaction | undefined,
    caller: Caller,
    organization: Subjects['organization'],
    body: CreateSpace,
  ): Promise<Space> {
    const parentId = body.parent ?? null
    await this.#deps.collections.requireCreateAccess(
      tx ?? this.#deps.database,
      caller,
      organization,
      parentId,
    )
    const space: NewSpace = {
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
      creatorId: caller.userId,
      createdAt: this.#deps.clock.now(),
    }
    const row = tx ? await this.#deps.spaces.insert(tx, space) : await this.#insertions.add(space)
    return presentSpace(this.#deps.urls, { ...row, role: 'admin' })
  }

  /** Finds those of some spaces of one organization that the caller may see, by their ids. */
  async findVisible(
    on: Queryable,
    caller: Caller,
    organizationId: string,
    ids: string[],
  ): Promise<Map<string, SpaceWithDetails>> {
    if (ids.length === 0) return new Map()
    const rows = await this.#deps.spaces.findAll(on, organizationId, [...new Set(ids)], caller.userId)
    return new Map(
      rows.filter((row) => decideAccess('space.view', row) === 'allowed').map((row) => [row.id, row]),
    )
  }

  /**
   * Returns spaces of one organization in the order of their ids. Throws when the caller is not an admin of all of them.
   * They are locked: none is deleted or transferred before the transaction ends.
   */
  async requireAdminOfAll(
    tx: Transaction,
    caller: Caller,
    organizationId: string,
    ids: string[],
  ): Promise<SpaceSubject[]> {
    // A token for one site must not bring spaces into it that it does not reach.
    const outside = ids.find((id) => caller.contentId !== undefined && caller.contentId !== id)
    if (outside !== undefined) throw new NotFound('space', outside)
    const rows = await this.#deps.spaces.findAll(tx, organizationId, ids, caller.userId, { lock: true })
    const spacesById = new Map(rows.map((row) => [row.id, row]))
    return ids.map((id) => {
      const space = spacesById.get(id)
      const decision = decideAccess('space.admin', space)
      if (!space || decision === 'hidden') throw new NotFound('space', id)
      if (decision === 'forbidden') throw new Forbidden(`You need the admin role on the space "${id}".`)
      return space
    })
  }

  update(space: SpaceSubject, body: UpdateSpace): Promise<Space> {
    return this.#deps.database.transaction((tx) => this.updateInTransaction(tx, space, body))
  }

  async updateInTransaction(
    tx: Transaction,
    space: SpaceSubject,
    { emoji, icon, ...otherFields }: UpdateSpace,
  ): Promise<Space> {
    if (otherFields.mergeRules) requireReadableRules(otherFields.mergeRules)
    const changes: SpaceChanges = {
      ...otherFields,
      // A space has an emoji or an icon, so that setting one removes the other.
      ...(emoji !== undefined && { emoji, ...(emoji !== null && { iconUrl: null }) }),
      ...(icon !== undefined && { iconUrl: icon, ...(icon !== null && { emoji: null }) }),
    }
    const now = this.#deps.clock.now()
    const row = await this.#deps.spaces.update(tx, space.id, changes, now)
    if (!row) throw new NotFound('space', space.id)
    // The search index holds word stems, which depend on the language.
    if (otherFields.language !== undefined && otherFields.language !== space.language) {
      await this.#deps.jobs.enqueue(tx, 'index-spaces', {}, now)
    }
    return presentSpace(this.#deps.urls, { ...row, role: space.role })
  }

  /** Marks a space as deleted, which hides it at once. A job removes it when the retention time is over. */
  delete(space: SpaceSubject): Promise<boolean> {
    const now = this.#deps.clock.now()
    return this.#deps.database.transaction(async (tx) => {
      const isDeleted = await this.#deps.spaces.markDeleted(tx, space.id, now)
      if (isDeleted) {
        await this.#deps.publishedContent.removeSpaceFromSites(tx, space.id)
        await this.#deps.jobs.enqueue(
          tx,
          'remove-space',
          { spaceId: space.id, organizationId: space.organizationId },
          new Date(now.getTime() + SPACE_RETENTION_MS),
        )
        await this.#deps.tasks.cancel(tx, { spaceId: space.id })
      }
      return isDeleted
    })
  }

  async restore(space: SpaceSubject): Promise<Space> {
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

  /**
   * Removes a space whose retention time is over, or whose organization is deleted. Does nothing to a space that was restored.
   * No statement deletes more than some rows of a large space.
   */
  async removeExpired(spaceId: string): Promise<void> {
    const { database, spaces, clock } = this.#deps
    if (!(await spaces.isRemovable(database, spaceId, this.#oldestRestorable()))) return
    let count: number
    do count = await spaces.removeRows(database, spaceId, REMOVAL_BATCH_SIZE)
    while (count > 0)
    await spaces.remove(database, spaceId, clock.now())
  }

  duplicate(caller: Caller, space: SpaceSubject): Promise<Space> {
    return this.#deps.database.transaction((tx) => this.duplicateInTransaction(tx, caller, space))
  }

  /** Copies a space with its content and settings, right behind the original. Comments and change requests are not copied. */
  async duplicateInTransaction(tx: Transaction, caller: Caller, space: SpaceSubject): Promise<Space> {
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
    const row = await this.#deps.spaces.insert(tx, {
      ...original,
      id: newId(),
      revisionId: newId(),
      contentOf: original.revisionId,
      rank,
      title: appendToTitle(original.title, ' (copy)'),
      creatorId: caller.userId,
      createdAt: this.#deps.clock.now(),
    })
    await this.#deps.main.notifyCopy(tx, { from: original.id, to: row.id })
    return presentSpace(this.#deps.urls, { ...row, role: 'admin' })
  }

  /**
   * Creates the space for the translation of another one, right behind it and with its settings. It inherits the same
   * access; grants on the original itself are not copied.
   */
  async createTranslation(
    tx: Transaction,
    {
      id,
      originalId,
      organizationId,
      language,
      userId,
    }: { id: string; originalId: string; organizationId: string; language: Language; userId: string },
  ): Promise<void> {
    await lockOrganizations(tx, [organizationId])
    const original = await this.#deps.spaces.lock(tx, originalId)
    if (original?.organizationId !== organizationId) throw new NotFound('space', originalId)
    const [rank = lastRank()] = await this.#deps.order.computeRanksAfter(tx, original, original.rank, 1)
    const space = {
      ...original,
      id,
      revisionId: newId(),
      rank,
      language,
      title: appendToTitle(original.title, ` (${getNativeName(language)})`),
      creatorId: userId,
      createdAt: this.#deps.clock.now(),
    }
    await this.#deps.spaces.insert(tx, space)
  }

  move(caller: Caller, space: SpaceSubject, { parent, position }: MoveContent): Promise<Space> {
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
      if (parentId !== current.parentId) {
        await this.#deps.collections.requireCreateAccess(tx, caller, organization, parentId)
      }
      const target = { organizationId: space.organizationId, parentId }
      const rank = await this.#deps.order.computeRank(tx, caller, target, position, space.id)
      await this.#deps.spaces.update(tx, space.id, { parentId, rank }, this.#deps.clock.now())
      return presentSpace(
        this.#deps.urls,
        await requireAccess<'space', SpaceDetails>(tx, caller, 'space.view', space.id, spaceDetails),
      )
    })
  }

  /** Transfers a space to the top level of another organization. The caller must be an admin of both organizations. */
  transfer(
    caller: Caller,
    space: SpaceSubject,
    { organization: targetId }: { organization: string },
  ): Promise<Space> {
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

  /** Locks the space, unless it was deleted or transferred since the request was admitted. */
  async #lock(tx: Transaction, { id, organizationId }: SpaceSubject): Promise<SpaceRow> {
    const current = await this.#deps.spaces.lock(tx, id)
    if (current?.organizationId !== organizationId) throw new NotFound('space', id)
    return current
  }

  #oldestRestorable(): Date {
    return new Date(this.#deps.clock.now().getTime() - SPACE_RETENTION_MS)
  }
}

function appendToTitle(title: string, suffix: string): string {
  // The limit counts code points, not what a person sees as one character.
  const characters = Array.from(title)
  return characters.slice(0, MAX_TITLE_LENGTH - Array.from(suffix).length).join('') + suffix
}
