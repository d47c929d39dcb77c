import { type Queryable, type Sql, sql, type Transaction } from '../../../database/database.ts'
import type { Tables } from '../../../database/schema/tables.ts'
import { type Page, type Paging, readPage } from '../../../database/paging.ts'
import { memberColumns, memberJoins, type MemberRow } from '../../organizations/index.ts'
import { buildUserJson, buildUserJsonOrNull, type UserRow } from '../../identity/index.ts'
import type { StoredQuote } from './anchors.ts'
import type { ListComments } from './schema.ts'
import type { PageSnapshot } from './page-snapshots.ts'

/** What comments are on: a space or, where its id is given, one of its change requests. */
export type CommentParent = Pick<Tables['comments'], 'spaceId' | 'changeRequestId'>

export interface ReactionRow {
  emoji: string
  users: { user: UserRow; reactedAt: Tables['comment_reactions']['reactedAt'] }[]
}

/** What comments and replies have in common. */
export type PostRow = Pick<Tables['comment_replies'], 'id' | 'postedAt' | 'editedAt' | 'markdown'> & {
  postedById: Tables['comment_replies']['postedBy']
  postedBy: UserRow | null
  reactions: ReactionRow[]
}

/** Where a comment is, and what it suggests there. */
export type PlacedRow = Pick<
  Tables['comments'],
  | 'id'
  | 'spaceId'
  | 'changeRequestId'
  | 'revisionId'
  | 'nodeId'
  | 'nodePreview'
  | 'cellRecord'
  | 'cellDefinition'
  | 'suggestion'
> & {
  /** The page when the comment was posted. */
  page: PageSnapshot | null
  quote: StoredQuote | null
}

export type CommentRow = PostRow &
  PlacedRow &
  Pick<Tables['comments'], 'reviewId' | 'resolvedAt' | 'appliedAt'> & {
    /** The number of replies. */
    replies: number
    /** Who replied, the latest first. */
    repliers: { user: UserRow; count: number; updatedAt: Tables['comment_replies']['postedAt'] }[]
    resolvedBy: UserRow | null
    appliedBy: UserRow | null
  }

export interface NewComment extends CommentParent {
  id: string
  userId: string
  markdown: string
  revisionId: string
  page: PageSnapshot | undefined
  nodeId: string | undefined
  nodePreview: string | undefined
  quote: StoredQuote | undefined
  suggestion: string | undefined
  tableCell: { record: string; definition: string } | undefined
  reviewId: string | undefined
  /** What it has in common with those that are submitted with it. */
  batchId: string | undefined
}

interface ReactionChanges {
  id: string
  userId: string
  added: string[]
  removed: string[]
}

/**
 * The reactions to a post, grouped by emoji and ordered by the first of each. Inside JSON, timestamps are not converted
 * by the driver, so that they are formatted here.
 */
const selectReactions = (table: Sql, condition: Sql) => sql`
  coalesce((
    select jsonb_agg(jsonb_build_object('emoji', e.emoji, 'users', e.users) order by e.first_at, e.emoji)
    from (
      select r.emoji, min(r.reacted_at) as first_at, jsonb_agg(
        jsonb_build_object(
          'user', ${buildUserJson(sql`u`)},
          'reactedAt', to_char(r.reacted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
        ) order by r.reacted_at, r.user_id
      ) as users
      from ${table} r join users u on u.id = r.user_id
      where ${condition}
      group by r.emoji
    ) as e
  ), '[]')`

/** Those who replied to the comment `c`, with how often and when last. */
const selectRepliers = sql`
  coalesce((
    select jsonb_agg(
      jsonb_build_object(
        'user', ${buildUserJson(sql`u`)}, 'count', replier.count,
        'updatedAt', to_char(replier.last_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
      ) order by replier.last_at desc, replier.posted_by
    )
    from (
      select cr.posted_by, count(*) as count, max(greatest(cr.posted_at, cr.edited_at)) as last_at
      from comment_replies cr where cr.comment_id = c.id
      group by cr.posted_by
    ) as replier
    join users u on u.id = replier.posted_by
  ), '[]')`

const commentColumns = sql`
  c.id, c.space_id as "spaceId", c.change_request_id as "changeRequestId", c.review_id as "reviewId", c.posted_by as "postedById",
  ${buildUserJsonOrNull(sql`poster`)} as "postedBy", c.posted_at as "postedAt", c.edited_at as "editedAt", c.markdown,
  ${selectReactions(sql`comment_reactions`, sql`r.comment_id = c.id`)} as reactions,
  (select count(*) from comment_replies cr where cr.comment_id = c.id) as replies,
  ${selectRepliers} as repliers,
  c.resolved_at as "resolvedAt", ${buildUserJsonOrNull(sql`resolver`)} as "resolvedBy", c.revision_id as "revisionId",
  c.page, c.quote, c.node_id as "nodeId", c.node_preview as "nodePreview", c.cell_record as "cellRecord",
  c.cell_definition as "cellDefinition", c.suggestion, c.applied_at as "appliedAt",
  ${buildUserJsonOrNull(sql`applier`)} as "appliedBy"`

const commentJoins = sql`
  left join users poster on poster.id = c.posted_by
  left join users resolver on resolver.id = c.resolved_by
  left join users applier on applier.id = c.applied_by`

const replyColumns = sql`
  p.id, p.posted_by as "postedById", ${buildUserJsonOrNull(sql`poster`)} as "postedBy", p.posted_at as "postedAt",
  p.edited_at as "editedAt", p.markdown,
  ${selectReactions(sql`comment_reply_reactions`, sql`r.reply_id = p.id`)} as reactions`

const replyJoins = sql`left join users poster on poster.id = p.posted_by`

/** Whether the comment `c` is on the parent. */
const isOnParent = ({ spaceId, changeRequestId }: CommentParent) => sql`
  c.space_id = ${spaceId}
  and ${changeRequestId === null ? sql`c.change_request_id is null` : sql`c.change_request_id = ${changeRequestId}`}`

export class CommentRepository {
  list(
    on: Queryable,
    parent: CommentParent,
    filter: ListComments,
    paging: Paging,
  ): Promise<Page<CommentRow>> {
    const { order = 'desc', status = 'all', targetPage, authors } = filter
    return readPage(
      on,
      {
        id: sql`c.id`,
        order,
        from: sql`
          from comments c where ${isOnParent(parent)}
          ${status === 'all' ? sql`` : status === 'open' ? sql`and c.resolved_at is null` : sql`and c.resolved_at is not null`}
          ${targetPage === undefined ? sql`` : sql`and c.page ->> 'id' = ${targetPage}`}
          ${authors === undefined ? sql`` : sql`and c.posted_by = any(${authors}::text[])`}`,
        columns: commentColumns,
        joins: sql`join comments c on c.id = page.id ${commentJoins}`,
      },
      paging,
    )
  }

  find(on: Queryable, parent: CommentParent, id: string): Promise<CommentRow | undefined> {
    return on.row(sql`
      select ${commentColumns} from comments c ${commentJoins} where ${isOnParent(parent)} and c.id = ${id}`)
  }

  /** Lists what reviews say as a whole. */
  listForReviews(on: Queryable, parent: CommentParent, reviewIds: string[]): Promise<CommentRow[]> {
    return on.rows(sql`
      select ${commentColumns} from comments c ${commentJoins}
      where ${isOnParent(parent)} and c.review_id = any(${reviewIds}::text[]) and c.batch_id is null`)
  }

  /**
   * Locks the row that counts the open comments until the transaction ends. The space is always locked first, and both
   * before any comment, because a merge holds the space while it waits for the change request.
   */
  async lockCounter(tx: Transaction, { spaceId, changeRequestId }: CommentParent): Promise<void> {
    if (changeRequestId === null) {
      await tx.rows(sql`select id from spaces where id = ${spaceId} for no key update`)
    } else {
      await tx.rows(sql`select id from spaces where id = ${spaceId} for key share`)
      await tx.rows(sql`select id from change_requests where id = ${changeRequestId} for no key update`)
    }
  }

  /** Changes the number of open comments. The counter must be locked. */
  async changeOpenCount(
    tx: Transaction,
    { spaceId, changeRequestId }: CommentParent,
    difference: number,
  ): Promise<void> {
    await tx.execute(
      changeRequestId === null
        ? sql`update spaces set comments = comments + ${difference} where id = ${spaceId}`
        : sql`update change_requests set comments = comments + ${difference} where id = ${changeRequestId}`,
    )
  }

  /** Reads a comment and locks it until the transaction ends, so that concurrent changes of it wait for each other. */
  async lock(tx: Transaction, parent: CommentParent, id: string): Promise<CommentRow | undefined> {
    await tx.rows(sql`select c.id from comments c where ${isOnParent(parent)} and c.id = ${id} for update`)
    return this.find(tx, parent, id)
  }

  async insert(tx: Transaction, comment: NewComment, now: Date): Promise<void> {
    const { page, tableCell } = comment
    await tx.execute(sql`
      insert into comments (
        id, space_id, change_request_id, posted_by, posted_at, markdown, revision_id, page, node_id, node_preview,
        quote, suggestion, cell_record, cell_definition, review_id, batch_id
      ) values (
        ${comment.id}, ${comment.spaceId}, ${comment.changeRequestId}, ${comment.userId}, ${now},
        ${comment.markdown}, ${comment.revisionId}, ${page ? JSON.stringify(page) : null}, ${comment.nodeId},
        ${comment.nodePreview}, ${comment.quote ? JSON.stringify(comment.quote) : null}, ${comment.suggestion},
        ${tableCell?.record}, ${tableCell?.definition}, ${comment.reviewId}, ${comment.batchId}
      )`)
  }

  async setMarkdown(tx: Transaction, id: string, markdown: string, now: Date): Promise<void> {
    await tx.execute(sql`update comments set markdown = ${markdown}, edited_at = ${now} where id = ${id}`)
  }

  async resolve(tx: Transaction, id: string, userId: string, now: Date): Promise<void> {
    await tx.execute(sql`update comments set resolved_at = ${now}, resolved_by = ${userId} where id = ${id}`)
  }

  /** Marks the suggestion of a comment as applied, and the comment as resolved by that. */
  async markApplied(tx: Transaction, id: string, userId: string, now: Date): Promise<void> {
    await tx.execute(sql`
      update comments set applied_at = ${now}, applied_by = ${userId}, resolved_at = ${now}, resolved_by = ${userId}
      where id = ${id}`)
  }

  async reopen(tx: Transaction, id: string): Promise<void> {
    await tx.execute(sql`update comments set resolved_at = null, resolved_by = null where id = ${id}`)
  }

  /** Deletes a comment with its replies and all reactions. */
  async delete(tx: Transaction, id: string): Promise<void> {
    await tx.execute(sql`delete from comments where id = ${id}`)
  }

  changeReactions(tx: Transaction, changes: ReactionChanges, now: Date): Promise<void> {
    return writeReactions(tx, sql`comment_reactions`, sql`comment_id`, changes, now)
  }

  listReplies(on: Queryable, commentId: string, paging: Paging): Promise<Page<PostRow>> {
    return readPage(
      on,
      {
        id: sql`p.id`,
        from: sql`from comment_replies p where p.comment_id = ${commentId}`,
        columns: replyColumns,
        joins: sql`join comment_replies p on p.id = page.id ${replyJoins}`,
      },
      paging,
    )
  }

  findReply(
    on: Queryable,
    parent: CommentParent,
    commentId: string,
    id: string,
  ): Promise<PostRow | undefined> {
    return on.row(sql`
      select ${replyColumns}
      from comment_replies p join comments c on c.id = p.comment_id ${replyJoins}
      where ${isOnParent(parent)} and c.id = ${commentId} and p.id = ${id}`)
  }

  async lockReply(
    tx: Transaction,
    parent: CommentParent,
    commentId: string,
    id: string,
  ): Promise<PostRow | undefined> {
    await tx.rows(
      sql`select id from comment_replies where comment_id = ${commentId} and id = ${id} for update`,
    )
    return this.findReply(tx, parent, commentId, id)
  }

  async insertReply(
    tx: Transaction,
    reply: { id: string; commentId: string; userId: string; markdown: string },
    now: Date,
  ): Promise<void> {
    await tx.execute(sql`
      insert into comment_replies (id, comment_id, posted_by, posted_at, markdown)
      values (${reply.id}, ${reply.commentId}, ${reply.userId}, ${now}, ${reply.markdown})`)
  }

  async setReplyMarkdown(tx: Transaction, id: string, markdown: string, now: Date): Promise<void> {
    await tx.execute(
      sql`update comment_replies set markdown = ${markdown}, edited_at = ${now} where id = ${id}`,
    )
  }

  async deleteReply(tx: Transaction, id: string): Promise<void> {
    await tx.execute(sql`delete from comment_replies where id = ${id}`)
  }

  changeReplyReactions(tx: Transaction, changes: ReactionChanges, now: Date): Promise<void> {
    return writeReactions(tx, sql`comment_reply_reactions`, sql`reply_id`, changes, now)
  }

  /** Lists the members of the organization who posted a comment or a reply on the parent. */
  listCommenters(
    on: Queryable,
    organizationId: string,
    parent: CommentParent,
    paging: Paging,
  ): Promise<Page<MemberRow>> {
    return readPage(
      on,
      {
        id: sql`m.user_id`,
        from: sql`
          from members m
          where m.organization_id = ${organizationId} and m.user_id in (
            select c.posted_by from comments c where ${isOnParent(parent)}
            union
            select p.posted_by from comment_replies p join comments c on c.id = p.comment_id where ${isOnParent(parent)}
          )`,
        columns: memberColumns,
        joins: sql`
          join members m on m.organization_id = ${organizationId} and m.user_id = page.id
          ${memberJoins(organizationId, sql`m.user_id in (select id from page)`)}`,
      },
      paging,
    )
  }
}

async function writeReactions(
  tx: Transaction,
  table: Sql,
  key: Sql,
  { id, userId, added, removed }: ReactionChanges,
  now: Date,
): Promise<void> {
  const addedEmojis = [...new Set(added)].filter((emoji) => !removed.includes(emoji))
  if (addedEmojis.length > 0) {
    await tx.execute(sql`
      insert into ${table} (${key}, emoji, user_id, reacted_at)
      select ${id}, emoji, ${userId}, ${now} from unnest(${addedEmojis}::text[]) as given (emoji)
      on conflict do nothing`)
  }
  if (removed.length > 0) {
    await tx.execute(sql`
      delete from ${table} where ${key} = ${id} and user_id = ${userId} and emoji = any(${removed}::text[])`)
  }
}
