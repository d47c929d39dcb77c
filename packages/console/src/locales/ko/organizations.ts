export const organizations = {
  noneTitle: '아직 속한 조직이 없습니다',
  noneText: '관리자에게 초대를 요청하거나 직접 조직을 만드세요.',
} as const
