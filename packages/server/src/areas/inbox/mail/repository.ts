import { type Queryable, sql, type Transaction } from '../../../database/database.ts'

export interface MailBatch {
  userId: string
  notificationIds: string[]
}

export class NotificationMailRepository {
  /** Undefined where nobody has shown that the address is theirs: what is in an organization must not go to a stranger. */
  findAddress(on: Queryable, userId: string): Promise<{ email: string; displayName: string } | undefined> {
    return on.row(sql`select email, display_name as "displayName" from users
      where id = ${userId} and not email_unproven`)
  }

  /**
   * Takes the notifications that a mail is due for, by person. Those who want one mail a day get it about what happened
   * before `dailyUntil`.
   */
  claimDue(
    tx: Transaction,
    { now, since, dailyUntil }: { now: Date; since: Date; dailyUntil: Date },
  ): Promise<MailBatch[]> {
    return tx.rows(sql`
      with due as materialized (
        select n.id from notifications n left join user_preferences p on p.user_id = n.user_id
        where n.read_at is null and n.mailed_at is null and n.created_at > ${since}
          and (p.notification_mail_since is null or n.created_at > p.notification_mail_since)
          and p.notification_mail is distinct from 'never'
          and (p.notification_mail is distinct from 'daily' or n.created_at <= ${dailyUntil})
        for update of n skip locked
      ), claimed as (
        update notifications n set mailed_at = ${now} from due where due.id = n.id returning n.id, n.user_id
      )
      select user_id as "userId", array_agg(id::text order by id) as "notificationIds" from claimed group by user_id`)
  }
}
