/** What search engines and assistants get of a site. */
export const siteMachines = {
  title: 'Busca e assistentes',
  notPublished: 'Publique primeiro o site: seus endereços para máquinas ficarão aqui.',
  engines: 'Buscadores',
  indexed: 'Buscadores podem mostrar as páginas deste site.',
  notIndexed: 'Pede-se aos buscadores que ignorem este site. Escolha “Todos” em Público para ser encontrado.',
  descriptions: 'Eles mostram o título e a descrição da página. Escreva descrições ao editar a página.',
  assistants: 'Assistentes',
  offer: 'Oferecer as páginas a assistentes',
  offerHelp: 'Como llms.txt e por MCP.',
  needsProof: 'Assistentes precisam da mesma prova que leitores: este site não é aberto a todos.',
  mcp: 'Endereço para MCP',
  mcpHelp: 'Adicione-o a um cliente MCP pelo comando ou no arquivo de configurações:',
  embedding: 'Em outros sites',
  embedOrigins: 'Sites que podem mostrar este site em um quadro',
  embedOriginsHelp:
    'Um por linha, como https://www.example.com ou https://*.example.com. Sem nenhum, ninguém pode.',
  wrongOrigin: (line: string) => `“${line}” não é o endereço de um site.`,
  embeddingNeedsProof:
    'Quem precisa de uma prova não pode dá-la no quadro de outro site: ali só aparecem sites abertos a todos ou a quem tem o endereço.',
  embeddingCode: 'Esses sites o mostram com isto:',
} as const
