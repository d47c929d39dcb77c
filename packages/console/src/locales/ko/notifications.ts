/** What one should know of. */
export const notifications = {
  emptyTitle: '새로운 알림이 없습니다',
  emptyText:
    '누군가 회원님을 언급하거나, 답글을 남기거나, 검토를 요청하거나, 회원님의 변경을 병합하면 여기에 표시됩니다. 실패한 동기화와 번역도 표시됩니다.',
  nothingUnread: '모두 읽었습니다.',
  filter: '표시',
  all: '전체',
  onlyUnread: '읽지 않은 것만',
  markAllRead: '모두 읽음으로 표시',
  markRead: '읽음으로 표시',
  markUnread: '읽지 않음으로 표시',
  unread: '읽지 않음:',
  somebody: '누군가',
  kinds: {
    mention: (name: string) => `${name} 님이 회원님을 언급했습니다`,
    reply: (name: string) => `${name} 님이 답글을 남겼습니다`,
    comment: (name: string) => `${name} 님이 변경 요청에 댓글을 남겼습니다`,
    review_requested: (name: string) => `${name} 님이 검토를 요청합니다`,
    approved: (name: string) => `${name} 님이 변경 요청을 승인했습니다`,
    changes_requested: (name: string) => `${name} 님이 수정을 요청합니다`,
    merged: (name: string) => `${name} 님이 변경 요청을 병합했습니다`,
    conflict: () => '변경 요청에 충돌이 있습니다',
    job_failed: () => '동기화 또는 번역에 실패했습니다',
  },
  mergeCanceled: {
    canceled: (name: string) => `${name} 님이 예약된 병합을 취소했습니다`,
    archived: (name: string) => `예정대로 병합되지 않았습니다: ${name} 님이 변경 요청을 보관했습니다`,
    permission: () => '예정대로 병합되지 않았습니다: 예약한 사람이 더 이상 병합할 수 없습니다',
    changes: () => '예정대로 병합되지 않았습니다: 병합할 내용이 없었습니다',
    approval: () =>
      '예정대로 병합되지 않았습니다: 병합 권한이 없는 사람이 그 후에 수정했고 아무도 승인하지 않았습니다',
    rules: () => '예정대로 병합되지 않았습니다: 병합 규칙이 충족되지 않았습니다',
    conflicts: () => '예정대로 병합되지 않았습니다: 스페이스와 충돌이 있습니다',
  },
  preferences: '환경설정',
  preferencesText:
    '회원님과 관련된 일은 항상 콘솔에 표시됩니다. 읽지 않은 알림을 언제 메일로도 받을지 여기에서 선택하세요.',
  mail: '알림 메일',
  mails: {
    immediate: { label: '즉시', help: '일이 생기면 바로 메일 한 통.' },
    daily: { label: '하루에 한 번', help: '아침에 하루의 모든 알림을 메일 한 통으로.' },
    never: { label: '받지 않음', help: '콘솔에만 표시합니다.' },
  },
  mailSaved: '선택을 저장했습니다.',
  noMailTitle: '이 설치는 메일을 보내지 않습니다',
  noMailText: '메일 서버가 설정되면 선택이 적용됩니다.',
}
