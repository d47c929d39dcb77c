import type { NotificationMailTexts } from './texts.ts'

export const jaNotificationMail: NotificationMailTexts = {
  subject: (count) => `新しい通知: ${count} 件`,
  somebody: '誰か',
  kinds: {
    mention: (name) => `${name} さんがあなたにメンションしました`,
    reply: (name) => `${name} さんが返信しました`,
    comment: (name) => `${name} さんがあなたの変更リクエストにコメントしました`,
    review_requested: (name) => `${name} さんがレビューを依頼しています`,
    approved: (name) => `${name} さんが変更リクエストを承認しました`,
    changes_requested: (name) => `${name} さんが変更を求めています`,
    merged: (name) => `${name} さんがあなたの変更リクエストをマージしました`,
    conflict: () => 'あなたの変更リクエストに競合があります',
    job_failed: () => '同期または翻訳に失敗しました',
  },
  mergeCanceled: {
    canceled: (name) => `${name} さんがマージの予定を取り消しました`,
    archived: (name) => `予定どおりマージされませんでした: ${name} さんが変更リクエストをアーカイブしました`,
    permission: () => '予定どおりマージされませんでした: 予定した人はもうマージできません',
    changes: () => '予定どおりマージされませんでした: マージするものがありませんでした',
    approval: () =>
      '予定どおりマージされませんでした: マージできない人がその後に変更し、まだ誰も承認していません',
    rules: () => '予定どおりマージされませんでした: マージルールが満たされていません',
    conflicts: () => '予定どおりマージされませんでした: スペースとの競合があります',
  },
  more: (count) => `ほか ${count} 件。`,
  preferences: '受け取るメールを選ぶ',
}
