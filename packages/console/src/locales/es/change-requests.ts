export const changeRequests = {
  title: 'Solicitudes de cambios',
  changeRequest: 'Solicitud de cambios',
  newOne: 'Nueva solicitud de cambios',
  status: { draft: 'Borrador', open: 'En revisión', archived: 'Archivada', merged: 'Fusionada' },
  filters: {
    label: 'Qué solicitudes de cambios',
    open: 'En revisión',
    draft: 'Borradores',
    mine: 'Mías',
    waiting: 'Me esperan',
    merged: 'Fusionadas',
    archived: 'Archivadas',
  },
  empty: {
    open: 'No hay nada en revisión',
    draft: 'No hay borradores',
    mine: 'No tiene solicitudes de cambios abiertas',
    waiting: 'Nada espera su revisión',
    merged: 'Aún no se ha fusionado nada',
    archived: 'No hay nada archivado',
  },
  emptyText: 'Una solicitud de cambios guarda las ediciones hasta que alguien las haya revisado.',

  edit: 'Editar',
  readOnlySpace: 'Páginas',
  write: 'Escribir',
  changes: 'Cambios',
  review: 'Revisión',
  tabs: 'Partes de la solicitud de cambios',
  actions: 'Acciones',
  subject: 'Asunto',
  renameSubject: (subject: string) => `Cambiar el asunto: ${subject}`,
  toSpace: 'Volver al espacio',
  submitForReview: 'Pedir revisión',
  backToDraft: 'Volver a borrador',
  archive: 'Archivar',
  archived: 'Se archivó la solicitud de cambios.',
  reopen: 'Reabrir',
  updateFromSpace: 'Actualizar desde el espacio',
  updated: 'La solicitud de cambios ya tiene lo nuevo del espacio.',
  updatedWithConflicts: (count: number) =>
    count === 1
      ? 'Hay un conflicto nuevo. Está marcado en su página.'
      : `Hay ${count} conflictos nuevos. Están marcados en sus páginas.`,
  merge: 'Fusionar',
  merged: (subject: string) => `Se fusionó “${subject}”.`,
  sharePreview: 'Compartir una vista previa…',
  undoMerge: 'Deshacer esta fusión',
  undoTitle: (subject: string) => `¿Deshacer la fusión de «${subject}»?`,
  undoText:
    'Se crea una solicitud de cambios que revierte lo que cambió esta fusión. Lo que se cambió después se conserva. Nada cambia para los lectores hasta que usted la fusione.',
  undoSubject: (subject: string) => `Deshacer ${subject}`,
  undoConflicts: (count: number) =>
    count === 1
      ? 'Un lugar volvió a cambiarse después de la fusión. Revíselo antes de fusionar.'
      : `${count} lugares volvieron a cambiarse después de la fusión. Revíselos antes de fusionar.`,
  openSpace: 'Abrir el espacio',
  notMerged: 'No se fusionó: hay conflictos.',
  showConflicts: 'Mostrarlos',
  unsavedBlocksMerge:
    'No se fusionó: la página aún no está guardada. Espere a que se guarde y después fusione.',
  reviewersSummary: (approved: number, all: number) =>
    approved === 1 ? `${approved} de ${all} aprobó` : `${approved} de ${all} aprobaron`,
  noReviewers: 'Sin revisores',
} as const
