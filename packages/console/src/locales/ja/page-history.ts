/** The history of a page. */
export const pageHistory = {
  title: 'ページの履歴',
  emptyTitle: 'このページ自身の履歴はありません',
  emptyText: 'OpenAPI 仕様などのソースから生成されたページです。ソースの変更はスペースの履歴に表示されます。',
  created: 'ページを作成',
  deleted: 'ページを削除',
  text: '本文を変更',
  settings: '設定を変更',
  renamed: (before: string, after: string) => `「${before}」から「${after}」に名前を変更`,
  moved: (before: string, after: string) => `${before} から ${after} に移動`,
  topLevel: '最上位',
  reordered: '同じ階層の中で移動',
  compare: '変更点',
  open: '当時のページ',
  commit: 'コミット',
  changeRequest: (number: number) => `変更リクエスト #${number}`,
  restoreTitle: (when: string) => `${when} のページを復元しますか？`,
  restoreText:
    'ページの本文、タイトル、設定を元に戻す変更リクエストが作成されます。ページの場所は変わりません。マージするまで、読者に見える内容は変わりません。',
  restoreSubject: (page: string, when: string) => `「${page}」を ${when} の状態に復元`,
  former: (when: string) => `${when} 時点のページです。`,
  openCurrent: '現在のページ',
} as const
