/** The links of a space. */
export const links = {
  title: 'Liens',
  broken: 'Rompus',
  all: 'Tous',
  which: 'Quels liens sont affichés',
  noBroken: 'Aucun lien n’est rompu',
  noBrokenText: 'Chaque lien vers une page, un fichier ou un espace mène quelque part.',
  none: 'Il n’y a pas encore de liens',
  noneText: 'Les liens des pages de cet espace sont listés ici avec leur destination.',
  gone: 'Quelque chose qui n’existe pas',
  on: 'Sur',
  places: (count: number) => (count < 2 ? `${count} endroit` : `${count} endroits`),
} as const
