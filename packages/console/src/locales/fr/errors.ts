/** What is said when something does not work. */
export const errors = {
  network: 'Le serveur est injoignable. Vérifiez votre connexion et réessayez.',
  loadFailed: 'Le chargement a échoué.',
  request: (id: string) => `Requête ${id}`,
  notFoundTitle: 'Il n’y a rien ici, ou vous ne pouvez pas le voir',
  notFoundText:
    'L’adresse est peut-être fausse, le contenu a peut-être été supprimé, ou il vous faut un accès. Un administrateur peut vous le donner.',
  toHome: 'Aller à la page d’accueil',
  crashedTitle: 'Cet écran a rencontré une erreur',
  crashedText: 'Votre travail est en sécurité sur le serveur. Rechargez la page pour continuer.',
  reload: 'Recharger',
  offline: 'Vous êtes hors ligne. Ce que vous faites sera envoyé au retour de la connexion.',
  notAllowed: 'Vous n’avez pas le rôle nécessaire.',
} as const
