/** The files of a space. */
export const files = {
  title: 'Files',
  find: 'Find a file',
  nothingFound: 'No file has this name.',
  emptyTitle: 'This space has no files',
  emptyText:
    'Pictures and other files come with an import, from Git, or are added to a page while it is written.',
  open: (name: string) => `Open ${name}`,
  uses: 'Where it is used',
  unused: 'No page uses it.',
} as const
