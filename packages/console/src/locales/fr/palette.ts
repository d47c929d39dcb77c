/** The command palette and the list of keys. */
export const palette = {
  open: 'Rechercher ou lancer une commande',
  placeholder: 'Rechercher des pages, des espaces et des commandes',
  results: 'Résultats',
  nothingFound: 'Aucun résultat. Essayez d’autres mots.',
  incomplete: 'De nouvelles pages sont encore en cours d’indexation. Il y aura plus de résultats plus tard.',
  commands: 'Commandes',
  spaces: 'Espaces',
  pages: 'Pages',
  walkTree: 'Parcourir un arbre',
  openRow: 'Déplier et replier une ligne d’un arbre',
  moveRow: 'Déplacer une page ou un espace',
  closeAny: 'Fermer ce qui est ouvert',
} as const
