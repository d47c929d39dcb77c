import { requireAccess } from '../../../access/access.ts'
import type { Caller } from '../../../access/admission.ts'
import { allows } from '../../../access/permissions.ts'
import type { CollectionRow, Subjects } from '../../../access/subjects.ts'
import type { Clock } from '../../../common/clock.ts'
import { Conflict, Forbidden, NotFound } from '../../../common/errors.ts'
import { newId } from '../../../common/ids.ts'
import { lastRank } from '../../../common/rank.ts'
import type { Urls } from '../../../common/urls.ts'
import type { Database, Queryable, Transaction } from '../../../database/database.ts'
import { lockOrganizations } from '../../../database/locks.ts'
import { mapPage, type Page, type Paging } from '../../../database/paging.ts'
import type { ContentOrder } from './order.ts'
import type { PublishedContent } from './published-content.ts'
import { presentCollection } from './present.ts'
import type { CollectionRepository } from './repository.ts'
import type { MoveContent } from './position.ts'
import type { Collection, CreateCollection, UpdateCollection } from './schema.ts'

type Met = Subjects['collection']

interface CollectionServiceDependencies {
  database: Database
  collections: CollectionRepository
  order: ContentOrder
  publishedContent: PublishedContent
  clock: Clock
  urls: Urls
}

export class CollectionService {
  readonly #deps: CollectionServiceDependencies

  constructor(deps: CollectionServiceDependencies) {
    this.#deps = deps
  }

  get(collection: Met): Collection {
    return presentCollection(this.#deps.urls, collection)
  }

  async list(
    caller: Caller,
    organization: Subjects['organization'],
    { nested = true }: { nested?: boolean },
    paging: Paging,
  ): Promise<Page<Collection>> {
    const page = await this.#deps.collections.list(
      this.#deps.database,
      { organizationId: organization.id, nested },
      { userId: caller.userId, memberRole: organization.role },
      paging,
    )
    return mapPage(page, (row) => presentCollection(this.#deps.urls, row))
  }

  create(
    caller: Caller,
    organization: Subjects['organization'],
    body: CreateCollection = {},
  ): Promise<Collection> {
    const { title = 'Untitled' } = body
    const parent = body.parent ?? null
    return this.#deps.database.transaction(async (tx) => {
      // The new collection copies its parent's ancestry, which must not change in between.
      if (parent !== null) await lockOrganizations(tx, [organization.id])
      await this.requireCreate(tx, caller, organization, parent)
      const row = await this.#deps.collections.insert(
        tx,
        { id: newId(), organizationId: organization.id, parentId: parent, title, rank: lastRank() },
        caller.userId,
        this.#deps.clock.now(),
      )
      return presentCollection(this.#deps.urls, { ...row, role: 'admin' })
    })
  }

  async update(collection: Met, body: UpdateCollection): Promise<Collection> {
    const row = await this.#deps.collections.update(this.#deps.database, collection.id, body)
    if (!row) throw new NotFound('collection', collection.id)
    return presentCollection(this.#deps.urls, { ...row, role: collection.role })
  }

  /** What was in it moves up to where it stood, in the same order. */
  delete(collection: Met): Promise<boolean> {
    return this.#deps.database.transaction(async (tx) => {
      await lockOrganizations(tx, [collection.organizationId])
      const current = await this.#deps.collections.lock(tx, collection.id)
      if (!current) return false
      const children = await this.#deps.collections.children(tx, current.id)
      const ranks = await this.#deps.order.ranksAfter(tx, current, current.rank, children.length)
      await this.#deps.collections.liftChildren(tx, current, children, ranks)
      await this.#deps.collections.delete(tx, current.id)
      return true
    })
  }

  move(caller: Caller, collection: Met, { parent, position }: MoveContent): Promise<Collection> {
    return this.#deps.database.transaction(async (tx) => {
      const organization = await requireAccess<'organization'>(
        tx,
        caller,
        'organization.view',
        collection.organizationId,
      )
      await lockOrganizations(tx, [organization.id])
      const current = await this.#lock(tx, collection)
      const parentId = parent === undefined ? current.parentId : parent
      if (parentId !== current.parentId) {
        const target = await this.requireCreate(tx, caller, organization, parentId)
        if (target?.path.includes(current.id)) {
          throw new Conflict('A collection cannot be moved into itself or into a collection below it.')
        }
      }
      const rank = await this.#deps.order.rankAt(
        tx,
        caller,
        { organizationId: organization.id, parentId },
        position,
        current.id,
      )
      await this.#deps.collections.place(tx, current, parentId, rank)
      return presentCollection(
        this.#deps.urls,
        await requireAccess<'collection'>(tx, caller, 'collection.view', current.id),
      )
    })
  }

  /** With everything in it, to the top level. The caller must be an admin of both organizations. */
  transfer(
    caller: Caller,
    collection: Met,
    { organization: targetId }: { organization: string },
  ): Promise<Collection> {
    return this.#deps.database.transaction(async (tx) => {
      const sourceId = collection.organizationId
      await requireAccess<'organization'>(tx, caller, 'organization.admin', sourceId)
      const target = await requireAccess<'organization'>(tx, caller, 'organization.admin', targetId)
      if (target.id === sourceId) throw new Conflict('The collection is in this organization already.')
      await lockOrganizations(tx, [sourceId, target.id])
      const current = await this.#lock(tx, collection)
      await this.#deps.publishedContent.requireUnshown(tx, { collectionId: current.id })
      await this.#deps.collections.transfer(tx, current, target.id, lastRank())
      return presentCollection(
        this.#deps.urls,
        await requireAccess<'collection'>(tx, caller, 'collection.view', current.id),
      )
    })
  }

  /**
   * Content is created in a collection by its rules, at the top level by those of the organization. Returns the
   * collection, or undefined at the top.
   */
  async requireCreate(
    on: Queryable,
    caller: Caller,
    organization: Subjects['organization'],
    parentId: string | null,
  ): Promise<CollectionRow | undefined> {
    if (parentId === null) {
      if (allows('organization.createContent', organization.role)) return undefined
      throw new Forbidden('Your role in this organization does not include organization.createContent.')
    }
    const parent = await requireAccess<'collection'>(on, caller, 'collection.create', parentId)
    if (parent.organizationId !== organization.id) throw new NotFound('collection', parentId)
    return parent
  }

  async #lock(tx: Transaction, { id, organizationId }: Met): Promise<CollectionRow> {
    const current = await this.#deps.collections.lock(tx, id)
    if (current?.organizationId !== organizationId) throw new NotFound('collection', id)
    return current
  }
}
