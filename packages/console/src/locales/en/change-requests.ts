export const changeRequests = {
  title: 'Change requests',
  changeRequest: 'Change request',
  newOne: 'New change request',
  status: { draft: 'Draft', open: 'In review', archived: 'Archived', merged: 'Merged' },
  filters: {
    label: 'Which change requests',
    open: 'In review',
    draft: 'Drafts',
    mine: 'Mine',
    waiting: 'Waiting for me',
    merged: 'Merged',
    archived: 'Archived',
  },
  empty: {
    open: 'Nothing is in review',
    draft: 'There are no drafts',
    mine: 'You have no open change requests',
    waiting: 'Nothing waits for your review',
    merged: 'Nothing was merged yet',
    archived: 'Nothing is archived',
  },
  emptyText: 'A change request holds edits until somebody has looked at them.',

  edit: 'Edit',
  readOnlySpace: 'Pages',
  write: 'Write',
  changes: 'Changes',
  review: 'Review',
  tabs: 'Parts of the change request',
  actions: 'Actions',
  subject: 'Subject',
  renameSubject: (subject: string) => `Change the subject: ${subject}`,
  toSpace: 'Back to the space',
  submitForReview: 'Ask for review',
  backToDraft: 'Back to draft',
  archive: 'Archive',
  archived: 'The change request is archived.',
  reopen: 'Reopen',
  updateFromSpace: 'Update from the space',
  updated: 'The change request has what is new in the space.',
  updatedWithConflicts: (count: number) =>
    count === 1
      ? 'One conflict came in. It is marked in its page.'
      : `${count} conflicts came in. They are marked in their pages.`,
  merge: 'Merge',
  merged: (subject: string) => `“${subject}” is merged.`,
  sharePreview: 'Share a preview…',
  undoMerge: 'Undo this merge',
  undoTitle: (subject: string) => `Undo the merge of “${subject}”?`,
  undoText:
    'A change request is made that takes back what this merge changed. What was changed since stays. Nothing changes for readers until you merge it.',
  undoSubject: (subject: string) => `Undo ${subject}`,
  undoConflicts: (count: number) =>
    count === 1
      ? 'One place was changed again since the merge. Look at it before you merge.'
      : `${count} places were changed again since the merge. Look at them before you merge.`,
  openSpace: 'Open the space',
  notMerged: 'Not merged: there are conflicts.',
  showConflicts: 'Show them',
  unsavedBlocksMerge: 'Not merged: the page is not saved yet. Wait until it is saved, then merge.',
  reviewersSummary: (approved: number, all: number) => `${approved} of ${all} approved`,
  noReviewers: 'No reviewers',
} as const
