/** The links of a space. */
export const links = {
  title: 'Links',
  broken: 'Broken',
  all: 'All',
  which: 'Which links are shown',
  noBroken: 'No link is broken',
  noBrokenText: 'Every link to a page, a file or a space leads somewhere.',
  none: 'There are no links yet',
  noneText: 'Links in the pages of this space are listed here with where they lead.',
  gone: 'Something that does not exist',
  on: 'On',
  places: (count: number) => (count === 1 ? '1 place' : `${count} places`),
} as const
