import { type Queryable, type Sql, sql, type Transaction } from '../../../database/database.ts'
import { type Page, type Paging, readPage } from '../../../database/paging.ts'
import type { Tables } from '../../../database/schema/tables.ts'
import type { NewComment, PlacedRow } from '../comments/repository.ts'

/** Whose drafts, and of which change request: nobody reads or changes drafts by anything less. */
export interface DraftOwner {
  spaceId: string
  changeRequestId: string
  userId: string
}

export type DraftCommentRow = PlacedRow &
  Pick<Tables['draft_comments'], 'markdown' | 'createdAt' | 'editedAt'>

const columns = sql`
  d.id, cr.space_id as "spaceId", d.change_request_id as "changeRequestId", d.created_at as "createdAt",
  d.edited_at as "editedAt", d.markdown, d.revision_id as "revisionId", d.page, d.quote, d.node_id as "nodeId",
  d.node_preview as "nodePreview", d.cell_record as "cellRecord", d.cell_definition as "cellDefinition", d.suggestion`

const joins = sql`join change_requests cr on cr.id = d.change_request_id`

const isOwned = ({ changeRequestId, userId }: DraftOwner): Sql => sql`
  d.change_request_id = ${changeRequestId} and d.user_id = ${userId}`

export class DraftCommentRepository {
  list(on: Queryable, owner: DraftOwner, paging: Paging): Promise<Page<DraftCommentRow>> {
    return readPage(
      on,
      {
        id: sql`d.id`,
        from: sql`from draft_comments d where ${isOwned(owner)}`,
        columns,
        joins: sql`join draft_comments d on d.id = page.id ${joins}`,
      },
      paging,
    )
  }

  find(on: Queryable, owner: DraftOwner, id: string): Promise<DraftCommentRow | undefined> {
    return on.row(
      sql`select ${columns} from draft_comments d ${joins} where ${isOwned(owner)} and d.id = ${id}`,
    )
  }

  /** Locks all drafts of a person until the transaction ends, and lists their ids in their order. */
  async lockAll(tx: Transaction, owner: DraftOwner): Promise<string[]> {
    const rows = await tx.rows<{ id: string }>(sql`
      select d.id from draft_comments d where ${isOwned(owner)} order by d.id for update`)
    return rows.map(({ id }) => id)
  }

  async count(on: Queryable, owner: DraftOwner): Promise<number> {
    const row = await on.row<{ count: number }>(sql`
      select count(*) as count from draft_comments d where ${isOwned(owner)}`)
    return row?.count ?? 0
  }

  async insert(
    tx: Transaction,
    { changeRequestId, userId }: DraftOwner,
    draft: Omit<NewComment, 'userId' | 'reviewId' | 'batchId'>,
    now: Date,
  ): Promise<void> {
    const { page, quote, tableCell } = draft
    await tx.execute(sql`
      insert into draft_comments (
        id, change_request_id, user_id, created_at, markdown, revision_id, page, node_id, node_preview, quote,
        suggestion, cell_record, cell_definition
      ) values (
        ${draft.id}, ${changeRequestId}, ${userId}, ${now}, ${draft.markdown}, ${draft.revisionId},
        ${page ? JSON.stringify(page) : null}, ${draft.nodeId}, ${draft.nodePreview},
        ${quote ? JSON.stringify(quote) : null}, ${draft.suggestion}, ${tableCell?.record}, ${tableCell?.definition}
      )`)
  }

  async setMarkdown(
    on: Queryable,
    owner: DraftOwner,
    id: string,
    markdown: string,
    now: Date,
  ): Promise<boolean> {
    const count = await on.execute(sql`
      update draft_comments d set markdown = ${markdown}, edited_at = ${now} where ${isOwned(owner)} and d.id = ${id}`)
    return count > 0
  }

  async delete(on: Queryable, owner: DraftOwner, id: string): Promise<boolean> {
    const count = await on.execute(sql`delete from draft_comments d where ${isOwned(owner)} and d.id = ${id}`)
    return count > 0
  }

  /** Makes comments of locked drafts, in one statement, so that one event tells of all of them. */
  async post(
    tx: Transaction,
    owner: DraftOwner,
    {
      drafts,
      reviewId,
      batchId,
    }: { drafts: { id: string; commentId: string }[]; reviewId?: string | undefined; batchId: string },
    now: Date,
  ): Promise<void> {
    await tx.execute(sql`
      insert into comments (
        id, space_id, change_request_id, posted_by, posted_at, markdown, revision_id, page, node_id, node_preview,
        quote, suggestion, cell_record, cell_definition, review_id, batch_id
      )
      select given.comment_id, ${owner.spaceId}, d.change_request_id, d.user_id, ${now}, d.markdown, d.revision_id,
        d.page, d.node_id, d.node_preview, d.quote, d.suggestion, d.cell_record, d.cell_definition, ${reviewId},
        ${batchId}
      from unnest(
        ${drafts.map(({ id }) => id)}::text[], ${drafts.map(({ commentId }) => commentId)}::text[]
      ) as given (id, comment_id)
      join draft_comments d on d.id = given.id`)
    await tx.execute(sql`delete from draft_comments d where ${isOwned(owner)}`)
  }
}
