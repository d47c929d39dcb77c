/** Publishing a site: who reads what, and what to mend before. */
export const sitePublish = {
  title: 'Veröffentlichung',
  whoReads: 'Wer sie lesen kann',
  whoWillRead: 'Wer sie lesen können wird',
  changeAudience: 'Ändern, wer sie lesen kann',
  whatIsReadNow: 'Gelesen werden die zusammengeführten Seiten dieser Spaces:',
  checklist: 'Checkliste',
  checklistText: 'Was zu beheben ist, bevor Leser es sehen. Veröffentlichen können Sie trotzdem.',
  toChecklist: 'Zuerst die Checkliste ansehen',
  linksFine: 'Jeder Link führt zu einem Ziel',
  linksBroken: (count: number) => `Links ohne Ziel: ${count}`,
  titlesFine: 'Jede Seite hat einen Titel',
  titlesMissing: (count: number) => `Seiten ohne Titel: ${count}`,
  descriptionsFine: 'Jede Seite hat eine Beschreibung',
  descriptionsMissing: (count: number) => `Seiten ohne Beschreibung: ${count}`,
  colorsFine: 'Die Farben sind gut lesbar',
  colorsHard: (count: number) => `Schwer lesbare Farben: ${count}`,
  more: (count: number) => `Und ${count} weitere`,
  unchecked: (count: number) => `Nicht geprüfte Spaces: ${count}`,
  unpublishText: 'Leser erhalten sofort „nicht gefunden“. Sie können sie jederzeit wieder veröffentlichen.',
  inSpace: (name: string, count: number) => `${name}: ${count}`,
  whoReadsNow: {
    public: 'Alle im Internet können sie lesen, und Suchmaschinen finden sie.',
    unlisted:
      'Alle, die die Adresse kennen, können sie lesen. Suchmaschinen werden gebeten, sie auszulassen.',
    'share-link': 'Nur Leute mit einem ihrer Freigabelinks können sie lesen.',
    'visitor-auth':
      'Nur Besucher, die Ihre eigene Anmeldung mit einem signierten Token schickt, können sie lesen.',
  },
} as const
