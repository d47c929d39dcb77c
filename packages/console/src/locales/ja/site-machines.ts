/** What search engines and assistants get of a site. */
export const siteMachines = {
  title: '検索とアシスタント',
  notPublished: 'まずサイトを公開してください。機械向けのアドレスがここに表示されます。',
  engines: '検索エンジン',
  indexed: '検索エンジンはこのサイトのページを表示できます。',
  notIndexed:
    '検索エンジンには除外を依頼しています。見つけてもらうには「閲覧者」で「すべての人」を選んでください。',
  descriptions: 'ページのタイトルと説明が表示されます。説明はページの編集時に書きます。',
  assistants: 'アシスタント',
  offer: 'アシスタントにページを提供する',
  offerHelp: 'llms.txtとMCPで提供します。',
  needsProof: 'アシスタントにも読者と同じ証明が必要です。このサイトは全員には公開されていません。',
  mcp: 'MCPのアドレス',
  mcpHelp: 'MCPクライアントにコマンドか設定ファイルで追加します：',
  embedding: '他のウェブサイトへの埋め込み',
  embedOrigins: 'このサイトをフレームで表示できるウェブサイト',
  embedOriginsHelp:
    '1行に1つ、https://www.example.com や https://*.example.com のように入力します。なければ、どのサイトも表示できません。',
  wrongOrigin: (line: string) => `「${line}」はウェブサイトのアドレスではありません。`,
  embeddingNeedsProof:
    '証明が必要な読者は、他のウェブサイトのフレームでは証明できません。全員に公開、またはアドレスを知る全員に公開されたサイトだけが表示されます。',
  embeddingCode: 'そのウェブサイトでは次のように書きます：',
} as const
