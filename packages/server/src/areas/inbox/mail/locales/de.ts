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
  more: (count) => `Und ${count} weitere.`,
  preferences: 'Wählen, welche E-Mails Sie bekommen',
}
