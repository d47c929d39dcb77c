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
  embedding: '다른 웹사이트에서',
  embedOrigins: '이 사이트를 프레임에 표시할 수 있는 웹사이트',
  embedOriginsHelp:
    '한 줄에 하나씩, 예: https://www.example.com 또는 https://*.example.com. 없으면 어디에서도 표시할 수 없습니다.',
  wrongOrigin: (line: string) => `‘${line}’은(는) 웹사이트 주소가 아닙니다.`,
  embeddingNeedsProof:
    '증명이 필요한 독자는 다른 웹사이트의 프레임에서 증명할 수 없습니다. 모두에게 또는 주소를 아는 모두에게 열린 사이트만 표시됩니다.',
  embeddingCode: '그 웹사이트에서는 다음과 같이 표시합니다:',
} as const
