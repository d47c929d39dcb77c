/** What is said when something does not work. */
export const errors = {
  network: 'The server cannot be reached. Check your connection and try again.',
  loadFailed: 'This could not be loaded.',
  request: (id: string) => `Request ${id}`,
  notFoundTitle: 'There is nothing here, or it is not yours to see',
  notFoundText:
    'The address may be wrong, the content may have been deleted, or you may need access to it. An administrator can give it to you.',
  toHome: 'Go to the start page',
  crashedTitle: 'This screen failed',
  crashedText: 'Your work is safe on the server. Reload the page to go on.',
  reload: 'Reload',
  offline: 'You are offline. What you do now is sent when the connection is back.',
  notAllowed: 'You do not have the role that this needs.',
} as const
