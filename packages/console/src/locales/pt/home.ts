export const home = {
  title: 'Início',
  newSpace: 'Novo espaço',
  importContent: 'Importar',
  waitingForReview: 'Aguardam a sua revisão',
  yourChangeRequests: 'Suas solicitações de alteração',
  recentSpaces: 'Alterados recentemente',
  noSpacesTitle: 'Comece com um espaço',
  noSpacesText:
    'Um espaço contém as páginas de um produto ou de um assunto. Importe o que você já tem, ou comece com um modelo ou com um espaço vazio.',
  noSpacesForReaders:
    'Ainda não há nenhum espaço que você possa ver. Alguém com a função de criador pode criar um.',
  nothingWaiting: 'Nada aguarda a sua revisão.',
  noDrafts: 'Você não tem solicitações de alteração abertas.',
  changed: (when: string) => `alterado ${when}`,
} as const
