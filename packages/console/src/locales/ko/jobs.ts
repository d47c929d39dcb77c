/** Work in the background. */
export const jobs = {
  title: '작업',
  emptyTitle: '아직 실행된 작업이 없습니다',
  emptyText: '가져오기, Git 동기화, 번역 등 오래 걸리는 작업이 진행 상황과 함께 여기에 표시됩니다.',
  noMatch: '이 상태의 작업이 없습니다.',
  any: '모든 상태',
  status: {
    pending: '대기 중',
    running: '실행 중',
    completed: '완료',
    failed: '실패',
    canceled: '취소됨',
  },
  filter: '상태',
  progress: (done: string, total: string) => `${done}/${total}`,
  retry: '다시 실행',
  cancel: '취소',
  retryFor: (name: string) => `${name} 다시 실행`,
  cancelFor: (name: string) => `${name} 취소`,
  retried: '새 작업으로 다시 실행합니다.',
  attempts: (count: number) => `${count}번째 시도`,
} as const
