/** The links of a space. */
export const links = {
  title: 'Links',
  broken: 'Defekt',
  all: 'Alle',
  which: 'Welche Links angezeigt werden',
  noBroken: 'Kein Link ist defekt',
  noBrokenText: 'Jeder Link auf eine Seite, eine Datei oder einen Space führt zu einem Ziel.',
  none: 'Es gibt noch keine Links',
  noneText: 'Links in den Seiten dieses Space stehen hier mit ihrem Ziel.',
  gone: 'Etwas, das es nicht gibt',
  on: 'Auf',
  places: (count: number) => (count === 1 ? '1 Stelle' : `${count} Stellen`),
} as const
