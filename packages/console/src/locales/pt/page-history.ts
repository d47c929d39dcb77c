/** The history of a page. */
export const pageHistory = {
  title: 'Histórico da página',
  emptyTitle: 'Esta página não tem histórico próprio',
  emptyText:
    'Ela é gerada a partir de uma fonte, como uma especificação OpenAPI. Quando a fonte muda, o histórico do espaço informa.',
  created: 'Página criada',
  deleted: 'Página excluída',
  text: 'Texto alterado',
  settings: 'Configurações alteradas',
  renamed: (before: string, after: string) => `Renomeada de “${before}” para “${after}”`,
  moved: (before: string, after: string) => `Movida de ${before} para ${after}`,
  topLevel: 'o primeiro nível',
  reordered: 'Movida entre as vizinhas',
  compare: 'Mostrar as alterações',
  open: 'Página como era',
  commit: 'Commit',
  changeRequest: (number: number) => `Solicitação de alteração nº ${number}`,
  restoreTitle: (when: string) => `Restaurar a página de ${when}?`,
  restoreText:
    'É criada uma solicitação de alteração que traz de volta o texto, o título e as configurações da página, que continua no seu lugar. Nada muda para os leitores até que você a mescle.',
  restoreSubject: (page: string, when: string) => `Restaurar “${page}” de ${when}`,
  former: (when: string) => `A página como era em ${when}.`,
  openCurrent: 'Página como é agora',
  blame: 'Quem escreveu o quê',
  noLinesTitle: 'Esta página não tem texto próprio',
  noLinesText: 'As linhas aparecem aqui assim que alguém escrever alguma.',
  lines: (from: number, to: number) => (from === to ? `Linha ${from}` : `Linhas ${from} a ${to}`),
} as const
