import type { NotificationMailTexts } from './texts.ts'

export const esNotificationMail: NotificationMailTexts = {
  subject: (count) => `Notificaciones nuevas: ${count}`,
  somebody: 'Alguien',
  kinds: {
    mention: (name) => `${name} te ha mencionado`,
    reply: (name) => `${name} ha respondido`,
    comment: (name) => `${name} ha comentado tu solicitud de cambios`,
    review_requested: (name) => `${name} pide tu revisión`,
    approved: (name) => `${name} ha aprobado la solicitud de cambios`,
    changes_requested: (name) => `${name} pide cambios`,
    merged: (name) => `${name} ha fusionado tu solicitud de cambios`,
    conflict: () => 'Tu solicitud de cambios tiene conflictos',
    job_failed: () => 'Ha fallado una sincronización o una traducción',
  },
  more: (count) => `Y ${count} más.`,
  preferences: 'Elegir qué correos recibes',
}
