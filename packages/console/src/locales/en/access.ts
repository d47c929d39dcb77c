/** Why somebody has a role on something. */
export const access = {
  why: 'Why?',
  whyOf: (name: string) => `Why ${name} has this role`,
  result: (name: string, role: string) => `${name} is ${role} here.`,
  noAccess: (name: string) => `${name} has no access here.`,
  rules: 'Rules that apply, the nearest first',
  decides: 'Decides',
  disabled: (title: string) => `The membership in ${title} is disabled.`,
  admin: (title: string) => `Admins of ${title} may do everything.`,
  grant: (role: string, title: string) => `${role} was given to them on ${title}.`,
  teamGrant: (team: string, role: string, title: string) => `Their team ${team} is ${role} on ${title}.`,
  defaultLevel: (role: string, title: string) => `Everybody in the organization is ${role} on ${title}.`,
  defaultNone: (title: string) => `${title} is closed to everybody who was given no role on it.`,
  organizationRole: (role: string, title: string) => `They are ${role} in ${title}.`,
} as const
