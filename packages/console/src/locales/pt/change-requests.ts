export const changeRequests = {
  title: 'Solicitações de alteração',
  changeRequest: 'Solicitação de alteração',
  newOne: 'Nova solicitação de alteração',
  status: { draft: 'Rascunho', open: 'Em revisão', archived: 'Arquivada', merged: 'Mesclada' },
  filters: {
    label: 'Quais solicitações de alteração',
    open: 'Em revisão',
    draft: 'Rascunhos',
    mine: 'Minhas',
    waiting: 'Aguardam por mim',
    merged: 'Mescladas',
    archived: 'Arquivadas',
  },
  empty: {
    open: 'Nada está em revisão',
    draft: 'Não há rascunhos',
    mine: 'Você não tem solicitações de alteração abertas',
    waiting: 'Nada aguarda a sua revisão',
    merged: 'Nada foi mesclado ainda',
    archived: 'Nada está arquivado',
  },
  emptyText: 'Uma solicitação de alteração guarda as edições até que alguém as tenha revisado.',

  edit: 'Editar',
  readOnlySpace: 'Páginas',
  write: 'Escrever',
  changes: 'Alterações',
  review: 'Revisão',
  tabs: 'Partes da solicitação de alteração',
  actions: 'Ações',
  subject: 'Assunto',
  renameSubject: (subject: string) => `Alterar o assunto: ${subject}`,
  toSpace: 'Voltar ao espaço',
  submitForReview: 'Pedir revisão',
  backToDraft: 'Voltar a rascunho',
  archive: 'Arquivar',
  archived: 'A solicitação de alteração foi arquivada.',
  reopen: 'Reabrir',
  updateFromSpace: 'Atualizar a partir do espaço',
  updated: 'A solicitação de alteração já tem o que há de novo no espaço.',
  updatedWithConflicts: (count: number) =>
    count === 1
      ? 'Há um novo conflito. Ele está marcado na página.'
      : `Há ${count} novos conflitos. Eles estão marcados nas páginas.`,
  merge: 'Mesclar',
  merged: (subject: string) => `“${subject}” foi mesclada.`,
  sharePreview: 'Compartilhar uma prévia…',
  undoMerge: 'Desfazer esta mesclagem',
  undoTitle: (subject: string) => `Desfazer a mesclagem de “${subject}”?`,
  undoText:
    'É criada uma solicitação de alteração que desfaz o que esta mesclagem mudou. O que foi alterado depois permanece. Nada muda para os leitores até que você a mescle.',
  undoSubject: (subject: string) => `Desfazer ${subject}`,
  undoConflicts: (count: number) =>
    count === 1
      ? 'Um lugar foi alterado de novo depois da mesclagem. Verifique-o antes de mesclar.'
      : `${count} lugares foram alterados de novo depois da mesclagem. Verifique-os antes de mesclar.`,
  openSpace: 'Abrir o espaço',
  notMerged: 'Não foi mesclada: há conflitos.',
  showConflicts: 'Mostrar',
  unsavedBlocksMerge:
    'Não foi mesclada: a página ainda não está salva. Espere até que seja salva e depois mescle.',
  reviewersSummary: (approved: number, all: number) =>
    approved === 1 ? `${approved} de ${all} aprovou` : `${approved} de ${all} aprovaram`,
  noReviewers: 'Sem revisores',
} as const
