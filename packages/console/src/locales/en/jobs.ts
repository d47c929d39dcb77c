/** Work in the background. */
export const jobs = {
  title: 'Jobs',
  emptyTitle: 'Nothing has run yet',
  emptyText:
    'Imports, Git synchronisation, translations and other long work are listed here with their progress.',
  noMatch: 'No job has this state.',
  any: 'Any state',
  status: {
    pending: 'Waiting',
    running: 'Running',
    completed: 'Done',
    failed: 'Failed',
    canceled: 'Cancelled',
  },
  filter: 'State',
  progress: (done: string, total: string) => `${done} of ${total}`,
  retry: 'Run again',
  cancel: 'Cancel',
  retryFor: (name: string) => `Run again: ${name}`,
  cancelFor: (name: string) => `Cancel ${name}`,
  retried: 'It runs again, as a new job.',
  attempts: (count: number) => `Attempt ${count}`,
} as const
