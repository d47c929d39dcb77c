export const palette = {
  open: 'Buscar ou executar um comando',
  placeholder: 'Buscar páginas, espaços e comandos',
  results: 'Resultados',
  nothingFound: 'Nada foi encontrado. Tente outras palavras.',
  incomplete: 'Páginas novas ainda estão a ser indexadas. Mais tarde haverá mais resultados.',
  commands: 'Comandos',
  spaces: 'Espaços',
  pages: 'Páginas',
  walkTree: 'Percorrer uma árvore',
  openRow: 'Abrir e fechar uma linha de uma árvore',
  moveRow: 'Mover uma página ou um espaço',
  closeAny: 'Fechar o que está aberto',
} as const
