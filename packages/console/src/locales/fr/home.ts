export const home = {
  title: 'Accueil',
  newSpace: 'Nouvel espace',
  importContent: 'Importer',
  waitingForReview: 'En attente de votre relecture',
  yourChangeRequests: 'Vos demandes de modification',
  recentSpaces: 'Modifiés récemment',
  noSpacesTitle: 'Commencez par un espace',
  noSpacesText:
    'Un espace contient les pages d’un produit ou d’un sujet. Importez ce que vous avez, ou commencez par un modèle ou un espace vide.',
  noSpacesForReaders:
    'Il n’y a pas encore d’espace que vous pouvez voir. Une personne qui a le rôle de créateur peut en créer un.',
  nothingWaiting: 'Rien n’attend votre relecture.',
  noDrafts: 'Vous n’avez aucune demande de modification ouverte.',
  changed: (when: string) => `modification : ${when}`,
} as const
