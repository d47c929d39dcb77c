/** What one should know of. */
export const notifications = {
  emptyTitle: 'Nothing new for you',
  emptyText:
    'When somebody mentions you, replies, asks for your review, or merges what is yours, it is listed here. So are synchronisations and translations that failed.',
  nothingUnread: 'You have read everything.',
  filter: 'Show',
  all: 'Everything',
  onlyUnread: 'Only unread',
  markAllRead: 'Mark all as read',
  markRead: 'Mark as read',
  markUnread: 'Mark as unread',
  unread: 'Unread:',
  somebody: 'Somebody',
  kinds: {
    mention: (name: string) => `${name} mentioned you`,
    reply: (name: string) => `${name} replied`,
    comment: (name: string) => `${name} commented on your change request`,
    review_requested: (name: string) => `${name} asks for your review`,
    approved: (name: string) => `${name} approved the change request`,
    changes_requested: (name: string) => `${name} requests changes`,
    merged: (name: string) => `${name} merged your change request`,
    conflict: () => 'Your change request has conflicts',
    job_failed: () => 'A synchronisation or a translation failed',
  },
  mergeCanceled: {
    canceled: (name: string) => `${name} canceled the planned merge`,
    archived: (name: string) => `Not merged as planned: ${name} archived the change request`,
    permission: () => 'Not merged as planned: whoever planned it may not merge any more',
    changes: () => 'Not merged as planned: there was nothing to merge',
    approval: () =>
      'Not merged as planned: it was changed since by somebody who may not merge, and nobody has approved that',
    rules: () => 'Not merged as planned: the merge rules are not met',
    conflicts: () => 'Not merged as planned: there are conflicts with the space',
  },
  preferences: 'Preferences',
  preferencesText:
    'What concerns you is always listed in the console. Here you choose when you also get a mail about what you have not read.',
  mail: 'Mails about notifications',
  mails: {
    immediate: { label: 'At once', help: 'One mail as soon as something happens.' },
    daily: { label: 'Once a day', help: 'One mail in the morning with everything of the day.' },
    never: { label: 'Never', help: 'Only in the console.' },
  },
  mailSaved: 'Your choice is saved.',
  noMailTitle: 'This installation sends no mails',
  noMailText: 'Your choice counts as soon as a mail server is set.',
}
