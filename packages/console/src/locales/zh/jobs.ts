/** Work in the background. */
export const jobs = {
  title: '任务',
  emptyTitle: '还没有运行过任务',
  emptyText: '导入、Git 同步、翻译等耗时任务及其进度会列在这里。',
  noMatch: '没有处于此状态的任务。',
  any: '所有状态',
  status: {
    pending: '等待中',
    running: '运行中',
    completed: '已完成',
    failed: '失败',
    canceled: '已取消',
  },
  filter: '状态',
  progress: (done: string, total: string) => `${done}/${total}`,
  retry: '重新运行',
  cancel: '取消',
  retryFor: (name: string) => `重新运行 ${name}`,
  cancelFor: (name: string) => `取消 ${name}`,
  retried: '已作为新任务重新运行。',
  attempts: (count: number) => `第 ${count} 次尝试`,
} as const
