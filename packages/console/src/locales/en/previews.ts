/** Links that show a change request to people without an account. */
export const previews = {
  title: 'Share a preview',
  explanation:
    'Whoever has a link sees this space in a site, with the changes of this change request. They need no account and see nothing else.',
  site: 'Site',
  ends: 'Ends',
  inDays: (days: number) => (days === 1 ? 'In a day' : `In ${days} days`),
  endsAt: (date: string) => `ends ${date}`,
  create: 'Create and copy link',
  copied: 'The link is copied.',
  copyLink: (name: string) => `Copy the link: ${name}`,
  endLink: (name: string) => `End the link: ${name}`,
  noSite: 'No site shows this space yet. Add it to a site first.',
} as const
