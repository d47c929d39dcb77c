/** The repository of a space or a site: keys, runs, previews, pushes. */
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
  urlHelp:
    'Par exemple https://github.com/fernwall/docs.git. Pour un dépôt privé, ajoutez un nom et un jeton d’accès : https://nom:jeton@github.com/…',
  urlWrong: 'L’adresse doit commencer par https://, http:// ou ssh://.',
  preview: 'Aperçu',
  previewTitles: { import: 'Ce que l’importation changerait', export: 'Ce que l’exportation changerait' },
  previewRunning: 'Lecture du dépôt en cours. Rien n’est écrit.',
  previewFailed: 'Il n’y a pas d’aperçu',
  previewCanceled: 'Un autre aperçu de cet espace a été lancé entre-temps.',
  previewNothing: 'Rien ne changerait. L’espace et le dépôt sont seulement reliés.',
  previewCounts: (added: string, changed: string, removed: string) =>
    `Ajouts : ${added}, modifications : ${changed}, suppressions : ${removed}`,
  previewChanges: { remove: 'Supprimé', change: 'Modifié', add: 'Ajouté' },
  previewKinds: {
    page: 'Page',
    file: 'Fichier',
    'reusable-content': 'Contenu réutilisable',
    variable: 'Variable',
  },
  previewMore: (count: string) => `et ${count} de plus`,
  previewSkipped: (count: string) => `Ce qui serait laissé de côté (${count})`,
  previewNewBranch: 'La branche n’existe pas encore. L’exportation la crée.',
  previewHistory: 'Ce que l’espace contient maintenant reste dans son historique.',
  webhookRenew: 'Nouveau secret',
  webhookSecretOnce: 'Copiez le secret maintenant. Il ne sera plus affiché.',
  webhookWhere:
    'Sur GitHub : Settings → Webhooks, avec le type de contenu application/json. Sur GitLab : Settings → Webhooks, avec le secret comme jeton secret. Seul l’événement push est nécessaire.',
  webhookUrlHelp:
    'Pour un dépôt privé, avec un nom et un jeton d’accès : https://nom:jeton@… Verso les conserve, chiffrés, jusqu’à la désactivation du webhook.',
  siteNone: 'Ce site n’est relié à aucun dépôt',
  siteNoneText:
    'Gardez la structure du site et les pages de tous ses espaces dans un seul dépôt : un fichier gitbook-docs.yaml dit de quoi le site se compose, et chaque espace a un dossier.',
  siteImportHelp:
    'Le site devient ce que dit gitbook-docs.yaml (ou docs.yaml) du dépôt. Les espaces qu’il n’a pas encore sont créés.',
  siteExportHelp:
    'La structure du site et les pages de tous ses espaces sont écrites dans la branche, en un seul commit. Les autres fichiers restent.',
  siteText:
    'La structure de ce site et les pages de tous ses espaces sont synchronisées avec lui. En SSH, les clés de ses espaces sont utilisées.',
  siteEnd: 'Mettre fin à la synchronisation',
  siteEndTitle: 'Mettre fin à la synchronisation ?',
  siteEndText:
    'Le site, ses espaces et le dépôt restent tels quels. Reliés à nouveau, ils recommencent sans savoir ce qu’ils avaient en commun.',
  siteEnded: 'Le site n’est plus synchronisé.',
} as const
