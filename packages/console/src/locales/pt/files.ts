export const files = {
  title: 'Arquivos',
  find: 'Buscar um arquivo',
  nothingFound: 'Nenhum arquivo tem este nome.',
  emptyTitle: 'Este espaço não tem arquivos',
  emptyText:
    'Imagens e outros arquivos chegam com uma importação, do Git ou quando são adicionados a uma página durante a escrita.',
  open: (name: string) => `Abrir ${name}`,
  uses: 'Onde é usado',
  unused: 'Nenhuma página o usa.',
} as const
