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
  mergeCanceled: {
    canceled: (name) => `${name} a annulé la fusion prévue`,
    archived: (name) => `Pas fusionné comme prévu : ${name} a archivé la demande de modification`,
    permission: () => 'Pas fusionné comme prévu : la personne qui l’avait prévu ne peut plus fusionner',
    changes: () => 'Pas fusionné comme prévu : il n’y avait rien à fusionner',
    approval: () =>
      'Pas fusionné comme prévu : une personne qui ne peut pas fusionner a modifié le contenu depuis, et personne ne l’a approuvé',
    rules: () => 'Pas fusionné comme prévu : les règles de fusion ne sont pas respectées',
    conflicts: () => 'Pas fusionné comme prévu : il y a des conflits avec l’espace',
  },
  more: (count) => `Et ${count} de plus.`,
  preferences: 'Choisir les e-mails que vous recevez',
}
