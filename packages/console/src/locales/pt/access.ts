/** Why somebody has a role on something. */
export const access = {
  why: 'Por quê?',
  whyOf: (name: string) => `Por que ${name} tem este papel`,
  result: (name: string, role: string) => `Aqui, ${name} tem o papel ${role}.`,
  noAccess: (name: string) => `${name} não tem acesso aqui.`,
  rules: 'Regras que se aplicam, a mais próxima primeiro',
  decides: 'Decide',
  disabled: (title: string) => `A participação em ${title} está desativada.`,
  admin: (title: string) => `Os administradores de ${title} podem fazer tudo.`,
  grant: (role: string, title: string) => `Recebeu ${role} em ${title}.`,
  teamGrant: (team: string, role: string, title: string) => `A equipe ${team} tem ${role} em ${title}.`,
  defaultLevel: (role: string, title: string) => `Toda a organização tem ${role} em ${title}.`,
  defaultNone: (title: string) => `${title} está fechado para quem não recebeu um papel nele.`,
  organizationRole: (role: string, title: string) => `Em ${title} o papel é ${role}.`,
} as const
