export const home = {
  title: 'Start',
  newSpace: 'Neuer Space',
  importContent: 'Importieren',
  waitingForReview: 'Warten auf Ihre Prüfung',
  yourChangeRequests: 'Ihre Änderungsanfragen',
  recentSpaces: 'Kürzlich geändert',
  noSpacesTitle: 'Mit einem Space beginnen',
  noSpacesText:
    'Ein Space enthält die Seiten zu einem Produkt oder Thema. Importieren Sie Vorhandenes oder beginnen Sie mit einer Vorlage oder einem leeren Space.',
  noSpacesForReaders:
    'Es gibt noch keinen Space, den Sie sehen dürfen. Wer die Rolle „Ersteller“ hat, kann einen erstellen.',
  nothingWaiting: 'Nichts wartet auf Ihre Prüfung.',
  noDrafts: 'Sie haben keine offenen Änderungsanfragen.',
  changed: (when: string) => `geändert: ${when}`,
} as const
