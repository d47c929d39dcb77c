import { lacksSso, spaceRole } from '../../../access/subjects.ts'
import { sql, type Transaction } from '../../../database/database.ts'
import type { Tables } from '../../../database/schema/tables.ts'

/** What happened, of which people may have to be told. */
export type SourceEvent = Pick<Tables['events'], 'type' | 'organizationId' | 'createdAt'> & {
  position: number
  spaceId: string
  data: Record<string, string>
}

export type NewNotification = Pick<
  Tables['notifications'],
  'id' | 'userId' | 'organizationId' | 'kind' | 'spaceId' | 'source' | 'createdAt'
> &
  Partial<
    Pick<
      Tables['notifications'],
      'changeRequestId' | 'commentId' | 'replyId' | 'reviewId' | 'taskId' | 'actorId' | 'reason'
    >
  >

export interface CommentPost {
  markdown: string
  /** Whether it was submitted with others or with a review, of which people are told as a whole. */
  isPart: boolean
  postedBy: string | null
  /** When it was posted or last edited. */
  writtenAt: string
  commentBy: string | null
  changeRequestBy: string | null
  repliedBy: string[]
}

/** One of the comments that were submitted together. */
export interface BatchPost {
  commentId: string
  markdown: string
  postedBy: string | null
  changeRequestBy: string | null
  isInReview: boolean
}

export interface ChangeRequestPeople {
  createdBy: string | null
  mergedBy: string | null
  /** Who made its newest revision. */
  lastEditedBy: string | null
  contributors: string[]
}

/** What the notifier reads of what happened, and what it makes of that. */
export class NotifierRepository {
  /** Locks the progress; undefined while another process is at work. */
  async lockProgress(tx: Transaction): Promise<number | undefined> {
    const row = await tx.row<{ position: number }>(sql`
      select position from notification_progress for update skip locked`)
    return row?.position
  }

  setProgress(tx: Transaction, position: number): void {
    tx.executeLater(sql`update notification_progress set position = ${position}`)
  }

  /** The highest position of an event. All events below it are committed. */
  async findLastPosition(tx: Transaction): Promise<number> {
    const row = await tx.row<{ position: number | null }>(sql`
      select max(position) as position from events where position is not null`)
    return row?.position ?? 0
  }

  /** Lists the first events after the progress, which is locked. */
  listNewEvents(
    tx: Transaction,
    { types, limit }: { types: readonly string[]; limit: number },
  ): Promise<SourceEvent[]> {
    return tx.rows(sql`
      select position, type, organization_id as "organizationId", subject_id as "spaceId", data,
        created_at as "createdAt"
      from events
      where position > (select position from notification_progress) and scope = 'space' and type = any(${[...types]}::text[])
      order by position limit ${limit}`)
  }

  findComment(
    tx: Transaction,
    commentId: string,
    replyId: string | undefined,
  ): Promise<CommentPost | undefined> {
    return tx.row(
      replyId === undefined
        ? sql`
          select c.markdown, c.review_id is not null or c.batch_id is not null as "isPart", c.posted_by as "postedBy",
            coalesce(c.edited_at, c.posted_at) as "writtenAt",
            c.posted_by as "commentBy", cr.created_by as "changeRequestBy", '{}'::text[] as "repliedBy"
          from comments c left join change_requests cr on cr.id = c.change_request_id
          where c.id = ${commentId}`
        : sql`
          select r.markdown, false as "isPart", r.posted_by as "postedBy", coalesce(r.edited_at, r.posted_at) as "writtenAt",
            c.posted_by as "commentBy", cr.created_by as "changeRequestBy",
            array(
              select distinct other.posted_by::text from comment_replies other
              where other.comment_id = c.id and other.posted_by is not null
            ) as "repliedBy"
          from comment_replies r join comments c on c.id = r.comment_id
          left join change_requests cr on cr.id = c.change_request_id
          where r.id = ${replyId} and c.id = ${commentId}`,
    )
  }

  /** Lists the comments that were submitted together, the first one first. */
  listBatch(tx: Transaction, batchId: string): Promise<BatchPost[]> {
    return tx.rows(sql`
      select c.id as "commentId", c.markdown, c.posted_by as "postedBy", cr.created_by as "changeRequestBy",
        c.review_id is not null as "isInReview"
      from comments c join change_requests cr on cr.id = c.change_request_id
      where c.batch_id = ${batchId} order by c.id`)
  }

  findPeople(tx: Transaction, changeRequestId: string): Promise<ChangeRequestPeople | undefined> {
    return tx.row(sql`
      select cr.created_by as "createdBy", cr.merged_by as "mergedBy", head.created_by as "lastEditedBy",
        array(
          select c.user_id::text from change_request_contributors c
          where c.change_request_id = cr.id and c.edits > 0
        ) as contributors
      from change_requests cr join revisions head on head.id = cr.revision_id where cr.id = ${changeRequestId}`)
  }

  async findRevisionAuthor(tx: Transaction, revisionId: string): Promise<string | null> {
    const row = await tx.row<{ userId: string | null }>(sql`
      select created_by as "userId" from revisions where id = ${revisionId}`)
    return row?.userId ?? null
  }

  findReview(
    tx: Transaction,
    reviewId: string,
  ): Promise<Pick<Tables['reviews'], 'reviewerId' | 'requestedBy'> | undefined> {
    return tx.row(sql`
      select reviewer_id as "reviewerId", requested_by as "requestedBy" from reviews where id = ${reviewId}`)
  }

  findReviewRequest(
    tx: Transaction,
    changeRequestId: string,
    userId: string,
  ): Promise<{ requestedBy: string } | undefined> {
    return tx.row(sql`
      select requested_by as "requestedBy" from review_requests
      where change_request_id = ${changeRequestId} and user_id = ${userId} and not answered`)
  }

  findFailedTask(
    tx: Transaction,
    taskId: string,
  ): Promise<Pick<Tables['tasks'], 'createdBy' | 'type'> | undefined> {
    return tx.row(sql`
      select created_by as "createdBy", type from tasks where id = ${taskId} and status = 'failed'`)
  }

  /** The admins of an organization, for failures of what nobody started by hand. */
  async listAdmins(tx: Transaction, organizationId: string): Promise<string[]> {
    const rows = await tx.rows<{ userId: string }>(sql`
      select user_id as "userId" from members
      where organization_id = ${organizationId} and role = 'admin' and not disabled`)
    return rows.map(({ userId }) => userId)
  }

  /**
   * Stores those whose recipients see the space, and says whether there were any. One of a source takes the place of an
   * earlier one; while that was not read, no other mail is sent. A mention in a text is told once, however often it is edited.
   */
  async insert(tx: Transaction, rows: readonly NewNotification[]): Promise<boolean> {
    const given = sql`
      jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (
        id text, "userId" text, "organizationId" text, kind text, "spaceId" text, "changeRequestId" text,
        "commentId" text, "replyId" text, "reviewId" text, "taskId" text, "actorId" text, reason text,
        source text, "createdAt" timestamptz
      )
      join spaces s on s.id = given."spaceId" and s.deleted_at is null
      join members m on m.organization_id = s.organization_id and m.user_id = given."userId" and not m.disabled`
    const count = await tx.execute(sql`
      with visible as materialized (
        select given.* from ${given} where ${spaceRole} is not null and not ${lacksSso}
      )
      insert into notifications as n (
        id, user_id, organization_id, kind, space_id, change_request_id, comment_id, reply_id, review_id, task_id, actor_id,
        reason, source, created_at
      )
      select id, "userId", "organizationId", kind, "spaceId", "changeRequestId", "commentId", "replyId", "reviewId", "taskId",
        "actorId", reason, source, "createdAt"
      from visible
      on conflict (user_id, source) do update set
        id = excluded.id, kind = excluded.kind, comment_id = excluded.comment_id, reply_id = excluded.reply_id,
        review_id = excluded.review_id, task_id = excluded.task_id, actor_id = excluded.actor_id,
        reason = excluded.reason, created_at = excluded.created_at, read_at = null, mailed_at = case when n.read_at is null then n.mailed_at end
        where n.created_at < excluded.created_at and excluded.kind <> 'mention'`)
    return count > 0
  }
}
