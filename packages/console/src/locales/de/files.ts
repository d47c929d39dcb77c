/** The files of a space. */
export const files = {
  title: 'Dateien',
  find: 'Datei suchen',
  nothingFound: 'Keine Datei hat diesen Namen.',
  emptyTitle: 'Dieser Space hat keine Dateien',
  emptyText:
    'Bilder und andere Dateien kommen mit einem Import, aus Git oder werden beim Schreiben einer Seite hinzugefügt.',
  open: (name: string) => `${name} öffnen`,
  uses: 'Verwendet in',
  unused: 'Keine Seite verwendet sie.',
} as const
