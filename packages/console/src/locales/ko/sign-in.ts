/** Signing in and out, and the pages that links lead to. */
export const signIn = {
  title: '로그인',
  email: '이메일',
  password: '비밀번호',
  submit: '로그인',
  lostAccess: '로그인할 수 없나요? 관리자에게 링크를 요청하세요.',
  again: '다시 로그인',
  againText: '세션이 끝났습니다. 로그인하면 하던 곳에서 계속할 수 있으며, 입력한 내용은 사라지지 않습니다.',
  confirm: '본인 확인',
  confirmText: '이 변경에는 최근 10분 이내의 로그인이 필요합니다.',
} as const
