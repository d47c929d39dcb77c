export const spaces = {
  space: 'Space',
  pages: 'Pages',
  hidden: 'Hidden',
  edit: 'Edit',
  onThisPage: 'On this page',
  emptyTitle: 'This space has no pages yet',
  emptyText: 'Import what you have, or write the first page in a change request.',
  changed: (when: string) => `Changed ${when}`,
} as const
