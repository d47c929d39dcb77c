/** Who can read a site. */
export const siteAudience = {
  title: '閲覧者',
  visibilities: {
    public: 'すべての人',
    unlisted: 'アドレスを知る人',
    'share-link': '共有リンクを持つ人',
    'visitor-auth': '自社でログインした訪問者',
  },
  opensAtOnce: 'サイトは公開中です。保存するとすぐに、より多くの人が読めるようになります。',
  shareLinks: '共有リンク',
  shareLinksText: '共有リンクで閲覧できる間、リンクを持つ人が読めます。オフにすると何も開けなくなります。',
  linkName: 'リンクの名前',
  linkNamePlaceholder: '例：パートナー',
  createLink: 'リンクを作成',
  isActive: (name: string) => `${name} でサイトを開ける`,
  copyLink: (name: string) => `${name} のアドレスをコピー`,
  deleteLink: (name: string) => `${name} を削除`,
  signIn: '独自のログイン',
  signInText:
    'サーバーがこの鍵でトークンに署名し、訪問者をサイトへ送ります。トークンの内容で表示が決まります。',
  key: '鍵',
  replaceKey: '鍵を置き換える',
  replaceKeyText:
    '古い鍵で署名されたトークンはすぐに拒否されます。直後に新しい鍵をサーバーに設定してください。',
  fallback: 'トークンのない訪問者の送り先',
  fallbackHelp: 'ログインのアドレス。空欄ならログインを求めるページを表示します。',
  code: 'サーバー用コード（Node.js）',
  token: 'トークンをテスト',
  tokenHelp: 'このブラウザーから外に出ません。',
  testToken: 'テスト',
  tokenValid: 'トークンは正しく、期限はありません。',
  tokenValidUntil: (when: string) => `トークンは ${when} まで有効です。`,
  tokenExpired: (when: string) =>
    `トークンは ${when} に期限切れです。新しく署名するか「exp」を遅くしてください。`,
  tokenBroken: 'JWTではありません。JWTは点で区切られた3つの部分からなります。',
  tokenAlgorithm: 'トークンはHS256で署名されていません。サイトはHS256のみ受け付けます。',
  tokenKey: '別の鍵で署名されています。上の鍵を使ってください。',
} as const
