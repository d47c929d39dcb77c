export const changeRequests = {
  title: 'Change requests',
  emptyTitle: 'No change requests yet',
  emptyText: 'A change request holds edits until somebody has looked at them.',
  status: { draft: 'Draft', open: 'In review', archived: 'Archived', merged: 'Merged' },
} as const
