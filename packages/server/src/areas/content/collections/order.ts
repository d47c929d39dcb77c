import { requireAccess } from '../../../access/require-access.ts'
import type { Caller } from '../../../access/admission.ts'
import { Conflict, Invalid, NotFound } from '../../../common/errors.ts'
import { lastRank, rankBetween, ranksBetween } from '../../../common/rank.ts'
import type { Transaction } from '../../../database/database.ts'
import type { ContentPointer, ContentPosition } from './position.ts'
import type { CollectionRepository, ContentParent } from './repository.ts'

interface ContentOrderDependencies {
  collections: CollectionRepository
}

/**
 * Computes ranks in the order that the spaces and collections of one parent share. Call it while the organization is
 * locked, so that two moves do not get the same rank.
 */
export class ContentOrder {
  readonly #deps: ContentOrderDependencies

  constructor(deps: ContentOrderDependencies) {
    this.#deps = deps
  }

  /** Computes the rank of an item that moves to `position`; without a position it goes to the end. */
  async computeRank(
    tx: Transaction,
    caller: Caller,
    parent: ContentParent,
    position: ContentPosition | undefined,
    movedId: string,
  ): Promise<string> {
    const { before, after } = position ?? {}
    if (!before && !after) return lastRank()
    const afterRank = after && (await this.#readAnchorRank(tx, caller, parent, after, movedId))
    const beforeRank = before && (await this.#readAnchorRank(tx, caller, parent, before, movedId))
    if (afterRank !== undefined && beforeRank !== undefined && afterRank >= beforeRank) {
      throw new Conflict(
        'body.position.after is not in front of body.position.before, so nothing fits between them.',
      )
    }
    // With both anchors the item goes right behind the first.
    if (afterRank !== undefined) {
      const nextRank = await this.#deps.collections.findNextRank(tx, parent, afterRank, movedId)
      return rankBetween(afterRank, nextRank)
    }
    if (beforeRank !== undefined) {
      const previousRank = await this.#deps.collections.findPreviousRank(tx, parent, beforeRank, movedId)
      return rankBetween(previousRank, beforeRank)
    }
    return lastRank()
  }

  /** Computes `count` ranks right behind an existing one. */
  async computeRanksAfter(
    tx: Transaction,
    parent: ContentParent,
    rank: string,
    count: number,
  ): Promise<string[]> {
    return ranksBetween(rank, await this.#deps.collections.findNextRank(tx, parent, rank, ''), count)
  }

  /** Reads the rank of a sibling. Throws NotFound for one that the caller may not see, as if it did not exist. */
  async #readAnchorRank(
    tx: Transaction,
    caller: Caller,
    parent: ContentParent,
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
}
