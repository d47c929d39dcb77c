/** The repository of a space or a site: keys, runs, previews, pushes. */
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
  urlHelp:
    'For example https://github.com/fernwall/docs.git. For a private one add a name and an access token: https://name:token@github.com/…',
  urlWrong: 'The address must begin with https://, http:// or ssh://.',
  preview: 'Preview',
  previewTitles: { import: 'What the import would change', export: 'What the export would change' },
  previewRunning: 'The repository is being read. Nothing is written.',
  previewFailed: 'There is no preview',
  previewCanceled: 'Another preview of this space was started meanwhile.',
  previewNothing: 'Nothing would change. The space and the repository are only connected.',
  previewCounts: (added: string, changed: string, removed: string) =>
    `${added} added, ${changed} changed, ${removed} removed`,
  previewChanges: { remove: 'Removed', change: 'Changed', add: 'Added' },
  previewKinds: { page: 'Page', file: 'File', 'reusable-content': 'Reusable content', variable: 'Variable' },
  previewMore: (count: string) => `and ${count} more`,
  previewSkipped: (count: string) => `What would be left aside (${count})`,
  previewNewBranch: 'The branch does not exist yet. The export creates it.',
  previewHistory: 'What the space has now stays in its history.',
  webhookRenew: 'New secret',
  webhookSecretOnce: 'Copy the secret now. It is not shown again.',
  webhookWhere:
    'On GitHub: Settings → Webhooks, with the content type application/json. On GitLab: Settings → Webhooks, with the secret as the secret token. Pushes are the only event that is needed.',
  webhookUrlHelp:
    'For a private repository with a name and an access token: https://name:token@… Verso keeps them, encrypted, until the webhook is turned off.',
  siteNone: 'This site is not connected to a repository',
  siteNoneText:
    'Keep the structure of the site and the pages of all its spaces in one repository: a file gitbook-docs.yaml says what the site consists of, and each space has a folder.',
  siteImportHelp:
    'The site becomes what gitbook-docs.yaml (or docs.yaml) of the repository says. Spaces that it does not have yet are created.',
  siteExportHelp:
    'The structure of the site and the pages of all its spaces are written into the branch, as one commit. Other files stay.',
  siteText:
    'The structure of this site and the pages of all its spaces are synchronised with it. Over ssh, the keys of its spaces are used.',
  siteEnd: 'End the synchronisation',
  siteEndTitle: 'End the synchronisation?',
  siteEndText:
    'The site, its spaces and the repository stay as they are. Connected again, they begin anew, without knowing what they had in common.',
  siteEnded: 'The site is no longer synchronised.',
} as const
