/** The files of a space. */
export const files = {
  title: 'ファイル',
  find: 'ファイルを検索',
  nothingFound: 'この名前のファイルはありません。',
  emptyTitle: 'このスペースにファイルはありません',
  emptyText: '画像などのファイルは、インポートや Git から取り込まれるか、ページを書くときに追加されます。',
  open: (name: string) => `${name} を開く`,
  uses: '使用箇所',
  unused: 'どのページでも使われていません。',
} as const
