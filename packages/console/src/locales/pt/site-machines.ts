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
} as const
