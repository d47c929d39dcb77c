/** What people may do. */
export const roles = {
  role: '角色',
  admin: '管理员',
  create: '创建者',
  review: '审阅者',
  edit: '编辑者',
  comment: '评论者',
  read: '读者',
  guest: '访客',
  any: '所有角色',
  roleOf: (name: string) => `${name} 的角色`,
} as const
