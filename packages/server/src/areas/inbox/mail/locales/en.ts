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
  mergeCanceled: {
    canceled: (name) => `${name} canceled the planned merge`,
    archived: (name) => `Not merged as planned: ${name} archived the change request`,
    permission: () => 'Not merged as planned: whoever planned it may not merge any more',
    changes: () => 'Not merged as planned: there was nothing to merge',
    approval: () =>
      'Not merged as planned: it was changed since by somebody who may not merge, and nobody has approved that',
    rules: () => 'Not merged as planned: the merge rules are not met',
    conflicts: () => 'Not merged as planned: there are conflicts with the space',
  },
  more: (count) => `And ${count} more.`,
  preferences: 'Choose which mails you get',
}
