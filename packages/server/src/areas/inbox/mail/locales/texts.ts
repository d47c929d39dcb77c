import type { Notification } from '../../notifications/schema.ts'

/** The texts of mails about notifications in one language. Names are put into the places that the functions have for them. */
export interface NotificationMailTexts {
  /** Of a mail about several. */
  subject: (count: number) => string
  somebody: string
  kinds: Record<
    | 'mention'
    | 'reply'
    | 'comment'
    | 'review_requested'
    | 'approved'
    | 'changes_requested'
    | 'merged'
    | 'conflict'
    | 'job_failed',
    (name: string) => string
  >
  /** Why a merge that was planned did not happen. */
  mergeCanceled: Record<NonNullable<Notification['reason']>, (name: string) => string>
  /** Below those that a mail has in full. */
  more: (count: number) => string
  /** The link to where one chooses which mails one gets. */
  preferences: string
}
