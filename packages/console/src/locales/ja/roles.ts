/** What people may do. */
export const roles = {
  role: 'ロール',
  admin: '管理者',
  create: 'クリエイター',
  review: 'レビュアー',
  edit: '編集者',
  comment: 'コメント投稿者',
  read: '閲覧者',
  guest: 'ゲスト',
  any: 'すべてのロール',
  roleOf: (name: string) => `${name} さんのロール`,
} as const
