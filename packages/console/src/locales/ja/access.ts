/** Why somebody has a role on something. */
export const access = {
  why: '理由',
  whyOf: (name: string) => `${name} にこのロールがある理由`,
  result: (name: string, role: string) => `ここでの ${name} のロールは「${role}」です。`,
  noAccess: (name: string) => `${name} はここにアクセスできません。`,
  rules: '適用されるルール（近いものから）',
  decides: '決め手',
  disabled: (title: string) => `「${title}」のメンバーシップは無効です。`,
  admin: (title: string) => `「${title}」の管理者はすべてを行えます。`,
  grant: (role: string, title: string) => `「${title}」で「${role}」が付与されています。`,
  teamGrant: (team: string, role: string, title: string) =>
    `チーム「${team}」は「${title}」で「${role}」です。`,
  defaultLevel: (role: string, title: string) => `組織の全員が「${title}」で「${role}」です。`,
  defaultNone: (title: string) => `「${title}」は、ロールを付与されていない人には公開されていません。`,
  organizationRole: (role: string, title: string) => `「${title}」でのロールは「${role}」です。`,
} as const
