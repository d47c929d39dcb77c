/** The history of a page. */
export const pageHistory = {
  title: 'Page history',
  emptyTitle: 'This page has no history of its own',
  emptyText:
    'It is made from a source such as an OpenAPI spec. When the source changes, the history of the space says so.',
  created: 'Page created',
  deleted: 'Page deleted',
  text: 'Text changed',
  settings: 'Settings changed',
  renamed: (before: string, after: string) => `Renamed from “${before}” to “${after}”`,
  moved: (before: string, after: string) => `Moved from ${before} to ${after}`,
  topLevel: 'the top level',
  reordered: 'Moved among its neighbours',
  compare: 'What changed',
  open: 'Page as it was',
  commit: 'Commit',
  changeRequest: (number: number) => `Change request #${number}`,
  restoreTitle: (when: string) => `Restore the page of ${when}?`,
  restoreText:
    'A change request is made that brings back the text, title and settings of the page; it stays where it is. Nothing changes for readers until you merge it.',
  restoreSubject: (page: string, when: string) => `Restore “${page}” of ${when}`,
  former: (when: string) => `The page as it was on ${when}.`,
  openCurrent: 'Page as it is now',
  blame: 'Who wrote what',
  noLinesTitle: 'This page has no text of its own',
  noLinesText: 'Lines are listed here once somebody has written some.',
  lines: (from: number, to: number) => (from === to ? `Line ${from}` : `Lines ${from} to ${to}`),
} as const
