import type { Role } from '../../../access/roles.ts'
import { emptyRootHash, hashToBytes } from '../store/hashes.ts'
import { type Viewer, viewerRoles } from '../../../access/content-role.ts'
import { spaceRole } from '../../../access/subjects.ts'
import {
  presentedSpaceColumns,
  spaceColumns,
  type SpaceRow,
  type SpaceRowWithDetails,
  type SpaceWithDetails,
} from './columns.ts'
import {
  buildAssignments,
  join,
  raw,
  type Queryable,
  type Sql,
  sql,
  type Transaction,
} from '../../../database/database.ts'
import type { Tables } from '../../../database/schema/tables.ts'
import { type Page, type Paging, readPage } from '../../../database/paging.ts'

export type NewSpace = Pick<
  Tables['spaces'],
  | 'id'
  | 'organizationId'
  | 'parentId'
  | 'title'
  | 'emoji'
  | 'iconUrl'
  | 'editMode'
  | 'defaultLevel'
  | 'language'
  | 'revisionId'
  | 'rank'
> & {
  mergeRules: object
  /** The revision whose content it starts with; without one it starts empty. */
  contentOf?: string
  creatorId: string
  createdAt: Date
}

export interface SpaceChanges {
  title?: string
  emoji?: string | null
  iconUrl?: string | null
  editMode?: SpaceRow['editMode']
  defaultLevel?: SpaceRow['defaultLevel']
  language?: string
  mergeRules?: object
  organizationId?: string
  parentId?: string | null
  rank?: string
}

const changeableColumns: Record<keyof SpaceChanges, Sql> = {
  title: sql`title`,
  emoji: sql`emoji`,
  iconUrl: sql`icon_url`,
  editMode: sql`edit_mode`,
  defaultLevel: sql`default_level`,
  language: sql`language`,
  mergeRules: sql`merge_rules`,
  organizationId: sql`organization_id`,
  parentId: sql`parent_id`,
  rank: sql`rank`,
}

/** Which spaces are listed. */
export interface SpaceFilter {
  organizationId: string
  parentId?: string
  /** Lists the spaces deleted since then that the viewer may restore, instead of those that are not deleted. */
  deletedSince?: Date
}

export type MemberSpaceRow = SpaceRowWithDetails & { role: Role }

/** The query for the spaces that a viewer has a role on, with the role. */
function selectVisibleSpaces({ organizationId, parentId, deletedSince }: SpaceFilter, viewer: Viewer) {
  const { join, role, isVisible, ...tables } = viewerRoles(organizationId, viewer, { spaces: sql`s` })
  const isInParent = parentId === undefined ? sql`` : sql`and s.parent_id = ${parentId}`
  const isListed = deletedSince
    ? sql`and s.deleted_at > ${deletedSince} and ${role} = 'admin'`
    : sql`and s.deleted_at is null and ${isVisible}`
  return {
    ...tables,
    id: sql`s.id`,
    from: sql`
      from spaces s ${join}
      where s.organization_id = ${organizationId} ${isInParent} ${isListed}`,
    // The role itself is computed for the spaces of the page alone. The offset makes PostgreSQL look these up by their ids.
    columns: sql`${presentedSpaceColumns}, ${role} as role`,
    joins: sql`cross join lateral (select * from spaces where spaces.id = page.id offset 0) s ${join}`,
  }
}

export class SpaceRepository {
  /** Inserts a space, its first revision and its creator's grant. */
  async insert(on: Queryable, space: NewSpace): Promise<SpaceRowWithDetails> {
    const [row] = await this.insertAll(on, [space])
    if (!row) throw new Error('insert returned no row')
    return row
  }

  /** Inserts spaces, each with its first revision and its creator's grant, in one statement. Returns them in the same order. */
  async insertAll(on: Queryable, spaces: readonly NewSpace[]): Promise<SpaceRowWithDetails[]> {
    const rows = await on.rows<SpaceRow>(sql`
      with added as (
        select * from unnest(
          ${spaces.map(({ id }) => id)}::text[],
          ${spaces.map(({ organizationId }) => organizationId)}::text[],
          ${spaces.map(({ parentId }) => parentId)}::text[],
          ${spaces.map(({ title }) => title)}::text[],
          ${spaces.map(({ emoji }) => emoji)}::text[],
          ${spaces.map(({ iconUrl }) => iconUrl)}::text[],
          ${spaces.map(({ editMode }) => editMode)}::text[],
          ${spaces.map(({ defaultLevel }) => defaultLevel)}::level[],
          ${spaces.map(({ language }) => language)}::text[],
          ${spaces.map(({ mergeRules }) => JSON.stringify(mergeRules))}::jsonb[],
          ${spaces.map(({ revisionId }) => revisionId)}::text[],
          ${spaces.map(({ rank }) => rank)}::text[],
          ${spaces.map(({ contentOf }) => contentOf ?? null)}::text[],
          ${spaces.map(({ creatorId }) => creatorId)}::text[],
          ${spaces.map(({ createdAt }) => createdAt)}::timestamptz[]
        ) as added (
          id, organization_id, parent_id, title, emoji, icon_url, edit_mode, default_level, language, merge_rules,
          revision_id, rank, content_of, creator_id, created_at
        )
      ), s as (
        insert into spaces (
          id, organization_id, parent_id, title, emoji, icon_url, edit_mode, default_level, language, merge_rules,
          revision_id, rank, created_at, updated_at
        )
        select
          id, organization_id, parent_id, title, emoji, icon_url, edit_mode, default_level, language, merge_rules,
          revision_id, rank, created_at, created_at
        from added
        returning *
      ), revision as (
        insert into revisions (id, space_id, root, shown, created_by, created_at, current_at)
        select
          added.revision_id, added.id, coalesce(content.root, ${hashToBytes(emptyRootHash)}), content.shown,
          added.creator_id, added.created_at, added.created_at
        from added left join revisions content on content.id = added.content_of
      ), granted as (
        insert into grants (organization_id, space_id, user_id, role, created_at)
        select organization_id, id, creator_id, 'admin', created_at from added
      )
      select ${spaceColumns} from s`)
    const rowsById = new Map(rows.map((row) => [row.id, row]))
    // No repository and no site can name a new space yet.
    return spaces.flatMap(({ id }) => {
      const row = rowsById.get(id)
      return row ? [{ ...row, gitSync: null, published: null }] : []
    })
  }

  /** Lists the spaces that the viewer may see, in their order. */
  list(on: Queryable, filter: SpaceFilter, viewer: Viewer, paging: Paging): Promise<Page<SpaceWithDetails>> {
    return readPage(
      on,
      {
        ...selectVisibleSpaces(filter, viewer),
        sort: [{ column: sql`s.rank`, type: 'id' }],
      },
      paging,
    )
  }

  /** Lists the spaces that a member has access to, with their role there, by age. */
  listForMember(
    on: Queryable,
    organizationId: string,
    userId: string,
    order: 'asc' | 'desc',
    paging: Paging,
  ): Promise<Page<MemberSpaceRow>> {
    return readPage(on, { ...selectVisibleSpaces({ organizationId }, { userId }), order }, paging)
  }

  /** Finds those of some spaces that are in the organization, with the role of the member. */
  findAll(
    on: Queryable,
    organizationId: string,
    ids: string[],
    userId: string,
    { lock = false }: { lock?: boolean } = {},
  ): Promise<SpaceWithDetails[]> {
    return on.rows(sql`
      select ${presentedSpaceColumns}, ${spaceRole} as role
      from spaces s join members m on m.organization_id = s.organization_id and m.user_id = ${userId} and not m.disabled
      where s.id = any(${ids}::text[]) and s.organization_id = ${organizationId}
      ${lock ? sql`order by s.id for share of s` : sql``}`)
  }

  update(
    on: Queryable,
    id: string,
    changes: SpaceChanges,
    now: Date,
  ): Promise<SpaceRowWithDetails | undefined> {
    const sets = [...buildAssignments(changeableColumns, changes), sql`updated_at = ${now}`]
    return on.row(sql`
      update spaces s set ${join(sets)} where s.id = ${id} and s.deleted_at is null returning ${presentedSpaceColumns}`)
  }

  /** Reads the space and locks it until the transaction ends; undefined when it is deleted or removed. */
  lock(tx: Transaction, id: string): Promise<SpaceRowWithDetails | undefined> {
    return tx.row(sql`
      select ${presentedSpaceColumns} from spaces s where s.id = ${id} and s.deleted_at is null for update`)
  }

  async markDeleted(tx: Transaction, id: string, now: Date): Promise<boolean> {
    const updatedCount = await tx.execute(sql`
      update spaces set deleted_at = ${now} where id = ${id} and deleted_at is null`)
    return updatedCount > 0
  }

  restore(
    on: Queryable,
    id: string,
    deletedSince: Date,
    now: Date,
  ): Promise<SpaceRowWithDetails | undefined> {
    return on.row(sql`
      update spaces s set deleted_at = null, updated_at = ${now}
      where s.id = ${id} and s.deleted_at > ${deletedSince}
      returning ${presentedSpaceColumns}`)
  }

  /** Whether a space was deleted before a date, or its organization was deleted, so that nobody can restore it. */
  async isRemovable(on: Queryable, id: string, deletedBefore: Date): Promise<boolean> {
    const row = await on.row(sql`
      select s.id from spaces s join organizations o on o.id = s.organization_id
      where s.id = ${id} and s.deleted_at is not null
        and (s.deleted_at <= ${deletedBefore} or o.deleted_at is not null)`)
    return row !== undefined
  }

  /** Deletes some of the rows that belong to a space, those first that refer to others, and returns how many. */
  async removeRows(on: Queryable, id: string, limit: number): Promise<number> {
    for (const table of ['git_syncs', 'search_pages', 'comments', 'change_requests']) {
      const count = await on.execute(sql`
        delete from ${raw(table)} where ctid in (
          select ctid from ${raw(table)} where space_id = ${id} limit ${limit}
        )`)
      if (count > 0) return count
    }
    return on.execute(sql`
      delete from revisions where id in (
        select r.id from revisions r join spaces s on s.id = r.space_id
        where r.space_id = ${id} and r.id <> s.revision_id limit ${limit}
      )`)
  }

  /** Permanently removes a space that cannot be restored. */
  async remove(on: Queryable, id: string, now: Date): Promise<void> {
    // The garbage collector deletes the content that nothing refers to any more (`store/garbage-collector.ts`).
    await on.execute(sql`
      with removed as (delete from spaces where id = ${id} and deleted_at is not null returning id)
      insert into removals (removed_at) select ${now} from removed`)
  }

  /** Deletes the grants and invite links of a space, which belong to its organization and not to the space. */
  async dropGrants(tx: Transaction, id: string): Promise<void> {
    await tx.execute(sql`delete from grants where space_id = ${id}`)
    await tx.execute(sql`delete from invite_links where space_id = ${id}`)
  }
}
