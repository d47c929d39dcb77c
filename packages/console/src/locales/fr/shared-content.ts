/** What pages of a space share: texts that are included, and variables. */
export const shared = {
  reusable: 'Contenu réutilisable',
  title: 'Contenu réutilisable et variables',
  variables: 'Variables',
  addReusable: 'Nouveau contenu réutilisable',
  editReusable: 'Modifier le contenu réutilisable',
  noReusable: 'Pas encore de contenu réutilisable',
  noReusableText:
    'Un texte dont beaucoup de pages ont besoin est écrit une fois et inclus dans chacune. Quand il change, il change partout.',
  noText: 'Il n’a pas encore de texte.',
  uses: 'Inclus dans',
  noUses: 'Aucune page ne l’inclut.',
  name: 'Nom',
  text: 'Texte',
  textHelp: 'Du Markdown, comme dans une page.',
  propose: 'Créer une demande de modification',
  proposeHelp: 'Les lecteurs voient la modification quand la demande est fusionnée.',
  subject: (name: string) => `Modifier ${name}`,
  deleteSubject: (name: string) => `Supprimer ${name}`,
  deleteTitle: (name: string) => `Supprimer « ${name} » ?`,
  deleteText:
    'Les pages qui l’incluent ne montrent rien à sa place. Les lecteurs voient la modification quand la demande est fusionnée.',
  proposeDeletion: 'Supprimer par une demande de modification',
  addVariable: 'Nouvelle variable',
  editVariable: 'Modifier la variable',
  noVariables: 'Pas encore de variables',
  noVariablesText:
    'Une valeur que beaucoup de pages citent, comme une version ou une adresse, est gardée ici une fois.',
  nameHelp: 'Lettres, chiffres et tirets bas ; pas de chiffre au début.',
  value: 'Valeur',
} as const
