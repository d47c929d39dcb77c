/** Links that show a change request to people without an account. */
export const previews = {
  title: 'プレビューを共有',
  explanation:
    'リンクを知っている人は、この変更リクエストの変更を含むこのスペースをサイトで見られます。アカウントは不要で、ほかのものは見えません。',
  site: 'サイト',
  ends: '終了',
  inDays: (days: number) => `${days}日後`,
  endsAt: (date: string) => `${date}に終了`,
  create: 'リンクを作成してコピー',
  copied: 'リンクをコピーしました。',
  copyLink: (name: string) => `リンクをコピー：${name}`,
  endLink: (name: string) => `リンクを終了：${name}`,
  noSite: 'このスペースを表示するサイトはまだありません。先にサイトに追加してください。',
} as const
