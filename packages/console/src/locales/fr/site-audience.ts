/** Who can read a site. */
export const siteAudience = {
  title: 'Public',
  visibilities: {
    public: 'Tout le monde',
    unlisted: 'Toute personne ayant l’adresse',
    'share-link': 'Avec un lien de partage',
    'visitor-auth': 'Visiteurs connectés chez vous',
  },
  opensAtOnce: 'Le site est publié : davantage de personnes pourront le lire dès l’enregistrement.',
  shareLinks: 'Liens de partage',
  shareLinksText:
    'Qui en a un lit le site tant qu’il se lit par lien de partage. Désactivez-en un, et il n’ouvre plus rien.',
  linkName: 'Nom du lien',
  linkNamePlaceholder: 'Par exemple : Partenaires',
  createLink: 'Créer le lien',
  isActive: (name: string) => `${name} ouvre le site`,
  copyLink: (name: string) => `Copier l’adresse de ${name}`,
  deleteLink: (name: string) => `Supprimer ${name}`,
  signIn: 'Votre propre connexion',
  signInText:
    'Votre serveur signe un jeton avec cette clé et envoie le visiteur sur le site. Ce que dit le jeton décide de ce qu’il voit.',
  key: 'Clé',
  replaceKey: 'Remplacer la clé',
  replaceKeyText:
    'Les jetons signés avec l’ancienne clé sont refusés aussitôt. Placez ensuite la nouvelle clé dans votre serveur.',
  fallback: 'Envoyer les visiteurs sans jeton vers',
  fallbackHelp: 'L’adresse de votre connexion. Vide affiche une page qui demande de se connecter.',
  code: 'Code pour votre serveur (Node.js)',
  token: 'Tester un jeton',
  tokenHelp: 'Il reste dans ce navigateur.',
  testToken: 'Tester',
  tokenValid: 'Le jeton est correct et n’expire pas.',
  tokenValidUntil: (when: string) => `Le jeton est correct jusqu’au ${when}.`,
  tokenExpired: (when: string) => `Le jeton a expiré le ${when}. Signez-en un nouveau ou repoussez « exp ».`,
  tokenBroken: 'Ce n’est pas un JWT. Un JWT a trois parties séparées par des points.',
  tokenAlgorithm: 'Le jeton n’est pas signé avec HS256. Le site n’accepte que HS256.',
  tokenKey: 'Le jeton a été signé avec une autre clé. Utilisez celle ci-dessus.',
} as const
