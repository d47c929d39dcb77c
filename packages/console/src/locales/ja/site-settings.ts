/** The settings of a site: its name, its people, its end. */
export const siteSettings = {
  access: 'このサイトを見て編集できる人',
  levelInherit: '組織と同じ',
  defaultLevelHelp:
    'コンソールでの組織のメンバーについての設定です。公開サイトを読める人は「閲覧者」で決めます。',
  givenText: 'このサイトで与えられたロールです。スペースに別の設定がなければ、そのスペースにも適用されます。',
  noneGiven: 'このサイト自体に与えられたロールはありません。',
  deleteSite: 'サイトを削除',
  deleteText:
    '読者にはすぐに「見つかりません」と表示されます。構成、外観、リダイレクト、共有リンクは失われます。スペースとそのページは残ります。',
  deleteTitle: (name: string) => `${name} を削除しますか？`,
  deleted: (name: string) => `${name} を削除しました。`,
} as const
