/** Work in the background. */
export const jobs = {
  title: 'Vorgänge',
  emptyTitle: 'Noch nichts ist gelaufen',
  emptyText:
    'Importe, Git-Synchronisierung, Übersetzungen und andere lange Vorgänge stehen hier mit ihrem Fortschritt.',
  noMatch: 'Kein Vorgang hat diesen Status.',
  any: 'Jeder Status',
  status: {
    pending: 'Wartet',
    running: 'Läuft',
    completed: 'Fertig',
    failed: 'Fehlgeschlagen',
    canceled: 'Abgebrochen',
  },
  filter: 'Status',
  progress: (done: string, total: string) => `${done} von ${total}`,
  retry: 'Erneut ausführen',
  cancel: 'Abbrechen',
  retryFor: (name: string) => `${name} erneut ausführen`,
  cancelFor: (name: string) => `${name} abbrechen`,
  retried: 'Er läuft erneut, als neuer Vorgang.',
  attempts: (count: number) => `Versuch ${count}`,
} as const
