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
  more: (count) => `그 외 ${count}개.`,
  preferences: '받을 메일 선택',
}
