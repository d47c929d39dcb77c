/** The repository of a space or a site: keys, runs, previews, pushes. */
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
  urlHelp:
    '例：https://github.com/fernwall/docs.git。非公開の場合は名前とアクセストークンを加えます：https://name:token@github.com/…',
  urlWrong: 'URL は https://、http://、ssh:// のいずれかで始めてください。',
  preview: 'プレビュー',
  previewTitles: { import: 'インポートで変わる内容', export: 'エクスポートで変わる内容' },
  previewRunning: 'リポジトリを読み込んでいます。まだ何も書き込まれません。',
  previewFailed: 'プレビューを作成できません',
  previewCanceled: 'その間に、このスペースの別のプレビューが開始されました。',
  previewNothing: '変更はありません。スペースとリポジトリを接続するだけです。',
  previewCounts: (added: string, changed: string, removed: string) =>
    `追加 ${added} 件、変更 ${changed} 件、削除 ${removed} 件`,
  previewChanges: { remove: '削除', change: '変更', add: '追加' },
  previewKinds: {
    page: 'ページ',
    file: 'ファイル',
    'reusable-content': '再利用コンテンツ',
    variable: '変数',
  },
  previewMore: (count: string) => `ほか ${count} 件`,
  previewSkipped: (count: string) => `対象外になるもの（${count} 件）`,
  previewNewBranch: 'ブランチはまだありません。エクスポート時に作成されます。',
  previewHistory: 'スペースの現在の内容は履歴に残ります。',
  webhookRenew: '新しいシークレット',
  webhookSecretOnce: 'シークレットは今コピーしてください。再び表示されることはありません。',
  webhookWhere:
    'GitHub：Settings → Webhooks、コンテンツタイプは application/json。GitLab：Settings → Webhooks、シークレットトークンにこのシークレットを指定します。必要なイベントはプッシュだけです。',
  webhookUrlHelp:
    '非公開リポジトリの場合は名前とアクセストークンを加えます：https://name:token@… Webhook を無効にするまで、Verso が暗号化して保管します。',
  siteNone: 'このサイトはリポジトリに接続されていません',
  siteNoneText:
    'サイトの構成とすべてのスペースのページを 1 つのリポジトリで管理します。gitbook-docs.yaml がサイトの構成を示し、スペースごとにフォルダーがあります。',
  siteImportHelp:
    'サイトは、リポジトリの gitbook-docs.yaml（または docs.yaml）のとおりになります。まだないスペースは作成されます。',
  siteExportHelp:
    'サイトの構成とすべてのスペースのページが、1 つのコミットとしてブランチに書き込まれます。ほかのファイルはそのまま残ります。',
  siteText: 'このサイトの構成とすべてのスペースのページが同期されます。SSH では各スペースの鍵が使われます。',
  siteEnd: '同期を終了',
  siteEndTitle: '同期を終了しますか？',
  siteEndText:
    'サイト、スペース、リポジトリはそのまま残ります。再び接続すると、共通の履歴がない状態から始まります。',
  siteEnded: 'サイトの同期を終了しました。',
} as const
