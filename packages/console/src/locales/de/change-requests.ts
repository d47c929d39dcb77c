export const changeRequests = {
  title: 'Änderungsanfragen',
  changeRequest: 'Änderungsanfrage',
  newOne: 'Neue Änderungsanfrage',
  status: { draft: 'Entwurf', open: 'In Prüfung', archived: 'Archiviert', merged: 'Zusammengeführt' },
  filters: {
    label: 'Welche Änderungsanfragen',
    open: 'In Prüfung',
    draft: 'Entwürfe',
    mine: 'Meine',
    waiting: 'Warten auf mich',
    merged: 'Zusammengeführt',
    archived: 'Archiviert',
  },
  empty: {
    open: 'Nichts ist in Prüfung',
    draft: 'Es gibt keine Entwürfe',
    mine: 'Sie haben keine offenen Änderungsanfragen',
    waiting: 'Nichts wartet auf Ihre Prüfung',
    merged: 'Noch nichts wurde zusammengeführt',
    archived: 'Nichts ist archiviert',
  },
  emptyText: 'Eine Änderungsanfrage sammelt Änderungen, bis jemand sie angesehen hat.',

  edit: 'Bearbeiten',
  readOnlySpace: 'Seiten',
  write: 'Schreiben',
  changes: 'Änderungen',
  review: 'Prüfung',
  tabs: 'Teile der Änderungsanfrage',
  actions: 'Aktionen',
  subject: 'Betreff',
  renameSubject: (subject: string) => `Betreff ändern: ${subject}`,
  toSpace: 'Zurück zum Space',
  submitForReview: 'Prüfung anfordern',
  backToDraft: 'Zurück zum Entwurf',
  archive: 'Archivieren',
  archived: 'Die Änderungsanfrage wurde archiviert.',
  reopen: 'Wieder öffnen',
  updateFromSpace: 'Aus dem Space aktualisieren',
  updated: 'Die Änderungsanfrage enthält jetzt, was im Space neu ist.',
  updatedWithConflicts: (count: number) =>
    count === 1
      ? 'Ein Konflikt ist hinzugekommen. Er ist in seiner Seite markiert.'
      : `${count} Konflikte sind hinzugekommen. Sie sind in ihren Seiten markiert.`,
  merge: 'Zusammenführen',
  merged: (subject: string) => `„${subject}“ wurde zusammengeführt.`,
  sharePreview: 'Vorschau teilen…',
  undoMerge: 'Diese Zusammenführung rückgängig machen',
  undoTitle: (subject: string) => `Die Zusammenführung von „${subject}“ rückgängig machen?`,
  undoText:
    'Eine Änderungsanfrage wird erstellt, die zurücknimmt, was diese Zusammenführung geändert hat. Was seitdem geändert wurde, bleibt. Für Leser ändert sich nichts, bis Sie sie zusammenführen.',
  undoSubject: (subject: string) => `${subject} rückgängig machen`,
  undoConflicts: (count: number) =>
    count === 1
      ? 'Eine Stelle wurde seit der Zusammenführung noch einmal geändert. Sehen Sie sie an, bevor Sie zusammenführen.'
      : `${count} Stellen wurden seit der Zusammenführung noch einmal geändert. Sehen Sie sie an, bevor Sie zusammenführen.`,
  openSpace: 'Space öffnen',
  notMerged: 'Nicht zusammengeführt: Es gibt Konflikte.',
  showConflicts: 'Anzeigen',
  unsavedBlocksMerge:
    'Nicht zusammengeführt: Die Seite ist noch nicht gespeichert. Warten Sie, bis sie gespeichert ist, und führen Sie dann zusammen.',
  reviewersSummary: (approved: number, all: number) => `${approved} von ${all} genehmigt`,
  noReviewers: 'Niemand prüft',
} as const
