/** What one should know of. */
export const notifications = {
  emptyTitle: 'Nada nuevo para usted',
  emptyText:
    'Cuando alguien te menciona, responde, pide tu revisión o fusiona algo tuyo, aparece aquí. También las sincronizaciones y traducciones que fallaron.',
  nothingUnread: 'Lo has leído todo.',
  filter: 'Mostrar',
  all: 'Todo',
  onlyUnread: 'Solo no leídas',
  markAllRead: 'Marcar todo como leído',
  markRead: 'Marcar como leída',
  markUnread: 'Marcar como no leída',
  unread: 'No leída:',
  somebody: 'Alguien',
  kinds: {
    mention: (name: string) => `${name} le ha mencionado`,
    reply: (name: string) => `${name} ha respondido`,
    comment: (name: string) => `${name} ha comentado su solicitud de cambio`,
    review_requested: (name: string) => `${name} pide su revisión`,
    approved: (name: string) => `${name} ha aprobado la solicitud de cambios`,
    changes_requested: (name: string) => `${name} pide cambios`,
    merged: (name: string) => `${name} ha fusionado su solicitud de cambio`,
    conflict: () => 'Su solicitud de cambio tiene conflictos',
    job_failed: () => 'Ha fallado una sincronización o una traducción',
  },
  mergeCanceled: {
    canceled: (name: string) => `${name} ha cancelado la fusión prevista`,
    archived: (name: string) =>
      `No se ha fusionado como estaba previsto: ${name} ha archivado la solicitud de cambios`,
    permission: () => 'No se ha fusionado como estaba previsto: quien lo planeó ya no puede fusionar',
    changes: () => 'No se ha fusionado como estaba previsto: no había nada que fusionar',
    approval: () =>
      'No se ha fusionado como estaba previsto: alguien que no puede fusionar lo ha cambiado desde entonces y nadie lo ha aprobado',
    rules: () => 'No se ha fusionado como estaba previsto: no se cumplen las reglas de fusión',
    conflicts: () => 'No se ha fusionado como estaba previsto: hay conflictos con el espacio',
  },
  preferences: 'Preferencias',
  preferencesText:
    'Lo que te concierne siempre aparece en la consola. Aquí eliges cuándo recibes además un correo sobre lo que no has leído.',
  mail: 'Correos sobre notificaciones',
  mails: {
    immediate: { label: 'Al momento', help: 'Un correo en cuanto ocurre algo.' },
    daily: { label: 'Una vez al día', help: 'Un correo por la mañana con todo lo del día.' },
    never: { label: 'Nunca', help: 'Solo en la consola.' },
  },
  mailSaved: 'Tu elección se ha guardado.',
  noMailTitle: 'Esta instalación no envía correos',
  noMailText: 'Tu elección contará en cuanto se configure un servidor de correo.',
}
