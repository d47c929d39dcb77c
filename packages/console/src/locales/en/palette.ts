/** The command palette and the list of keys. */
export const palette = {
  open: 'Search or run a command',
  placeholder: 'Search pages, spaces and commands',
  results: 'Results',
  nothingFound: 'Nothing was found. Try other words.',
  incomplete: 'New pages are still being indexed. More will be found later.',
  commands: 'Commands',
  spaces: 'Spaces',
  pages: 'Pages',
  walkTree: 'Walk through a tree',
  openRow: 'Open and close a row of a tree',
  moveRow: 'Move a page or a space',
  closeAny: 'Close what is open',
} as const
