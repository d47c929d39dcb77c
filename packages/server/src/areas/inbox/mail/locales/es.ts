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
  mergeCanceled: {
    canceled: (name) => `${name} ha cancelado la fusión prevista`,
    archived: (name) =>
      `No se ha fusionado como estaba previsto: ${name} ha archivado la solicitud de cambios`,
    permission: () => 'No se ha fusionado como estaba previsto: quien lo planeó ya no puede fusionar',
    changes: () => 'No se ha fusionado como estaba previsto: no había nada que fusionar',
    approval: () =>
      'No se ha fusionado como estaba previsto: alguien que no puede fusionar lo ha cambiado desde entonces y nadie lo ha aprobado',
    rules: () => 'No se ha fusionado como estaba previsto: no se cumplen las reglas de fusión',
    conflicts: () => 'No se ha fusionado como estaba previsto: hay conflictos con el espacio',
  },
  more: (count) => `Y ${count} más.`,
  preferences: 'Elegir qué correos recibes',
}
