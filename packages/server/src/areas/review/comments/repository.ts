import {
  type Queryable,
  type Sql,
  sql,
  type Timestamp,
  type Transaction,
} from '../../../database/database.ts'
import { type Page, type Paging, readPage } from '../../../database/paging.ts'
import { memberColumns, memberJoins, type MemberRow } from '../../organizations/index.ts'
import { person, personOrNull, type UserRow } from '../../identity/index.ts'
import type { ListComments } from './schema.ts'
import type { PageThen } from './targets.ts'

/** Where comments are: on a space itself, or on one of its change requests. */
export interface Place {
  spaceId: string
  changeRequestId: string | null
}

export interface ReactionRow {
  emoji: string
  users: { user: UserRow; reactedAt: Timestamp }[]
}

/** What comments and replies have in common. */
export interface PostRow {
  id: string
  postedById: string | null
  postedBy: UserRow | null
  postedAt: Timestamp
  editedAt: Timestamp | null
  markdown: string
  reactions: ReactionRow[]
}

export interface CommentRow extends PostRow {
  spaceId: string
  changeRequestId: string | null
  reviewId: string | null
  replies: number
  resolvedAt: Timestamp | null
  resolvedBy: UserRow | null
  revisionId: string
  page: PageThen | null
  nodeId: string | null
  nodePreview: string | null
  cellRecord: string | null
  cellDefinition: string | null
}

export interface NewComment extends Place {
  id: string
  userId: string
  markdown: string
  revisionId: string
  page: PageThen | undefined
  nodeId: string | undefined
  nodePreview: string | undefined
  tableCell: { record: string; definition: string } | undefined
  reviewId: string | undefined
}

interface Reacting {
  id: string
  userId: string
  added: string[]
  removed: string[]
}

/** Per emoji, the one that came first in front. JSON has moments as PostgreSQL writes them, the wire has not. */
const reactionsOf = (table: Sql, condition: Sql) => sql`
  coalesce((
    select jsonb_agg(jsonb_build_object('emoji', e.emoji, 'users', e.users) order by e.first_at, e.emoji)
    from (
      select r.emoji, min(r.reacted_at) as first_at, jsonb_agg(
        jsonb_build_object(
          'user', ${person(sql`u`)},
          'reactedAt', to_char(r.reacted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
        ) order by r.reacted_at, r.user_id
      ) as users
      from ${table} r join users u on u.id = r.user_id
      where ${condition}
      group by r.emoji
    ) as e
  ), '[]')`

const commentColumns = sql`
  c.id, c.space_id as "spaceId", c.change_request_id as "changeRequestId", c.review_id as "reviewId", c.posted_by as "postedById",
  ${personOrNull(sql`poster`)} as "postedBy", c.posted_at as "postedAt", c.edited_at as "editedAt", c.markdown,
  ${reactionsOf(sql`comment_reactions`, sql`r.comment_id = c.id`)} as reactions,
  (select count(*) from comment_replies cr where cr.comment_id = c.id) as replies,
  c.resolved_at as "resolvedAt", ${personOrNull(sql`resolver`)} as "resolvedBy", c.revision_id as "revisionId",
  c.page, c.node_id as "nodeId", c.node_preview as "nodePreview", c.cell_record as "cellRecord",
  c.cell_definition as "cellDefinition"`

const commentJoins = sql`
  left join users poster on poster.id = c.posted_by
  left join users resolver on resolver.id = c.resolved_by`

const replyColumns = sql`
  p.id, p.posted_by as "postedById", ${personOrNull(sql`poster`)} as "postedBy", p.posted_at as "postedAt",
  p.edited_at as "editedAt", p.markdown,
  ${reactionsOf(sql`comment_reply_reactions`, sql`r.reply_id = p.id`)} as reactions`

const replyJoins = sql`left join users poster on poster.id = p.posted_by`

/** That the comment `c` is there. */
const inPlace = ({ spaceId, changeRequestId }: Place) => sql`
  c.space_id = ${spaceId}
  and ${changeRequestId === null ? sql`c.change_request_id is null` : sql`c.change_request_id = ${changeRequestId}`}`

export class CommentRepository {
  list(on: Queryable, place: Place, filter: ListComments, paging: Paging): Promise<Page<CommentRow>> {
    const { order = 'desc', status = 'all', targetPage, authors } = filter
    return readPage(
      on,
      {
        id: sql`c.id`,
        order,
        from: sql`
          from comments c where ${inPlace(place)}
          ${status === 'all' ? sql`` : status === 'open' ? sql`and c.resolved_at is null` : sql`and c.resolved_at is not null`}
          ${targetPage === undefined ? sql`` : sql`and c.page ->> 'id' = ${targetPage}`}
          ${authors === undefined ? sql`` : sql`and c.posted_by = any(${authors}::text[])`}`,
        columns: commentColumns,
        joins: sql`join comments c on c.id = page.id ${commentJoins}`,
      },
      paging,
    )
  }

  find(on: Queryable, place: Place, id: string): Promise<CommentRow | undefined> {
    return on.row(sql`
      select ${commentColumns} from comments c ${commentJoins} where ${inPlace(place)} and c.id = ${id}`)
  }

  findOfReviews(on: Queryable, place: Place, reviewIds: string[]): Promise<CommentRow[]> {
    return on.rows(sql`
      select ${commentColumns} from comments c ${commentJoins}
      where ${inPlace(place)} and c.review_id = any(${reviewIds}::text[])`)
  }

  /**
   * What counts the comments of a place, held until the transaction ends. The space first, always, and before the
   * comments: a merge holds the space while it waits for the change request.
   */
  async lockCounter(tx: Transaction, { spaceId, changeRequestId }: Place): Promise<void> {
    if (changeRequestId === null) {
      await tx.rows(sql`select id from spaces where id = ${spaceId} for no key update`)
    } else {
      await tx.rows(sql`select id from spaces where id = ${spaceId} for key share`)
      await tx.rows(sql`select id from change_requests where id = ${changeRequestId} for no key update`)
    }
  }

  /** Counts open comments, under the lock. */
  async count(tx: Transaction, { spaceId, changeRequestId }: Place, difference: 1 | -1): Promise<void> {
    await tx.execute(
      changeRequestId === null
        ? sql`update spaces set comments = comments + ${difference} where id = ${spaceId}`
        : sql`update change_requests set comments = comments + ${difference} where id = ${changeRequestId}`,
    )
  }

  /** Two changes of one comment at once happen one after the other. */
  async lock(tx: Transaction, place: Place, id: string): Promise<CommentRow | undefined> {
    await tx.rows(sql`select c.id from comments c where ${inPlace(place)} and c.id = ${id} for update`)
    return this.find(tx, place, id)
  }

  async insert(tx: Transaction, comment: NewComment, now: Date): Promise<void> {
    const { page, tableCell } = comment
    await tx.execute(sql`
      insert into comments (
        id, space_id, change_request_id, posted_by, posted_at, markdown, revision_id, page, node_id, node_preview,
        cell_record, cell_definition, review_id
      ) values (
        ${comment.id}, ${comment.spaceId}, ${comment.changeRequestId}, ${comment.userId}, ${now},
        ${comment.markdown}, ${comment.revisionId}, ${page ? JSON.stringify(page) : null}, ${comment.nodeId},
        ${comment.nodePreview}, ${tableCell?.record}, ${tableCell?.definition}, ${comment.reviewId}
      )`)
  }

  async setMarkdown(tx: Transaction, id: string, markdown: string, now: Date): Promise<void> {
    await tx.execute(sql`update comments set markdown = ${markdown}, edited_at = ${now} where id = ${id}`)
  }

  async setResolved(tx: Transaction, id: string, userId: string, now: Date): Promise<void> {
    await tx.execute(sql`update comments set resolved_at = ${now}, resolved_by = ${userId} where id = ${id}`)
  }

  async setOpen(tx: Transaction, id: string): Promise<void> {
    await tx.execute(sql`update comments set resolved_at = null, resolved_by = null where id = ${id}`)
  }

  /** With its replies and all reactions. */
  async delete(tx: Transaction, id: string): Promise<void> {
    await tx.execute(sql`delete from comments where id = ${id}`)
  }

  react(tx: Transaction, reacting: Reacting, now: Date): Promise<void> {
    return setReactions(tx, sql`comment_reactions`, sql`comment_id`, reacting, now)
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

  findReply(on: Queryable, place: Place, commentId: string, id: string): Promise<PostRow | undefined> {
    return on.row(sql`
      select ${replyColumns}
      from comment_replies p join comments c on c.id = p.comment_id ${replyJoins}
      where ${inPlace(place)} and c.id = ${commentId} and p.id = ${id}`)
  }

  async lockReply(
    tx: Transaction,
    place: Place,
    commentId: string,
    id: string,
  ): Promise<PostRow | undefined> {
    await tx.rows(
      sql`select id from comment_replies where comment_id = ${commentId} and id = ${id} for update`,
    )
    return this.findReply(tx, place, commentId, id)
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

  reactToReply(tx: Transaction, reacting: Reacting, now: Date): Promise<void> {
    return setReactions(tx, sql`comment_reply_reactions`, sql`reply_id`, reacting, now)
  }

  /** The members of the organization who posted a comment or a reply there. */
  listCommenters(
    on: Queryable,
    organizationId: string,
    place: Place,
    paging: Paging,
  ): Promise<Page<MemberRow>> {
    return readPage(
      on,
      {
        id: sql`m.user_id`,
        from: sql`
          from members m
          where m.organization_id = ${organizationId} and m.user_id in (
            select c.posted_by from comments c where ${inPlace(place)}
            union
            select p.posted_by from comment_replies p join comments c on c.id = p.comment_id where ${inPlace(place)}
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

async function setReactions(
  tx: Transaction,
  table: Sql,
  key: Sql,
  { id, userId, added, removed }: Reacting,
  now: Date,
): Promise<void> {
  const kept = [...new Set(added)].filter((emoji) => !removed.includes(emoji))
  if (kept.length > 0) {
    await tx.execute(sql`
      insert into ${table} (${key}, emoji, user_id, reacted_at)
      select ${id}, emoji, ${userId}, ${now} from unnest(${kept}::text[]) as given (emoji)
      on conflict do nothing`)
  }
  if (removed.length > 0) {
    await tx.execute(sql`
      delete from ${table} where ${key} = ${id} and user_id = ${userId} and emoji = any(${removed}::text[])`)
  }
}
