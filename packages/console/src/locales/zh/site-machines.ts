/** What search engines and assistants get of a site. */
export const siteMachines = {
  title: '搜索与助手',
  notPublished: '请先发布站点，随后此处会显示面向机器的地址。',
  engines: '搜索引擎',
  indexed: '搜索引擎可以展示此站点的页面。',
  notIndexed: '已要求搜索引擎不收录此站点。若要被找到，请在“受众”中选择“所有人”。',
  descriptions: '它们显示页面的标题和说明。请在编辑页面时填写说明。',
  assistants: '助手',
  offer: '向助手提供页面',
  offerHelp: '通过 llms.txt 和 MCP。',
  needsProof: '助手需要与读者相同的凭证：此站点并非对所有人开放。',
  mcp: 'MCP 地址',
  mcpHelp: '通过命令或设置文件将其添加到 MCP 客户端：',
  embedding: '在其他网站中',
  embedOrigins: '可以在框架中显示此网站的网站',
  embedOriginsHelp: '每行一个，例如 https://www.example.com 或 https://*.example.com。不填则都不可以。',
  wrongOrigin: (line: string) => `“${line}”不是网站地址。`,
  embeddingNeedsProof:
    '需要验证的读者无法在其他网站的框架中完成验证：那里只显示对所有人或知道地址的人开放的网站。',
  embeddingCode: '这些网站用以下代码显示它：',
} as const
