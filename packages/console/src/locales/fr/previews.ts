/** Links that show a change request to people without an account. */
export const previews = {
  title: 'Partager un aperçu',
  explanation:
    'Toute personne ayant un lien voit cet espace dans un site, avec les changements de cette demande. Aucun compte n’est nécessaire, et rien d’autre n’est visible.',
  site: 'Site',
  ends: 'Fin',
  inDays: (days: number) => (days === 1 ? 'Dans un jour' : `Dans ${days} jours`),
  endsAt: (date: string) => `prend fin ${date}`,
  create: 'Créer et copier le lien',
  copied: 'Le lien est copié.',
  copyLink: (name: string) => `Copier le lien : ${name}`,
  endLink: (name: string) => `Mettre fin au lien : ${name}`,
  noSite: 'Aucun site n’affiche encore cet espace. Ajoutez-le d’abord à un site.',
} as const
