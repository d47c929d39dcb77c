/** Publishing a site: who reads what, and what to mend before. */
export const sitePublish = {
  title: 'Publication',
  whoReads: 'Qui peut le lire',
  whoWillRead: 'Qui pourra le lire',
  changeAudience: 'Changer qui peut le lire',
  whatIsReadNow: 'On lit les pages fusionnées de ces espaces :',
  checklist: 'Liste de contrôle',
  checklistText: 'Ce qu’il faut corriger avant que les lecteurs le voient. Vous pouvez publier quand même.',
  toChecklist: 'Voir d’abord la liste de contrôle',
  linksFine: 'Chaque lien mène quelque part',
  linksBroken: (count: number) => `Liens qui ne mènent nulle part : ${count}`,
  titlesFine: 'Chaque page a un titre',
  titlesMissing: (count: number) => `Pages sans titre : ${count}`,
  descriptionsFine: 'Chaque page a une description',
  descriptionsMissing: (count: number) => `Pages sans description : ${count}`,
  colorsFine: 'Les couleurs se lisent bien',
  colorsHard: (count: number) => `Couleurs difficiles à lire : ${count}`,
  more: (count: number) => `Et ${count} de plus`,
  unchecked: (count: number) => `Espaces non vérifiés : ${count}`,
  unpublishText:
    'Les lecteurs obtiennent « introuvable » aussitôt. Vous pouvez le publier de nouveau à tout moment.',
  inSpace: (name: string, count: number) => `${name}: ${count}`,
  whoReadsNow: {
    public: 'Tout le monde sur Internet peut le lire, et les moteurs de recherche le trouvent.',
    unlisted:
      'Toute personne qui connaît l’adresse peut le lire. Les moteurs de recherche sont priés de l’ignorer.',
    'share-link': 'Seules les personnes avec un de ses liens de partage peuvent le lire.',
    'visitor-auth':
      'Seuls les visiteurs que votre propre connexion envoie avec un jeton signé peuvent le lire.',
  },
} as const
