import type { NotificationMailTexts } from './texts.ts'

export const koNotificationMail: NotificationMailTexts = {
  subject: (count) => `새 알림: ${count}개`,
  somebody: '누군가',
  kinds: {
    mention: (name) => `${name} 님이 회원님을 언급했습니다`,
    reply: (name) => `${name} 님이 답글을 남겼습니다`,
    comment: (name) => `${name} 님이 회원님의 변경 요청에 댓글을 남겼습니다`,
    review_requested: (name) => `${name} 님이 검토를 요청합니다`,
    approved: (name) => `${name} 님이 변경 요청을 승인했습니다`,
    changes_requested: (name) => `${name} 님이 수정을 요청합니다`,
    merged: (name) => `${name} 님이 회원님의 변경 요청을 병합했습니다`,
    conflict: () => '회원님의 변경 요청에 충돌이 있습니다',
    job_failed: () => '동기화 또는 번역에 실패했습니다',
  },
  mergeCanceled: {
    canceled: (name) => `${name} 님이 예약된 병합을 취소했습니다`,
    archived: (name) => `예정대로 병합되지 않았습니다: ${name} 님이 변경 요청을 보관했습니다`,
    permission: () => '예정대로 병합되지 않았습니다: 예약한 사람이 더 이상 병합할 수 없습니다',
    changes: () => '예정대로 병합되지 않았습니다: 병합할 내용이 없었습니다',
    approval: () =>
      '예정대로 병합되지 않았습니다: 병합 권한이 없는 사람이 그 후에 수정했고 아무도 승인하지 않았습니다',
    rules: () => '예정대로 병합되지 않았습니다: 병합 규칙이 충족되지 않았습니다',
    conflicts: () => '예정대로 병합되지 않았습니다: 스페이스와 충돌이 있습니다',
  },
  more: (count) => `그 외 ${count}개.`,
  preferences: '받을 메일 선택',
}
