import { lacksSso, spaceRole } from '../../../access/subjects.ts'
import { type Queryable, type Sql, sql } from '../../../database/database.ts'
import { type Page, type Paging, readPage } from '../../../database/paging.ts'
import type { Tables } from '../../../database/schema/tables.ts'
import { buildUserJsonOrNull, type UserRow } from '../../identity/index.ts'
import type { ListNotifications } from './schema.ts'

export type NotificationRow = Pick<
  Tables['notifications'],
  | 'id'
  | 'kind'
  | 'organizationId'
  | 'spaceId'
  | 'changeRequestId'
  | 'commentId'
  | 'replyId'
  | 'reviewId'
  | 'taskId'
  | 'reason'
  | 'createdAt'
  | 'readAt'
> & {
  spaceTitle: Tables['spaces']['title']
  changeRequestNumber: number | null
  changeRequestSubject: string | null
  reviewStatus: string | null
  taskType: string | null
  /** The page that the comment is on. */
  commentPageId: string | null
  text: string | null
  actor: UserRow | null
}

/** Whose notifications: a person, in one organization if that is all that is asked for or that they may ask for. */
export interface NotificationRecipient {
  userId: string
  organizationId?: string | undefined
}

/** Those of the notifications `n` whose space the recipient sees now. */
const fromVisible = ({ userId, organizationId }: NotificationRecipient): Sql => sql`
  from notifications n
  join spaces s on s.id = n.space_id and s.deleted_at is null
  join members m on m.organization_id = s.organization_id and m.user_id = n.user_id and not m.disabled
  where n.user_id = ${userId} and ${spaceRole} is not null and not ${lacksSso}
    ${organizationId === undefined ? sql`` : sql`and s.organization_id = ${organizationId}`}`

const columns = sql`
  n.id, n.kind, s.organization_id as "organizationId", n.space_id as "spaceId", s.title as "spaceTitle",
  n.change_request_id as "changeRequestId", cr.number as "changeRequestNumber", cr.subject as "changeRequestSubject",
  c.id as "commentId", n.reply_id as "replyId", n.review_id as "reviewId", review.status as "reviewStatus",
  n.task_id as "taskId", t.type as "taskType", n.reason, c.page ->> 'id' as "commentPageId",
  coalesce(reply.markdown, nullif(c.markdown, ''), c.suggestion) as text,
  ${buildUserJsonOrNull(sql`actor`)} as actor, n.created_at as "createdAt", n.read_at as "readAt"`

/** A notification of a review shows what the review says as a whole. */
const joins = sql`
  join spaces s on s.id = n.space_id
  left join change_requests cr on cr.id = n.change_request_id
  left join comments c on c.id = coalesce(n.comment_id, (
    select summary.id from comments summary where summary.review_id = n.review_id and summary.batch_id is null
  ))
  left join comment_replies reply on reply.id = n.reply_id
  left join reviews review on review.id = n.review_id
  left join tasks t on t.id = n.task_id
  left join users actor on actor.id = n.actor_id`

export class NotificationRepository {
  list(
    on: Queryable,
    recipient: NotificationRecipient,
    { unread }: ListNotifications,
    paging: Paging,
  ): Promise<Page<NotificationRow>> {
    return readPage(
      on,
      {
        id: sql`n.id`,
        order: 'desc',
        from: sql`${fromVisible(recipient)} ${unread === true ? sql`and n.read_at is null` : sql``}`,
        columns,
        joins: sql`join notifications n on n.id = page.id ${joins}`,
      },
      paging,
    )
  }

  async countUnread(on: Queryable, recipient: NotificationRecipient): Promise<number> {
    const row = await on.row<{ count: number }>(sql`
      select count(*) as count ${fromVisible(recipient)} and n.read_at is null`)
    return row?.count ?? 0
  }

  find(on: Queryable, recipient: NotificationRecipient, id: string): Promise<NotificationRow | undefined> {
    return on.row(sql`
      select ${columns} from notifications n ${joins}
      where n.id in (select n.id ${fromVisible(recipient)} and n.id = ${id})`)
  }

  /** Reads those of some notifications that the person sees and has not read, the latest first. */
  listUnread(
    on: Queryable,
    recipient: NotificationRecipient,
    ids: readonly string[],
  ): Promise<NotificationRow[]> {
    return on.rows(sql`
      select ${columns} from notifications n ${joins}
      where n.id in (
        select n.id ${fromVisible(recipient)} and n.read_at is null and n.id = any(${[...ids]}::text[])
      )
      order by n.id desc`)
  }

  async setRead(
    on: Queryable,
    recipient: NotificationRecipient,
    id: string,
    readAt: Date | null,
  ): Promise<void> {
    await on.execute(sql`
      update notifications set read_at = ${readAt}
      where id in (select n.id ${fromVisible(recipient)} and n.id = ${id}) and (read_at is null) = ${readAt !== null}`)
  }

  async markAllAsRead(on: Queryable, recipient: NotificationRecipient, now: Date): Promise<void> {
    await on.execute(sql`
      update notifications set read_at = ${now}
      where id in (select n.id ${fromVisible(recipient)} and n.read_at is null) and read_at is null`)
  }

  async deleteNotifications(on: Queryable, before: Date): Promise<void> {
    await on.execute(sql`delete from notifications where created_at < ${before}`)
  }
}
