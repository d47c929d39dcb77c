/** Why somebody has a role on something. */
export const access = {
  why: 'Warum?',
  whyOf: (name: string) => `Warum ${name} diese Rolle hat`,
  result: (name: string, role: string) => `${name} hat hier die Rolle ${role}.`,
  noAccess: (name: string) => `${name} hat hier keinen Zugriff.`,
  rules: 'Regeln, die gelten, die nächste zuerst',
  decides: 'Entscheidet',
  disabled: (title: string) => `Die Mitgliedschaft in ${title} ist deaktiviert.`,
  admin: (title: string) => `Admins von ${title} dürfen alles.`,
  grant: (role: string, title: string) => `${role} wurde ihnen auf ${title} gegeben.`,
  teamGrant: (team: string, role: string, title: string) => `Ihr Team ${team} hat ${role} auf ${title}.`,
  defaultLevel: (role: string, title: string) => `Alle in der Organisation haben ${role} auf ${title}.`,
  defaultNone: (title: string) => `${title} ist für alle geschlossen, die dort keine Rolle bekommen haben.`,
  organizationRole: (role: string, title: string) => `In ${title} haben sie die Rolle ${role}.`,
} as const
