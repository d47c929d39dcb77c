/** Why somebody has a role on something. */
export const access = {
  why: '이유',
  whyOf: (name: string) => `${name}에게 이 역할이 있는 이유`,
  result: (name: string, role: string) => `여기서 ${name}의 역할은 ${role}입니다.`,
  noAccess: (name: string) => `${name}은(는) 여기에 접근할 수 없습니다.`,
  rules: '적용되는 규칙(가까운 것부터)',
  decides: '결정',
  disabled: (title: string) => `${title}의 멤버십이 비활성화되었습니다.`,
  admin: (title: string) => `${title}의 관리자는 모든 것을 할 수 있습니다.`,
  grant: (role: string, title: string) => `${title}에서 ${role} 역할이 부여되었습니다.`,
  teamGrant: (team: string, role: string, title: string) => `팀 ${team}은(는) ${title}에서 ${role}입니다.`,
  defaultLevel: (role: string, title: string) => `조직의 모든 사람이 ${title}에서 ${role}입니다.`,
  defaultNone: (title: string) => `${title}은(는) 역할을 받지 않은 사람에게 닫혀 있습니다.`,
  organizationRole: (role: string, title: string) => `${title}에서의 역할은 ${role}입니다.`,
} as const
