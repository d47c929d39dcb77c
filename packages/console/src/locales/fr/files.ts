/** The files of a space. */
export const files = {
  title: 'Fichiers',
  find: 'Trouver un fichier',
  nothingFound: 'Aucun fichier ne porte ce nom.',
  emptyTitle: 'Cet espace n’a pas de fichier',
  emptyText:
    'Les images et autres fichiers viennent d’une importation, de Git, ou sont ajoutés à une page pendant l’écriture.',
  open: (name: string) => `Ouvrir ${name}`,
  uses: 'Où il est utilisé',
  unused: 'Aucune page ne l’utilise.',
} as const
