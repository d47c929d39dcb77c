import { type Viewer, viewerRoles } from '../../../access/content-role.ts'
import { collectionColumns, type CollectionRow, type Subjects } from '../../../access/subjects.ts'
import {
  buildAssignments,
  join,
  type Queryable,
  type Sql,
  sql,
  type Transaction,
} from '../../../database/database.ts'
import { type Page, type Paging, readPage } from '../../../database/paging.ts'

export interface NewCollection {
  id: string
  organizationId: string
  parentId: string | null
  title: string
  rank: string
}

export interface CollectionChanges {
  title?: string
  description?: string
  defaultLevel?: CollectionRow['defaultLevel']
}

const columns: Record<keyof CollectionChanges, Sql> = {
  title: sql`title`,
  description: sql`description`,
  defaultLevel: sql`default_level`,
}

export class CollectionRepository {
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

  /** The collections that someone sees, in their order; without `nested` only those at the top. */
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
    const sets = buildAssignments(columns, changes)
    if (sets.length === 0) {
      return on.row(sql`select ${collectionColumns} from collections c where c.id = ${id}`)
    }
    return on.row(sql`
      update collections c set ${join(sets)}
      where c.id = ${id} returning ${collectionColumns}`)
  }

  /** The collection as it is now, held until the transaction ends. */
  lock(tx: Transaction, id: string): Promise<CollectionRow | undefined> {
    return tx.row(sql`select ${collectionColumns} from collections c where c.id = ${id} for update`)
  }

  /** A new place: the collection's own row, and the ancestry of what is below it. */
  async move(
    tx: Transaction,
    collection: CollectionRow,
    parentId: string | null,
    rank: string,
  ): Promise<void> {
    await tx.execute(sql`
      update collections set parent_id = ${parentId}, rank = ${rank} where id = ${collection.id}`)
    if (parentId === collection.parentId) return
    // What is below ends its ancestry with the collection's; what comes after the collection is exchanged.
    await tx.execute(sql`
      update collections set path =
        path[: array_position(path, ${collection.id}::id)]
        || coalesce((select parent.path from collections parent where parent.id = ${parentId}), '{}')
      where path @> array[${collection.id}]::id[]`)
  }

  /** What stands directly in a collection, in order; deleted spaces too, they may come back. */
  listChildren(tx: Transaction, id: string): Promise<{ id: string; type: 'space' | 'collection' }[]> {
    return tx.rows(sql`
      select id, 'space' as type, rank from spaces where parent_id = ${id}
      union all
      select id, 'collection', rank from collections where parent_id = ${id}
      order by rank, id`)
  }

  /**
   * Moves all children of a collection to where the collection stands, in one statement a kind. A child that
   * asked the collection for its level keeps the collection's answer, so that nobody gains access by a deletion.
   */
  async moveChildrenToParent(
    tx: Transaction,
    collection: CollectionRow,
    children: { id: string; type: 'space' | 'collection' }[],
    ranks: string[],
  ): Promise<void> {
    const ids = children.map((child) => child.id)
    // What a team was granted on a child stood nearer than anything of the collection. Copied beside it, the
    // collection's grants would outweigh it; so it becomes the person's own where they have one of those too.
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

  async delete(tx: Transaction, id: string): Promise<void> {
    await tx.execute(sql`delete from collections where id = ${id}`)
  }

  /** The collection and all below it, to the top level of another organization. Grants do not travel. */
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
    // Parents and children change organization together, which no order of single rows could.
    await tx.execute(sql`set constraints all deferred`)
    await this.move(tx, collection, null, rank)
    await tx.execute(sql`
      update spaces set organization_id = ${organizationId} where parent_id in (${below})`)
    await tx.execute(sql`
      update collections set organization_id = ${organizationId} where path @> array[${collection.id}]::id[]`)
  }
}
