import { requireAccess } from '../../../access/require-access.ts'
import type { Caller } from '../../../access/admission.ts'
import { hasPermission } from '../../../access/permissions.ts'
import type { Subjects } from '../../../access/subjects.ts'
import type { CollectionRow } from './columns.ts'
import type { Clock } from '../../../common/clock.ts'
import { Conflict, Forbidden, NotFound } from '../../../common/errors.ts'
import { newId } from '../../../common/ids.ts'
import { lastRank } from '../../../common/rank.ts'
import type { Urls } from '../../../common/urls.ts'
import type { Database, Queryable, Transaction } from '../../../database/database.ts'
import { lockOrganizations } from '../../../database/organization-locks.ts'
import { mapPage, type Page, type Paging } from '../../../database/paging.ts'
import type { ContentOrder } from './order.ts'
import type { PublishedContent } from './published-content.ts'
import { presentCollection } from './present.ts'
import type { CollectionRepository } from './repository.ts'
import type { MoveContent } from './position.ts'
import type { Collection, CreateCollection, UpdateCollection } from './schema.ts'

type CollectionSubject = Subjects['collection']

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

  get(collection: CollectionSubject): Collection {
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
      // The new collection copies the path of its parent, which must not change before the insert.
      if (parent !== null) await lockOrganizations(tx, [organization.id])
      await this.requireCreateAccess(tx, caller, organization, parent)
      const row = await this.#deps.collections.insert(
        tx,
        { id: newId(), organizationId: organization.id, parentId: parent, title, rank: lastRank() },
        caller.userId,
        this.#deps.clock.now(),
      )
      return presentCollection(this.#deps.urls, { ...row, role: 'admin' })
    })
  }

  async update(collection: CollectionSubject, body: UpdateCollection): Promise<Collection> {
    const row = await this.#deps.collections.update(this.#deps.database, collection.id, body)
    if (!row) throw new NotFound('collection', collection.id)
    return presentCollection(this.#deps.urls, { ...row, role: collection.role })
  }

  /** Deletes a collection. Its content moves to its parent, to the position of the collection and in the same order. */
  delete(collection: CollectionSubject): Promise<boolean> {
    return this.#deps.database.transaction(async (tx) => {
      await lockOrganizations(tx, [collection.organizationId])
      const current = await this.#deps.collections.lock(tx, collection.id)
      if (!current) return false
      const children = await this.#deps.collections.listChildren(tx, current.id)
      const ranks = await this.#deps.order.computeRanksAfter(tx, current, current.rank, children.length)
      await this.#deps.collections.moveChildrenToParent(tx, current, children, ranks)
      await this.#deps.collections.delete(tx, current.id)
      return true
    })
  }

  move(
    caller: Caller,
    collection: CollectionSubject,
    { parent, position }: MoveContent,
  ): Promise<Collection> {
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
        const target = await this.requireCreateAccess(tx, caller, organization, parentId)
        if (target?.path.includes(current.id)) {
          throw new Conflict('A collection cannot be moved into itself or into a collection below it.')
        }
      }
      const rank = await this.#deps.order.computeRank(
        tx,
        caller,
        { organizationId: organization.id, parentId },
        position,
        current.id,
      )
      await this.#deps.collections.move(tx, current, parentId, rank)
      return presentCollection(
        this.#deps.urls,
        await requireAccess<'collection'>(tx, caller, 'collection.view', current.id),
      )
    })
  }

  /**
   * Transfers a collection with everything in it to the top level of another organization. The caller must be an admin
   * of both organizations.
   */
  transfer(
    caller: Caller,
    collection: CollectionSubject,
    { organization: targetId }: { organization: string },
  ): Promise<Collection> {
    return this.#deps.database.transaction(async (tx) => {
      const sourceId = collection.organizationId
      await requireAccess<'organization'>(tx, caller, 'organization.admin', sourceId)
      const target = await requireAccess<'organization'>(tx, caller, 'organization.admin', targetId)
      if (target.id === sourceId) throw new Conflict('The collection is in this organization already.')
      await lockOrganizations(tx, [sourceId, target.id])
      const current = await this.#lock(tx, collection)
      await this.#deps.publishedContent.requireNotInSite(tx, { collectionId: current.id })
      await this.#deps.collections.transfer(tx, current, target.id, lastRank())
      return presentCollection(
        this.#deps.urls,
        await requireAccess<'collection'>(tx, caller, 'collection.view', current.id),
      )
    })
  }

  /**
   * Throws when the caller may not create content in a collection or, with null, at the top level of the organization.
   * Returns the collection, or undefined for the top level.
   */
  async requireCreateAccess(
    on: Queryable,
    caller: Caller,
    organization: Subjects['organization'],
    parentId: string | null,
  ): Promise<CollectionRow | undefined> {
    if (parentId === null) {
      if (hasPermission('organization.createContent', organization.role)) return undefined
      throw new Forbidden('Your role in this organization does not include organization.createContent.')
    }
    const parent = await requireAccess<'collection'>(on, caller, 'collection.create', parentId)
    if (parent.organizationId !== organization.id) throw new NotFound('collection', parentId)
    return parent
  }

  /** Locks the collection, unless it was deleted or transferred since the request was admitted. */
  async #lock(tx: Transaction, { id, organizationId }: CollectionSubject): Promise<CollectionRow> {
    const current = await this.#deps.collections.lock(tx, id)
    if (current?.organizationId !== organizationId) throw new NotFound('collection', id)
    return current
  }
}
