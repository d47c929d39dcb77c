/** Work in the background. */
export const jobs = {
  title: 'Tâches',
  emptyTitle: 'Rien n’a encore été exécuté',
  emptyText:
    'Les importations, la synchronisation Git, les traductions et les autres tâches longues figurent ici avec leur avancement.',
  noMatch: 'Aucune tâche n’est dans cet état.',
  any: 'Tous les états',
  status: {
    pending: 'En attente',
    running: 'En cours',
    completed: 'Terminée',
    failed: 'Échouée',
    canceled: 'Annulée',
  },
  filter: 'État',
  progress: (done: string, total: string) => `${done} sur ${total}`,
  retry: 'Relancer',
  cancel: 'Annuler',
  retryFor: (name: string) => `Relancer ${name}`,
  cancelFor: (name: string) => `Annuler ${name}`,
  retried: 'Elle est relancée, comme nouvelle tâche.',
  attempts: (count: number) => `Tentative ${count}`,
} as const
