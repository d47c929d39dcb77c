/** The command palette and the list of keys. */
export const palette = {
  open: '検索またはコマンドを実行',
  placeholder: 'ページ、スペース、コマンドを検索',
  results: '結果',
  nothingFound: '何も見つかりませんでした。別の言葉でお試しください。',
  incomplete: '新しいページを索引に登録しています。後でさらに見つかります。',
  commands: 'コマンド',
  spaces: 'スペース',
  pages: 'ページ',
  walkTree: 'ツリーの中を移動',
  openRow: 'ツリーの行を開く・閉じる',
  moveRow: 'ページやスペースを移動',
  closeAny: '開いているものを閉じる',
} as const
