/** Links that show a change request to people without an account. */
export const previews = {
  title: 'Compartilhar uma prévia',
  explanation:
    'Quem tiver um link vê este espaço em um site, com as mudanças desta solicitação. Não precisa de conta e não vê mais nada.',
  site: 'Site',
  ends: 'Termina',
  inDays: (days: number) => (days === 1 ? 'Em um dia' : `Em ${days} dias`),
  endsAt: (date: string) => `termina ${date}`,
  create: 'Criar e copiar link',
  copied: 'O link foi copiado.',
  copyLink: (name: string) => `Copiar o link: ${name}`,
  endLink: (name: string) => `Encerrar o link: ${name}`,
  noSite: 'Nenhum site mostra este espaço ainda. Adicione-o primeiro a um site.',
} as const
