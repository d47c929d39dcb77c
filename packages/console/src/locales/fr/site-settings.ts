/** The settings of a site: its name, its people, its end. */
export const siteSettings = {
  access: 'Qui peut voir et modifier ce site',
  levelInherit: 'Comme dans l’organisation',
  defaultLevelHelp:
    'Pour les personnes de l’organisation, ici dans la console. Qui lit le site publié se règle sous Public.',
  givenText:
    'Rôles donnés sur ce site. Ils valent aussi pour ses espaces, si ceux-ci ne disent rien d’autre.',
  noneGiven: 'Aucun rôle n’a été donné sur ce site.',
  deleteSite: 'Supprimer le site',
  deleteText:
    'Les lecteurs obtiennent « introuvable » aussitôt. La structure, l’apparence, les redirections et les liens de partage sont perdus. Les espaces et leurs pages restent.',
  deleteTitle: (name: string) => `Supprimer ${name} ?`,
  deleted: (name: string) => `${name} est supprimé.`,
} as const
