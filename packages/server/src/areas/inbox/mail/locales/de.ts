import type { NotificationMailTexts } from './texts.ts'

export const deNotificationMail: NotificationMailTexts = {
  subject: (count) => `Neue Mitteilungen: ${count}`,
  somebody: 'Jemand',
  kinds: {
    mention: (name) => `${name} hat Sie erwähnt`,
    reply: (name) => `${name} hat geantwortet`,
    comment: (name) => `${name} hat Ihren Änderungsantrag kommentiert`,
    review_requested: (name) => `${name} bittet um Ihre Prüfung`,
    approved: (name) => `${name} hat den Änderungsantrag freigegeben`,
    changes_requested: (name) => `${name} verlangt Änderungen`,
    merged: (name) => `${name} hat Ihren Änderungsantrag zusammengeführt`,
    conflict: () => 'Ihr Änderungsantrag hat Konflikte',
    job_failed: () => 'Ein Abgleich oder eine Übersetzung ist gescheitert',
  },
  mergeCanceled: {
    canceled: (name) => `${name} hat die geplante Zusammenführung abgesagt`,
    archived: (name) => `Nicht wie geplant zusammengeführt: ${name} hat den Änderungsantrag archiviert`,
    permission: () => 'Nicht wie geplant zusammengeführt: Wer es geplant hat, darf nicht mehr zusammenführen',
    changes: () => 'Nicht wie geplant zusammengeführt: Es gab nichts zusammenzuführen',
    approval: () =>
      'Nicht wie geplant zusammengeführt: Jemand, der nicht zusammenführen darf, hat seitdem etwas geändert, und niemand hat das freigegeben',
    rules: () => 'Nicht wie geplant zusammengeführt: Die Regeln sind nicht erfüllt',
    conflicts: () => 'Nicht wie geplant zusammengeführt: Es gibt Konflikte mit dem Space',
  },
  more: (count) => `Und ${count} weitere.`,
  preferences: 'Wählen, welche E-Mails Sie bekommen',
}
