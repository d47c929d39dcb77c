export const home = {
  title: 'ホーム',
  newSpace: '新しいスペース',
  importContent: 'インポート',
  waitingForReview: 'あなたのレビュー待ち',
  yourChangeRequests: '自分の変更リクエスト',
  recentSpaces: '最近の変更',
  noSpacesTitle: 'スペースから始めましょう',
  noSpacesText:
    'スペースには、1 つの製品や 1 つのテーマのページをまとめます。今ある内容をインポートするか、テンプレートまたは空のスペースから始めてください。',
  noSpacesForReaders:
    '閲覧できるスペースはまだありません。クリエイターのロールを持つ人がスペースを作成できます。',
  nothingWaiting: 'あなたのレビューを待っているものはありません。',
  noDrafts: '進行中の変更リクエストはありません。',
  changed: (when: string) => `変更：${when}`,
} as const
