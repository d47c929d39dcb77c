/** Work in the background. */
export const jobs = {
  title: 'ジョブ',
  emptyTitle: 'まだ何も実行されていません',
  emptyText: 'インポート、Git 同期、翻訳など、時間のかかる処理とその進行状況がここに並びます。',
  noMatch: 'この状態のジョブはありません。',
  any: 'すべての状態',
  status: {
    pending: '待機中',
    running: '実行中',
    completed: '完了',
    failed: '失敗',
    canceled: 'キャンセル済み',
  },
  filter: '状態',
  progress: (done: string, total: string) => `${done} / ${total}`,
  retry: '再実行',
  cancel: 'キャンセル',
  retryFor: (name: string) => `${name} を再実行`,
  cancelFor: (name: string) => `${name} をキャンセル`,
  retried: '新しいジョブとして再実行しています。',
  attempts: (count: number) => `${count} 回目の試行`,
} as const
