/** The settings of a site: its name, its people, its end. */
export const siteSettings = {
  access: 'Who can see and edit this site',
  levelInherit: 'As in the organization',
  defaultLevelHelp:
    'About the people of the organization, here in the console. Who reads the published site is under Audience.',
  givenText:
    'Roles that were given on this site. They count for its spaces too, where those say nothing else.',
  noneGiven: 'No role was given on this site itself.',
  deleteSite: 'Delete the site',
  deleteText:
    'Readers get “not found” at once. Its structure, look, redirects and share links are lost. Its spaces and their pages stay.',
  deleteTitle: (name: string) => `Delete ${name}?`,
  deleted: (name: string) => `${name} is deleted.`,
} as const
