import type { Hash } from '@verso/revisions'
import { type Queryable, sql, type Transaction } from '../../../database/database.ts'
import { type Page, type Paging, readPage } from '../../../database/paging.ts'
import type { Tables } from '../../../database/schema/tables.ts'
import { buildUserJsonOrNull, type UserRow } from '../../identity/index.ts'
import { historyColumns, historyJoins, type HistoryRow } from '../revisions/repository.ts'
import { bytesToHash, hashToBytes } from '../store/hashes.ts'
import type { PageChangeDetail, PageChangeKind } from './page-changes.ts'

/** How far the changes of a space's pages are listed. */
export type PageHistoryState = Pick<Tables['page_histories'], 'revisionId' | 'length'>

/** A revision of a space, and the content before and after it. */
export interface RevisionStep {
  id: string
  before: Hash | null
  after: Hash
}

export interface NewPageChange {
  pageId: string
  revisionId: string
  position: number
  kinds: PageChangeKind[]
  detail: PageChangeDetail
  document: Hash | null
}

/** A change of a page, with the revision that made it. */
export type PageChangeRow = HistoryRow & {
  kinds: PageChangeKind[]
  detail: PageChangeDetail
  previousId: string | null
}

/** A text that a page had since a revision; none where the page was deleted then. */
export interface FormerPageText {
  revisionId: string
  document: Hash | null
}

/** A revision, and who wrote what it changed: the author of the change request, where there is one. */
export type WrittenRevisionRow = HistoryRow & { writer: UserRow | null }

export class PageHistoryRepository {
  async findState(on: Queryable, spaceId: string): Promise<PageHistoryState | undefined> {
    return on.row<PageHistoryState>(sql`
      select revision_id as "revisionId", length from page_histories where space_id = ${spaceId}`)
  }

  /** Waits for whoever lists changes of the same space. */
  async lockState(tx: Transaction, spaceId: string): Promise<PageHistoryState> {
    await tx.execute(sql`
      insert into page_histories (space_id) values (${spaceId}) on conflict do nothing`)
    const state = await tx.row<PageHistoryState>(sql`
      select revision_id as "revisionId", length from page_histories where space_id = ${spaceId} for update`)
    if (!state) throw new Error(`the space ${spaceId} has no page history`)
    return state
  }

  async updateState(tx: Transaction, spaceId: string, { revisionId, length }: PageHistoryState) {
    await tx.execute(sql`
      update page_histories set revision_id = ${revisionId}, length = ${length} where space_id = ${spaceId}`)
  }

  /** The first revisions after one, on the way to another, oldest first. The content before each is that of its first parent. */
  async listSteps(
    on: Queryable,
    spaceId: string,
    range: { after: string | null; to: string },
    limit: number,
  ): Promise<RevisionStep[]> {
    const rows = await on.rows<{ id: string; before: Buffer | null; after: Buffer }>(sql`
      with recursive chain as (
        select r.id, r.parents, r.root, 0 as distance from revisions r
        where r.space_id = ${spaceId} and r.id = ${range.to} and r.id is distinct from ${range.after}::text
        union all
        select r.id, r.parents, r.root, c.distance + 1
        from chain c join revisions r on r.id = c.parents[1] and r.space_id = ${spaceId}
        where r.id is distinct from ${range.after}::text
      ), first as (select * from chain order by distance desc limit ${limit})
      select first.id, parent.root as before, first.root as after
      from first left join revisions parent on parent.id = first.parents[1] and parent.space_id = ${spaceId}
      order by first.distance desc`)
    return rows.map(({ id, before, after }) => ({
      id,
      before: before && bytesToHash(before),
      after: bytesToHash(after),
    }))
  }

  async insertChanges(tx: Transaction, spaceId: string, changes: readonly NewPageChange[]): Promise<void> {
    const rows = changes.map(({ kinds, detail, document, pageId, revisionId, position }) => ({
      page_id: pageId,
      revision_id: revisionId,
      position,
      kinds,
      detail,
      document: document && hashToBytes(document).toString('hex'),
    }))
    await tx.execute(sql`
      insert into page_changes (space_id, page_id, revision_id, position, kinds, detail, document)
      select ${spaceId}, page_id, revision_id, position, kinds, detail, decode(document, 'hex')
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as change (
        page_id text, revision_id text, position integer, kinds text[], detail jsonb, document text
      )
      on conflict do nothing`)
  }

  /** Lists the texts that a page has had, oldest first. */
  async listTexts(on: Queryable, spaceId: string, pageId: string): Promise<FormerPageText[]> {
    const rows = await on.rows<{ revisionId: string; document: Buffer | null }>(sql`
      select revision_id as "revisionId", document from page_changes
      where space_id = ${spaceId} and page_id = ${pageId} and kinds && '{created,deleted,text}'::text[]
      order by position`)
    return rows.map(({ revisionId, document }) => ({
      revisionId,
      document: document && bytesToHash(document),
    }))
  }

  /** Finds revisions of a space, newest first. */
  listRevisions(on: Queryable, spaceId: string, ids: readonly string[]): Promise<WrittenRevisionRow[]> {
    return on.rows<WrittenRevisionRow>(sql`
      select ${historyColumns}, ${buildUserJsonOrNull(sql`writer`)} as writer
      from unnest(${[...ids]}::text[]) as page (id) ${historyJoins}
      left join users writer on writer.id = coalesce(cr.created_by, r.created_by)
      where r.space_id = ${spaceId}
      order by coalesce(r.current_at, r.created_at) desc, r.id desc`)
  }

  /** Lists the changes of a page, newest first. */
  list(on: Queryable, spaceId: string, pageId: string, paging: Paging): Promise<Page<PageChangeRow>> {
    return readPage(
      on,
      {
        id: sql`c.revision_id`,
        sort: [{ column: sql`coalesce(r.current_at, r.created_at)`, type: 'timestamptz' }],
        order: 'desc',
        from: sql`
          from page_changes c join revisions r on r.id = c.revision_id
          where c.space_id = ${spaceId} and c.page_id = ${pageId}`,
        columns: sql`${historyColumns}, c.kinds, c.detail, r.parents[1] as "previousId"`,
        joins: sql`
          join page_changes c on c.space_id = ${spaceId} and c.page_id = ${pageId} and c.revision_id = page.id
          ${historyJoins}`,
      },
      paging,
    )
  }
}
