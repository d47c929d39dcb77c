/** Merging later. */
export const plannedMerges = {
  menu: 'More ways to merge',
  mergeWhenReady: 'Merge when ready',
  mergeWhenReadyNote: 'As soon as the rules are met and there is no conflict',
  mergeAtTime: 'Merge at a time…',
  timeTitle: 'Merge at a time',
  timeText:
    'It is merged in your name, if the rules are met then and there is no conflict. Otherwise it stays as it is, and you are told why.',
  time: 'Date and time',
  timeZone: (zone: string) => `In your time zone: ${zone}`,
  wrongTime: 'Choose a time in the future, within a year.',
  plan: 'Plan the merge',
  cancel: 'Cancel planned merge',
  canceled: 'The planned merge is canceled.',
  unsaved: 'Not planned: the page is not saved yet. Wait until it is saved, then try again.',
  whenReady: 'Merge planned: when ready',
  atTime: (time: string) => `Merge planned: ${time}`,
  plannedBy: (name: string, when: string) => `${name} planned it ${when}.`,
  waitingFor: {
    changes: 'It waits for something to merge.',
    approval: 'It waits for an approval: somebody who may not merge has changed it since.',
    rules: 'It waits for the merge rules.',
    conflicts: 'It waits until the conflicts are solved.',
  },
} as const
