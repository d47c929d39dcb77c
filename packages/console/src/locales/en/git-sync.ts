/** The keys and the runs of a space's repository. */
export const gitSync = {
  keys: 'SSH keys',
  keysHelp:
    'For a repository over ssh, make a key here and add its public half to the repository: on GitHub and GitLab as a deploy key, with the right to write if you export.',
  keysNone: 'This space has no key.',
  keysFull: 'A space has at most three keys. Delete one to make another.',
  createKey: 'Make a key',
  publicKey: 'Public half',
  keyMade: (when: string) => `Made ${when}`,
  deleteKey: 'Delete key',
  deleteKeyFor: (fingerprint: string) => `Delete key ${fingerprint}`,
  deleteKeyTitle: 'Delete this key?',
  deleteKeyText: 'Verso can no longer open repositories with it. It cannot be brought back.',
  keyDeleted: 'The key was deleted.',
  runs: 'Last runs',
  runsNone: 'Nothing has run in the last 30 days.',
  conflict: 'Git and the space changed the same lines',
  conflictText:
    'Nothing of the space was replaced. Both sides are in a change request: merge or archive it to settle the conflict. Commits that come meanwhile are added to it.',
  openConflict: 'Open the change request',
  skipped: 'What was left aside',
} as const
