/** The history of a page. */
export const pageHistory = {
  title: 'Historique de la page',
  emptyTitle: 'Cette page n’a pas d’historique propre',
  emptyText:
    'Elle est produite à partir d’une source, comme une spécification OpenAPI. Quand la source change, l’historique de l’espace le dit.',
  created: 'Page créée',
  deleted: 'Page supprimée',
  text: 'Texte modifié',
  settings: 'Paramètres modifiés',
  renamed: (before: string, after: string) => `Renommée de « ${before} » en « ${after} »`,
  moved: (before: string, after: string) => `Déplacée de ${before} vers ${after}`,
  topLevel: 'le premier niveau',
  reordered: 'Déplacée parmi ses voisines',
  compare: 'Voir les changements',
  open: 'Page telle qu’elle était',
  commit: 'Commit',
  changeRequest: (number: number) => `Demande de modification nº ${number}`,
  restoreTitle: (when: string) => `Restaurer la page du ${when} ?`,
  restoreText:
    'Une demande de modification est créée pour rétablir le texte, le titre et les paramètres de la page, qui reste à sa place. Rien ne change pour les lecteurs tant que vous ne la fusionnez pas.',
  restoreSubject: (page: string, when: string) => `Restaurer « ${page} » du ${when}`,
  former: (when: string) => `La page telle qu’elle était le ${when}.`,
  openCurrent: 'Page telle qu’elle est maintenant',
  blame: 'Qui a écrit quoi',
  noLinesTitle: 'Cette page n’a pas de texte propre',
  noLinesText: 'Les lignes apparaissent ici dès que quelqu’un en a écrit.',
  lines: (from: number, to: number) => (from === to ? `Ligne ${from}` : `Lignes ${from} à ${to}`),
} as const
