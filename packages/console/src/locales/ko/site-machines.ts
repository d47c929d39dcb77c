/** What search engines and assistants get of a site. */
export const siteMachines = {
  title: '검색과 도우미',
  notPublished: '먼저 사이트를 게시하세요. 그러면 기계용 주소가 여기에 나타납니다.',
  engines: '검색 엔진',
  indexed: '검색 엔진이 이 사이트의 페이지를 보여 줄 수 있습니다.',
  notIndexed: '검색 엔진에 제외를 요청합니다. 찾을 수 있게 하려면 독자에서 “모든 사람”을 고르세요.',
  descriptions: '페이지의 제목과 설명을 보여 줍니다. 설명은 페이지를 편집할 때 쓰세요.',
  assistants: '도우미',
  offer: '도우미에게 페이지 제공',
  offerHelp: 'llms.txt와 MCP로 제공합니다.',
  needsProof: '도우미도 독자와 같은 증명이 필요합니다. 이 사이트는 모두에게 열려 있지 않습니다.',
  mcp: 'MCP 주소',
  mcpHelp: 'MCP 클라이언트에 명령이나 설정 파일로 추가하세요:',
} as const
