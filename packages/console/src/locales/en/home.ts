export const home = {
  title: 'Home',
  newSpace: 'New space',
  importContent: 'Import',
  waitingForReview: 'Waiting for your review',
  yourChangeRequests: 'Your change requests',
  recentSpaces: 'Recently changed',
  noSpacesTitle: 'Begin with a space',
  noSpacesText:
    'A space holds the pages of one product or one subject. Import what you have, start with a template, or with an empty one.',
  noSpacesForReaders: 'There is no space yet that you may see. Somebody with the creator role can make one.',
  nothingWaiting: 'Nothing waits for your review.',
  noDrafts: 'You have no open change requests.',
  changed: (when: string) => `changed ${when}`,
} as const
