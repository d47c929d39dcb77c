import type { NotificationMailTexts } from './texts.ts'

export const frNotificationMail: NotificationMailTexts = {
  subject: (count) => `Nouvelles notifications : ${count}`,
  somebody: 'Quelqu’un',
  kinds: {
    mention: (name) => `${name} vous a mentionné`,
    reply: (name) => `${name} a répondu`,
    comment: (name) => `${name} a commenté votre demande de modification`,
    review_requested: (name) => `${name} demande votre relecture`,
    approved: (name) => `${name} a approuvé la demande de modification`,
    changes_requested: (name) => `${name} demande des modifications`,
    merged: (name) => `${name} a fusionné votre demande de modification`,
    conflict: () => 'Votre demande de modification a des conflits',
    job_failed: () => 'Une synchronisation ou une traduction a échoué',
  },
  more: (count) => `Et ${count} de plus.`,
  preferences: 'Choisir les e-mails que vous recevez',
}
