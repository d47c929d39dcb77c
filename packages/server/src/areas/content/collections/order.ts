import { requireAccess } from '../../../access/access.ts'
import type { Caller } from '../../../access/admission.ts'
import { Conflict, Invalid, NotFound } from '../../../common/errors.ts'
import { lastRank, rankBetween, ranksBetween } from '../../../common/rank.ts'
import { type Sql, sql, type Transaction } from '../../../database/database.ts'
import type { ContentPointer, ContentPosition } from './position.ts'

/** Where siblings live: the top level of an organization, or one collection. */
export interface Parent {
  organizationId: string
  parentId: string | null
}

/** The order of spaces and collections under one parent. Call it under the organization's lock. */
export class ContentOrder {
  /** The rank for an item that goes to `position`; without one it goes to the end. */
  async rankAt(
    tx: Transaction,
    caller: Caller,
    parent: Parent,
    position: ContentPosition | undefined,
    movedId: string,
  ): Promise<string> {
    const { before, after } = position ?? {}
    if (!before && !after) return lastRank()
    const afterRank = after && (await this.#rankOf(tx, caller, parent, after, movedId))
    const beforeRank = before && (await this.#rankOf(tx, caller, parent, before, movedId))
    if (afterRank !== undefined && beforeRank !== undefined && afterRank >= beforeRank) {
      throw new Conflict('body.position.after stands behind body.position.before: nothing fits between them.')
    }
    // With both anchors the item goes right behind the first.
    if (afterRank !== undefined)
      return rankBetween(afterRank, await this.#next(tx, parent, afterRank, movedId))
    if (beforeRank !== undefined) {
      return rankBetween(await this.#previous(tx, parent, beforeRank, movedId), beforeRank)
    }
    return lastRank()
  }

  /** `count` ranks right behind one that exists. */
  async ranksAfter(tx: Transaction, parent: Parent, rank: string, count: number): Promise<string[]> {
    return ranksBetween(rank, await this.#next(tx, parent, rank, ''), count)
  }

  /** The rank of a sibling that the caller sees; any other does not exist for them. */
  async #rankOf(
    tx: Transaction,
    caller: Caller,
    parent: Parent,
    pointer: ContentPointer,
    movedId: string,
  ): Promise<string> {
    const id = pointer.type === 'space' ? pointer.space : pointer.collection
    if (id === movedId) throw new Invalid(`body.position names the ${pointer.type} that is being moved.`)
    const anchor =
      pointer.type === 'space'
        ? await requireAccess<'space'>(tx, caller, 'space.view', id)
        : await requireAccess<'collection'>(tx, caller, 'collection.view', id)
    if (anchor.organizationId !== parent.organizationId) throw new NotFound(pointer.type, id)
    if (anchor.parentId !== parent.parentId) {
      throw new Conflict(`The ${pointer.type} "${id}" is not in the collection that body.position is about.`)
    }
    return anchor.rank
  }

  #next(tx: Transaction, parent: Parent, rank: string, movedId: string): Promise<string | null> {
    return this.#neighbour(tx, parent, sql`rank > ${rank}`, sql`min(rank)`, movedId)
  }

  #previous(tx: Transaction, parent: Parent, rank: string, movedId: string): Promise<string | null> {
    return this.#neighbour(tx, parent, sql`rank < ${rank}`, sql`max(rank)`, movedId)
  }

  async #neighbour(
    tx: Transaction,
    { organizationId, parentId }: Parent,
    side: Sql,
    nearest: Sql,
    movedId: string,
  ): Promise<string | null> {
    const siblings = (table: Sql) => sql`
      select rank from ${table}
      where organization_id = ${organizationId} and parent_id is not distinct from ${parentId}
        and id <> ${movedId} and ${side}`
    const row = await tx.row<{ rank: string | null }>(sql`
      select ${nearest} as rank from (${siblings(sql`spaces`)} union all ${siblings(sql`collections`)}) as siblings`)
    return row?.rank ?? null
  }
}
