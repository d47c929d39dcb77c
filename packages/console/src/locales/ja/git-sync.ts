/** The keys and the runs of a space's repository. */
export const gitSync = {
  keys: 'SSH 鍵',
  keysHelp:
    'ssh のリポジトリでは、ここで鍵を作り、公開鍵をリポジトリに追加します。GitHub と GitLab ではデプロイキーとして、エクスポートする場合は書き込み権限付きで追加します。',
  keysNone: 'このスペースには鍵がありません。',
  keysFull: '鍵は 1 つのスペースに 3 つまでです。新しく作るには 1 つ削除してください。',
  createKey: '鍵を作成',
  publicKey: '公開鍵',
  keyMade: (when: string) => `作成: ${when}`,
  deleteKey: '鍵を削除',
  deleteKeyFor: (fingerprint: string) => `鍵を削除: ${fingerprint}`,
  deleteKeyTitle: 'この鍵を削除しますか？',
  deleteKeyText: 'Verso はこの鍵でリポジトリを開けなくなります。元に戻すことはできません。',
  keyDeleted: '鍵を削除しました。',
  runs: '最近の実行',
  runsNone: '過去 30 日間に実行はありません。',
  conflict: 'Git とスペースが同じ行を変更しました',
  conflictText:
    'スペースの内容は置き換えられていません。両方の内容が変更リクエストにあります。マージまたはアーカイブすると競合が解決します。その間のコミットもそこに追加されます。',
  openConflict: '変更リクエストを開く',
  skipped: '取り込まれなかったもの',
} as const
