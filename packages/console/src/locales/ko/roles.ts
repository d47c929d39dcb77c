/** What people may do. */
export const roles = {
  role: '역할',
  admin: '관리자',
  create: '생성자',
  review: '검토자',
  edit: '편집자',
  comment: '댓글 작성자',
  read: '독자',
  guest: '게스트',
  any: '모든 역할',
  roleOf: (name: string) => `${name} 님의 역할`,
} as const
