/** What one should know of. */
export const notifications = {
  emptyTitle: 'Nichts Neues für Sie',
  emptyText:
    'Wenn jemand Sie erwähnt, antwortet, um Ihre Prüfung bittet oder etwas von Ihnen zusammenführt, steht es hier. Ebenso gescheiterte Abgleiche und Übersetzungen.',
  nothingUnread: 'Sie haben alles gelesen.',
  filter: 'Anzeigen',
  all: 'Alles',
  onlyUnread: 'Nur ungelesene',
  markAllRead: 'Alle als gelesen markieren',
  markRead: 'Als gelesen markieren',
  markUnread: 'Als ungelesen markieren',
  unread: 'Ungelesen:',
  somebody: 'Jemand',
  kinds: {
    mention: (name: string) => `${name} hat Sie erwähnt`,
    reply: (name: string) => `${name} hat geantwortet`,
    comment: (name: string) => `${name} hat Ihren Änderungsantrag kommentiert`,
    review_requested: (name: string) => `${name} bittet um Ihre Prüfung`,
    approved: (name: string) => `${name} hat den Änderungsantrag freigegeben`,
    changes_requested: (name: string) => `${name} verlangt Änderungen`,
    merged: (name: string) => `${name} hat Ihren Änderungsantrag zusammengeführt`,
    conflict: () => 'Ihr Änderungsantrag hat Konflikte',
    job_failed: () => 'Ein Abgleich oder eine Übersetzung ist gescheitert',
  },
  mergeCanceled: {
    canceled: (name: string) => `${name} hat die geplante Zusammenführung abgesagt`,
    archived: (name: string) =>
      `Nicht wie geplant zusammengeführt: ${name} hat den Änderungsantrag archiviert`,
    permission: () => 'Nicht wie geplant zusammengeführt: Wer es geplant hat, darf nicht mehr zusammenführen',
    changes: () => 'Nicht wie geplant zusammengeführt: Es gab nichts zusammenzuführen',
    approval: () =>
      'Nicht wie geplant zusammengeführt: Jemand, der nicht zusammenführen darf, hat seitdem etwas geändert, und niemand hat das freigegeben',
    rules: () => 'Nicht wie geplant zusammengeführt: Die Regeln sind nicht erfüllt',
    conflicts: () => 'Nicht wie geplant zusammengeführt: Es gibt Konflikte mit dem Space',
  },
  preferences: 'Einstellungen',
  preferencesText:
    'Was Sie betrifft, steht immer in der Konsole. Hier wählen Sie, wann Sie auch eine E-Mail über Ungelesenes bekommen.',
  mail: 'E-Mails über Mitteilungen',
  mails: {
    immediate: { label: 'Sofort', help: 'Eine E-Mail, sobald etwas geschieht.' },
    daily: { label: 'Einmal am Tag', help: 'Eine E-Mail am Morgen mit allem vom Tag.' },
    never: { label: 'Nie', help: 'Nur in der Konsole.' },
  },
  mailSaved: 'Ihre Wahl ist gespeichert.',
  noMailTitle: 'Diese Installation verschickt keine E-Mails',
  noMailText: 'Ihre Wahl gilt, sobald ein Mailserver eingestellt ist.',
}
