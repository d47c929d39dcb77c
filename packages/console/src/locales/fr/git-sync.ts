/** The keys and the runs of a space's repository. */
export const gitSync = {
  keys: 'Clés SSH',
  keysHelp:
    'Pour un dépôt par SSH, créez une clé ici et ajoutez sa moitié publique au dépôt : sur GitHub et GitLab comme clé de déploiement, avec le droit d’écriture si vous exportez.',
  keysNone: 'Cet espace n’a pas de clé.',
  keysFull: 'Un espace a au plus trois clés. Supprimez-en une pour en créer une autre.',
  createKey: 'Créer une clé',
  publicKey: 'Moitié publique',
  keyMade: (when: string) => `Créée ${when}`,
  deleteKey: 'Supprimer la clé',
  deleteKeyFor: (fingerprint: string) => `Supprimer la clé ${fingerprint}`,
  deleteKeyTitle: 'Supprimer cette clé ?',
  deleteKeyText: 'Verso ne pourra plus ouvrir de dépôts avec elle. Elle ne peut pas être restaurée.',
  keyDeleted: 'La clé a été supprimée.',
  runs: 'Dernières exécutions',
  runsNone: 'Rien n’a été exécuté ces 30 derniers jours.',
  conflict: 'Git et l’espace ont modifié les mêmes lignes',
  conflictText:
    'Rien n’a été remplacé dans l’espace. Les deux versions sont dans une demande de modification : fusionnez-la ou archivez-la pour régler le conflit. Les commits suivants y sont ajoutés.',
  openConflict: 'Ouvrir la demande de modification',
  skipped: 'Ce qui a été laissé de côté',
} as const
