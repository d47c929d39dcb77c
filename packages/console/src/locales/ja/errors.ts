/** What is said when something does not work. */
export const errors = {
  network: 'サーバーに接続できません。接続を確認して、もう一度お試しください。',
  loadFailed: '読み込めませんでした。',
  request: (id: string) => `リクエスト ${id}`,
  notFoundTitle: 'ここには何もないか、表示する権限がありません',
  notFoundText:
    'アドレスが間違っているか、内容が削除されたか、アクセス権が必要な可能性があります。アクセス権は管理者が付与できます。',
  toHome: 'ホームへ',
  crashedTitle: 'この画面でエラーが発生しました',
  crashedText: '作業内容はサーバーに保存されています。続けるにはページを再読み込みしてください。',
  reload: '再読み込み',
  offline: 'オフラインです。今行った操作は、接続が戻ったときに送信されます。',
  notAllowed: 'この操作に必要なロールがありません。',
} as const
