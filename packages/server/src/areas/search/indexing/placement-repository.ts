import { type Queryable, sql, type Transaction } from '../../../database/database.ts'
import type { Tables } from '../../../database/schema/tables.ts'
import { emptyRootHash, hashToBytes } from '../../content/index.ts'

/** What decides which index a space belongs in. */
export interface IndexChoice {
  organizationId: string
  language: string
  /** Whether the space shares the index with other small spaces. */
  shared: boolean
}

/** The index that a space is in, and what decides whether it should be in another. */
export type SpacePlacement = Pick<Tables['spaces'], 'organizationId' | 'language'> & {
  index: IndexChoice
  /** The number of its pages, or the limit that was given if there are more. */
  pages: number
}

/** The first key of the advisory lock under which a shared index is chosen. Nothing else has locks of two keys. */
const CHOICE_LOCK_KEY = 0x7665_7277

/** Knows which spaces are in which index, and which of them have to be indexed. */
export class PlacementRepository {
  /** Returns the index that small spaces share, or creates an index. */
  async chooseIndex(tx: Transaction, { organizationId, language, shared }: IndexChoice): Promise<number> {
    if (shared) {
      // Two spaces at once would create an index each.
      await tx.execute(sql`select pg_advisory_xact_lock(${CHOICE_LOCK_KEY}, hashtext(${organizationId}))`)
    }
    // The row's lock keeps an index that no space is in from being deleted.
    const sharedIndex = shared
      ? await tx.row<Pick<Tables['search_indexes'], 'id'>>(sql`
          select i.id from search_indexes i
          where i.organization_id = ${organizationId} and i.language = ${language} and i.shared
          order by i.id desc limit 1
          for key share of i`)
      : undefined
    if (sharedIndex) return sharedIndex.id
    const row = await tx.row<Pick<Tables['search_indexes'], 'id'>>(sql`
      insert into search_indexes (organization_id, language, shared)
      values (${organizationId}, ${language}, ${shared}) returning id`)
    if (!row) throw new Error('insert returned no row')
    return row.id
  }

  /** Where a space is. Pages are counted up to `maxPages`. Undefined if the space is in no index, or deleted. */
  async findPlacement(on: Queryable, spaceId: string, maxPages: number): Promise<SpacePlacement | undefined> {
    const row = await on.row<Omit<SpacePlacement, 'index'> & PlacementIndexRow>(sql`
      select s.organization_id as "organizationId", s.language, i.organization_id as "indexOrganizationId",
        i.language as "indexLanguage", i.shared,
        (select count(*) from (select from search_pages p where p.space_id = s.id limit ${maxPages}) page) as pages
      from spaces s
      join search_spaces x on x.space_id = s.id
      join search_indexes i on i.id = x.index_id
      where s.id = ${spaceId} and s.deleted_at is null`)
    if (!row) return undefined
    const { organizationId, language, pages, indexOrganizationId, indexLanguage, shared } = row
    const index = { organizationId: indexOrganizationId, language: indexLanguage, shared }
    return { organizationId, language, pages, index }
  }

  /** Gives an index to another organization, if no other space is in it; false if one is. */
  async giveIndex(on: Queryable, spaceId: string, organizationId: string): Promise<boolean> {
    const count = await on.execute(sql`
      update search_indexes i set organization_id = ${organizationId}
      from search_spaces x
      where x.space_id = ${spaceId} and i.id = x.index_id and not i.shared
        and not exists (select from search_spaces other where other.index_id = i.id and other.space_id <> ${spaceId})`)
    return count > 0
  }

  /** Marks a space, so that it is indexed before the next search. */
  async markStale(on: Queryable, spaceId: string): Promise<void> {
    await on.execute(sql`
      insert into search_stale_spaces (space_id, awaited) values (${spaceId}, true)
      on conflict (space_id) do update set version = search_stale_spaces.version + 1, awaited = true`)
  }

  async findMark(on: Queryable, spaceId: string): Promise<number | undefined> {
    const row = await on.row<Pick<Tables['search_stale_spaces'], 'version'>>(sql`
      select version from search_stale_spaces where space_id = ${spaceId}`)
    return row?.version
  }

  /** Removes the mark, unless the space was marked again since the mark was read. */
  async removeMark(on: Queryable, spaceId: string, version: number): Promise<void> {
    await on.execute(sql`
      delete from search_stale_spaces where space_id = ${spaceId} and version = ${version}`)
  }

  /** Removes a mark that no search has to wait for any more, and keeps the rest of it for the job. */
  async stopAwaiting(on: Queryable, spaceId: string, version: number): Promise<void> {
    await on.execute(sql`
      update search_stale_spaces set awaited = false
      where space_id = ${spaceId} and version = ${version} and awaited`)
  }

  /** The spaces that are marked, and those whose index has another content than they show. */
  async findStaleSpaces(on: Queryable): Promise<string[]> {
    const rows = await on.rows<{ spaceId: Tables['spaces']['id'] }>(sql`
      select s.id as "spaceId"
      from spaces s
      join revisions r on r.id = s.revision_id
      left join search_spaces x on x.space_id = s.id
      left join search_stale_spaces stale on stale.space_id = s.id
      where s.deleted_at is null and (
        stale.space_id is not null
        or coalesce(x.root, ${hashToBytes(emptyRootHash)}) is distinct from coalesce(r.shown, r.root)
      )
      order by s.updated_at desc`)
    return rows.map(({ spaceId }) => spaceId)
  }
}

interface PlacementIndexRow {
  indexOrganizationId: Tables['search_indexes']['organizationId']
  indexLanguage: Tables['search_indexes']['language']
  shared: Tables['search_indexes']['shared']
}
