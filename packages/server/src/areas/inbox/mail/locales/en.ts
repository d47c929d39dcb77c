import type { NotificationMailTexts } from './texts.ts'

export const enNotificationMail: NotificationMailTexts = {
  subject: (count) => `New notifications: ${count}`,
  somebody: 'Somebody',
  kinds: {
    mention: (name) => `${name} mentioned you`,
    reply: (name) => `${name} replied`,
    comment: (name) => `${name} commented on your change request`,
    review_requested: (name) => `${name} asks for your review`,
    approved: (name) => `${name} approved the change request`,
    changes_requested: (name) => `${name} requests changes`,
    merged: (name) => `${name} merged your change request`,
    conflict: () => 'Your change request has conflicts',
    job_failed: () => 'A synchronisation or a translation failed',
  },
  more: (count) => `And ${count} more.`,
  preferences: 'Choose which mails you get',
}
