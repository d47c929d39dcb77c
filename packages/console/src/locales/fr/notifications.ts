/** What one should know of. */
export const notifications = {
  emptyTitle: 'Rien de nouveau pour vous',
  emptyText:
    'Quand quelqu’un vous mentionne, répond, demande votre relecture ou fusionne ce qui est à vous, c’est listé ici. Les synchronisations et traductions échouées aussi.',
  nothingUnread: 'Vous avez tout lu.',
  filter: 'Afficher',
  all: 'Tout',
  onlyUnread: 'Non lues seulement',
  markAllRead: 'Tout marquer comme lu',
  markRead: 'Marquer comme lu',
  markUnread: 'Marquer comme non lu',
  unread: 'Non lu :',
  somebody: 'Quelqu’un',
  kinds: {
    mention: (name: string) => `${name} vous a mentionné`,
    reply: (name: string) => `${name} a répondu`,
    comment: (name: string) => `${name} a commenté votre demande de modification`,
    review_requested: (name: string) => `${name} demande votre relecture`,
    approved: (name: string) => `${name} a approuvé la demande de modification`,
    changes_requested: (name: string) => `${name} demande des modifications`,
    merged: (name: string) => `${name} a fusionné votre demande de modification`,
    conflict: () => 'Votre demande de modification a des conflits',
    job_failed: () => 'Une synchronisation ou une traduction a échoué',
  },
  mergeCanceled: {
    canceled: (name: string) => `${name} a annulé la fusion prévue`,
    archived: (name: string) => `Pas fusionné comme prévu : ${name} a archivé la demande de modification`,
    permission: () => 'Pas fusionné comme prévu : la personne qui l’avait prévu ne peut plus fusionner',
    changes: () => 'Pas fusionné comme prévu : il n’y avait rien à fusionner',
    approval: () =>
      'Pas fusionné comme prévu : une personne qui ne peut pas fusionner a modifié le contenu depuis, et personne ne l’a approuvé',
    rules: () => 'Pas fusionné comme prévu : les règles de fusion ne sont pas respectées',
    conflicts: () => 'Pas fusionné comme prévu : il y a des conflits avec l’espace',
  },
  preferences: 'Préférences',
  preferencesText:
    'Ce qui vous concerne est toujours listé dans la console. Choisissez ici quand vous recevez aussi un e-mail sur ce que vous n’avez pas lu.',
  mail: 'E-mails sur les notifications',
  mails: {
    immediate: { label: 'Tout de suite', help: 'Un e-mail dès que quelque chose se passe.' },
    daily: { label: 'Une fois par jour', help: 'Un e-mail le matin avec tout ce qui s’est passé.' },
    never: { label: 'Jamais', help: 'Seulement dans la console.' },
  },
  mailSaved: 'Votre choix est enregistré.',
  noMailTitle: 'Cette installation n’envoie pas d’e-mails',
  noMailText: 'Votre choix comptera dès qu’un serveur de messagerie sera configuré.',
}
