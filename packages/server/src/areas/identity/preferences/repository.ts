import { type Queryable, sql, type Transaction } from '../../../database/database.ts'
import type { Tables } from '../../../database/schema/tables.ts'

export interface PreferencesRow extends Pick<
  Tables['user_preferences'],
  'language' | 'theme' | 'notificationMail'
> {
  console: Record<string, unknown>
}

export class PreferencesRepository {
  find(on: Queryable, userId: string): Promise<PreferencesRow | undefined> {
    return on.row(sql`
      select language, theme, notification_mail as "notificationMail", console from user_preferences
      where user_id = ${userId}`)
  }

  /** Finds the preferences for a change. Another change of the same person waits until this one is stored. */
  async lock(tx: Transaction, userId: string, now: Date): Promise<PreferencesRow> {
    const row = await tx.row<PreferencesRow>(sql`
      insert into user_preferences as p (user_id, updated_at) values (${userId}, ${now})
      on conflict (user_id) do update set updated_at = ${now}
      returning p.language, p.theme, p.notification_mail as "notificationMail", p.console`)
    if (!row) throw new Error('the preferences were not stored')
    return row
  }

  /** Whoever wanted no mails about notifications gets none about those of that time. */
  async set(
    tx: Transaction,
    userId: string,
    { language, theme, notificationMail, console }: PreferencesRow,
  ): Promise<void> {
    await tx.execute(sql`
      update user_preferences set language = ${language}, theme = ${theme}, notification_mail = ${notificationMail},
        notification_mail_since = case
          when notification_mail = 'never' and ${notificationMail}::text is distinct from 'never' then updated_at
          else notification_mail_since
        end,
        console = ${JSON.stringify(console)}::jsonb
      where user_id = ${userId}`)
  }
}
