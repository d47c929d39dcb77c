/** What one should know of. */
export const notifications = {
  emptyTitle: '新しい通知はありません',
  emptyText:
    '誰かがあなたにメンションしたとき、返信したとき、レビューを依頼したとき、あなたの変更をマージしたときに、ここに表示されます。失敗した同期や翻訳も表示されます。',
  nothingUnread: 'すべて読みました。',
  filter: '表示',
  all: 'すべて',
  onlyUnread: '未読のみ',
  markAllRead: 'すべて既読にする',
  markRead: '既読にする',
  markUnread: '未読にする',
  unread: '未読:',
  somebody: '誰か',
  kinds: {
    mention: (name: string) => `${name} さんがあなたをメンションしました`,
    reply: (name: string) => `${name} さんが返信しました`,
    comment: (name: string) => `${name} さんが変更リクエストにコメントしました`,
    review_requested: (name: string) => `${name} さんがレビューを依頼しています`,
    approved: (name: string) => `${name} さんが変更リクエストを承認しました`,
    changes_requested: (name: string) => `${name} さんが変更を求めています`,
    merged: (name: string) => `${name} さんが変更リクエストをマージしました`,
    conflict: () => '変更リクエストに競合があります',
    job_failed: () => '同期または翻訳に失敗しました',
  },
  mergeCanceled: {
    canceled: (name: string) => `${name} さんがマージの予定を取り消しました`,
    archived: (name: string) =>
      `予定どおりマージされませんでした: ${name} さんが変更リクエストをアーカイブしました`,
    permission: () => '予定どおりマージされませんでした: 予定した人はもうマージできません',
    changes: () => '予定どおりマージされませんでした: マージするものがありませんでした',
    approval: () =>
      '予定どおりマージされませんでした: マージできない人がその後に変更し、まだ誰も承認していません',
    rules: () => '予定どおりマージされませんでした: マージルールが満たされていません',
    conflicts: () => '予定どおりマージされませんでした: スペースとの競合があります',
  },
  preferences: '設定',
  preferencesText:
    'あなたに関係することは、いつもコンソールに表示されます。未読のものについてメールも受け取る時期をここで選びます。',
  mail: '通知のメール',
  mails: {
    immediate: { label: 'すぐに', help: '何かが起きるとすぐに 1 通。' },
    daily: { label: '1 日 1 回', help: 'その日のすべてを朝に 1 通。' },
    never: { label: '受け取らない', help: 'コンソールだけに表示します。' },
  },
  mailSaved: '選択を保存しました。',
  noMailTitle: 'このサーバーはメールを送信しません',
  noMailText: 'メールサーバーが設定されると、選択が有効になります。',
}
