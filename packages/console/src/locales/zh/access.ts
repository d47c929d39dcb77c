/** Why somebody has a role on something. */
export const access = {
  why: '为什么？',
  whyOf: (name: string) => `为什么 ${name} 拥有此角色`,
  result: (name: string, role: string) => `${name} 在此的角色是“${role}”。`,
  noAccess: (name: string) => `${name} 在此没有访问权限。`,
  rules: '适用的规则（最近的在前）',
  decides: '起决定作用',
  disabled: (title: string) => `在“${title}”的成员身份已停用。`,
  admin: (title: string) => `“${title}”的管理员可以执行所有操作。`,
  grant: (role: string, title: string) => `在“${title}”上被授予“${role}”。`,
  teamGrant: (team: string, role: string, title: string) =>
    `所属团队“${team}”在“${title}”上的角色是“${role}”。`,
  defaultLevel: (role: string, title: string) => `组织中的所有人在“${title}”上的角色是“${role}”。`,
  defaultNone: (title: string) => `“${title}”对未被授予角色的人关闭。`,
  organizationRole: (role: string, title: string) => `在“${title}”中的角色是“${role}”。`,
} as const
