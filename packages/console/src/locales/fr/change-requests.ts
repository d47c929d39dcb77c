export const changeRequests = {
  title: 'Demandes de modification',
  changeRequest: 'Demande de modification',
  newOne: 'Nouvelle demande de modification',
  status: { draft: 'Brouillon', open: 'En relecture', archived: 'Archivée', merged: 'Fusionnée' },
  filters: {
    label: 'Quelles demandes de modification',
    open: 'En relecture',
    draft: 'Brouillons',
    mine: 'Les miennes',
    waiting: 'En attente de ma part',
    merged: 'Fusionnées',
    archived: 'Archivées',
  },
  empty: {
    open: 'Rien n’est en relecture',
    draft: 'Il n’y a pas de brouillon',
    mine: 'Vous n’avez aucune demande de modification ouverte',
    waiting: 'Rien n’attend votre relecture',
    merged: 'Rien n’a encore été fusionné',
    archived: 'Rien n’est archivé',
  },
  emptyText:
    'Une demande de modification garde les modifications jusqu’à ce que quelqu’un les ait regardées.',

  edit: 'Modifier',
  readOnlySpace: 'Pages',
  write: 'Écrire',
  changes: 'Modifications',
  review: 'Relecture',
  tabs: 'Parties de la demande de modification',
  actions: 'Actions',
  subject: 'Objet',
  renameSubject: (subject: string) => `Modifier l’objet : ${subject}`,
  toSpace: 'Revenir à l’espace',
  submitForReview: 'Demander une relecture',
  backToDraft: 'Remettre en brouillon',
  archive: 'Archiver',
  archived: 'La demande de modification est archivée.',
  reopen: 'Rouvrir',
  updateFromSpace: 'Mettre à jour depuis l’espace',
  updated: 'La demande de modification contient les nouveautés de l’espace.',
  updatedWithConflicts: (count: number) =>
    count === 1
      ? 'Un conflit est apparu. Il est signalé dans sa page.'
      : `${count} conflits sont apparus. Ils sont signalés dans leurs pages.`,
  merge: 'Fusionner',
  merged: (subject: string) => `« ${subject} » est fusionnée.`,
  sharePreview: 'Partager un aperçu…',
  undoMerge: 'Annuler cette fusion',
  undoTitle: (subject: string) => `Annuler la fusion de « ${subject} » ?`,
  undoText:
    'Une demande de modification est créée pour annuler ce que cette fusion a changé. Ce qui a été modifié depuis est conservé. Rien ne change pour les lecteurs tant que vous ne la fusionnez pas.',
  undoSubject: (subject: string) => `Annuler ${subject}`,
  undoConflicts: (count: number) =>
    count === 1
      ? 'Un endroit a de nouveau été modifié depuis la fusion. Vérifiez-le avant de fusionner.'
      : `${count} endroits ont de nouveau été modifiés depuis la fusion. Vérifiez-les avant de fusionner.`,
  openSpace: 'Ouvrir l’espace',
  notMerged: 'Fusion impossible : il y a des conflits.',
  showConflicts: 'Les afficher',
  unsavedBlocksMerge:
    'Fusion impossible : la page n’est pas encore enregistrée. Attendez qu’elle le soit, puis fusionnez.',
  reviewersSummary: (approved: number, all: number) => `${approved} sur ${all} ont approuvé`,
  noReviewers: 'Aucun relecteur',
} as const
