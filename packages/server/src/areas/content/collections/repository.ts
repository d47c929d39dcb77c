import { type Viewer, viewerRoles } from '../../../access/content-role.ts'
import type { Subjects } from '../../../access/subjects.ts'
import {
  buildAssignments,
  join,
  type Queryable,
  type Sql,
  sql,
  type Transaction,
} from '../../../database/database.ts'
import type { Tables } from '../../../database/schema/tables.ts'
import { type Page, type Paging, readPage } from '../../../database/paging.ts'
import { collectionColumns, type CollectionRow } from './columns.ts'

export type NewCollection = Pick<
  Tables['collections'],
  'id' | 'organizationId' | 'parentId' | 'title' | 'rank'
>

/** What spaces and collections are in: a collection, or the top level of an organization. */
export interface ContentParent {
  organizationId: string
  parentId: string | null
}

export interface CollectionChanges {
  title?: string
  description?: string
  defaultLevel?: CollectionRow['defaultLevel']
}

const changeableColumns: Record<keyof CollectionChanges, Sql> = {
  title: sql`title`,
  description: sql`description`,
  defaultLevel: sql`default_level`,
}

export class CollectionRepository {
  /** Inserts a collection and grants its creator the admin role. */
  async insert(
    tx: Transaction,
    collection: NewCollection,
    creatorId: string,
    now: Date,
  ): Promise<CollectionRow> {
    const row = await tx.row<CollectionRow>(sql`
      with c as (
        insert into collections (id, organization_id, parent_id, path, title, rank, created_at)
        values (
          ${collection.id}, ${collection.organizationId}, ${collection.parentId},
          ${collection.id}::id || coalesce((select path from collections where id = ${collection.parentId}), '{}'),
          ${collection.title}, ${collection.rank}, ${now}
        ) returning *
      ), granted as (
        insert into grants (organization_id, collection_id, user_id, role, created_at)
        values (${collection.organizationId}, ${collection.id}, ${creatorId}, 'admin', ${now})
      )
      select ${collectionColumns} from c`)
    if (!row) throw new Error('insert returned no row')
    return row
  }

  /** Lists the collections that a viewer may see, in their order; without `nested` only those at the top level. */
  list(
    on: Queryable,
    { organizationId, nested }: { organizationId: string; nested: boolean },
    viewer: Viewer,
    paging: Paging,
  ): Promise<Page<Subjects['collection']>> {
    const { join, role, ...tables } = viewerRoles(organizationId, viewer, {
      table: 'collection_roles',
      id: sql`c.id`,
    })
    return readPage(
      on,
      {
        ...tables,
        id: sql`c.id`,
        sort: [{ column: sql`c.rank`, type: 'id' }],
        matched: sql`${role} as role`,
        from: sql`
          from collections c ${join}
          where c.organization_id = ${organizationId} and ${role} is not null
            ${nested ? sql`` : sql`and c.parent_id is null`}`,
        columns: sql`${collectionColumns}, page.role`,
        joins: sql`join collections c on c.id = page.id`,
      },
      paging,
    )
  }

  update(on: Queryable, id: string, changes: CollectionChanges): Promise<CollectionRow | undefined> {
    const sets = buildAssignments(changeableColumns, changes)
    if (sets.length === 0) {
      return on.row(sql`select ${collectionColumns} from collections c where c.id = ${id}`)
    }
    return on.row(sql`
      update collections c set ${join(sets)}
      where c.id = ${id} returning ${collectionColumns}`)
  }

  /** Reads the collection and locks it until the transaction ends. */
  lock(tx: Transaction, id: string): Promise<CollectionRow | undefined> {
    return tx.row(sql`select ${collectionColumns} from collections c where c.id = ${id} for update`)
  }

  /** Moves a collection to a parent and a rank, and updates the paths of the collections below it. */
  async move(
    tx: Transaction,
    collection: CollectionRow,
    parentId: string | null,
    rank: string,
  ): Promise<void> {
    await tx.execute(sql`
      update collections set parent_id = ${parentId}, rank = ${rank} where id = ${collection.id}`)
    if (parentId === collection.parentId) return
    // A path lists the collection itself and then its ancestors. The part behind the moved collection is replaced.
    await tx.execute(sql`
      update collections set path =
        path[: array_position(path, ${collection.id}::id)]
        || coalesce((select parent.path from collections parent where parent.id = ${parentId}), '{}')
      where path @> array[${collection.id}]::id[]`)
  }

  /** Lists what is directly in a collection, in order. Deleted spaces are included, because they may be restored. */
  listChildren(tx: Transaction, id: string): Promise<{ id: string; type: 'space' | 'collection' }[]> {
    return tx.rows(sql`
      select id, 'space' as type, rank from spaces where parent_id = ${id}
      union all
      select id, 'collection', rank from collections where parent_id = ${id}
      order by rank, id`)
  }

  /**
   * Moves all children of a collection to its parent. A child that inherits its level from the collection gets the level
   * and the grants of the collection, so that a deletion neither gives nor takes access.
   */
  async moveChildrenToParent(
    tx: Transaction,
    collection: CollectionRow,
    children: { id: string; type: 'space' | 'collection' }[],
    ranks: string[],
  ): Promise<void> {
    const ids = children.map((child) => child.id)
    // A team's grant on a child takes precedence over every grant on the collection. When the collection's grants are
    // copied to the child, a user's own grant among them would override the team's. So each member of the team who also
    // has a grant on the collection first gets the team's role as a grant of their own.
    await tx.execute(sql`
      insert into grants (organization_id, space_id, collection_id, user_id, role, created_at)
      select near.organization_id, near.space_id, near.collection_id, tm.user_id, max(near.role), max(near.created_at)
      from grants near
      join team_members tm on tm.team_id = near.team_id
      left join spaces s on s.id = near.space_id
      left join collections c on c.id = near.collection_id
      where near.content_id = any(${ids}) and coalesce(s.default_level, c.default_level) = 'inherit'
        and exists (
          select from grants far left join team_members of_far on of_far.team_id = far.team_id
          where far.collection_id = ${collection.id} and tm.user_id in (far.user_id, of_far.user_id)
        )
      group by near.organization_id, near.space_id, near.collection_id, tm.user_id
      on conflict do nothing`)
    await tx.execute(sql`
      insert into grants (organization_id, space_id, collection_id, user_id, team_id, role, created_at)
      select g.organization_id, s.id, c.id, g.user_id, g.team_id, g.role, g.created_at
      from grants g
      cross join unnest(${ids}::text[]) as child (id)
      left join spaces s on s.id = child.id
      left join collections c on c.id = child.id
      where g.collection_id = ${collection.id} and coalesce(s.default_level, c.default_level) = 'inherit'
      on conflict do nothing`)
    for (const table of [sql`spaces`, sql`collections`]) {
      await tx.execute(sql`
        update ${table} t set parent_id = ${collection.parentId}, rank = placed.rank,
          default_level = case when t.default_level = 'inherit' then ${collection.defaultLevel}::level
            else t.default_level end
        from unnest(${ids}::text[], ${ranks}::text[]) as placed (id, rank)
        where t.id = placed.id`)
    }
    await tx.execute(sql`
      update collections set path = array_remove(path, ${collection.id}::id)
      where path @> array[${collection.id}]::id[] and id <> ${collection.id}`)
  }

  /** Finds the rank that follows a rank among the siblings of a moved item; null when there is none. */
  findNextRank(
    tx: Transaction,
    parent: ContentParent,
    rank: string,
    movedId: string,
  ): Promise<string | null> {
    return this.#findNeighbourRank(tx, parent, sql`rank > ${rank}`, sql`min(rank)`, movedId)
  }

  /** Finds the rank that precedes a rank among the siblings of a moved item; null when there is none. */
  findPreviousRank(
    tx: Transaction,
    parent: ContentParent,
    rank: string,
    movedId: string,
  ): Promise<string | null> {
    return this.#findNeighbourRank(tx, parent, sql`rank < ${rank}`, sql`max(rank)`, movedId)
  }

  async #findNeighbourRank(
    tx: Transaction,
    { organizationId, parentId }: ContentParent,
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

  async delete(tx: Transaction, id: string): Promise<void> {
    await tx.execute(sql`delete from collections where id = ${id}`)
  }

  /**
   * Moves a collection and everything below it to the top level of another organization. Grants and invite links are
   * deleted, because they belong to the old organization.
   */
  async transfer(
    tx: Transaction,
    collection: CollectionRow,
    organizationId: string,
    rank: string,
  ): Promise<void> {
    const below = sql`select id from collections where path @> array[${collection.id}]::id[]`
    const spaces = sql`select id from spaces where parent_id in (${below})`
    for (const table of [sql`grants`, sql`invite_links`]) {
      await tx.execute(sql`
        delete from ${table} where collection_id in (${below}) or space_id in (${spaces})`)
    }
    // Parents and children must be in one organization, which only holds again when all rows are updated.
    await tx.execute(sql`set constraints all deferred`)
    await this.move(tx, collection, null, rank)
    await tx.execute(sql`
      update spaces set organization_id = ${organizationId} where parent_id in (${below})`)
    await tx.execute(sql`
      update collections set organization_id = ${organizationId} where path @> array[${collection.id}]::id[]`)
  }
}
