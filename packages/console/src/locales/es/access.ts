/** Why somebody has a role on something. */
export const access = {
  why: '¿Por qué?',
  whyOf: (name: string) => `Por qué ${name} tiene este rol`,
  result: (name: string, role: string) => `Aquí, ${name} tiene el rol ${role}.`,
  noAccess: (name: string) => `${name} no tiene acceso aquí.`,
  rules: 'Reglas que se aplican, la más cercana primero',
  decides: 'Decide',
  disabled: (title: string) => `La pertenencia a ${title} está desactivada.`,
  admin: (title: string) => `Los administradores de ${title} pueden hacerlo todo.`,
  grant: (role: string, title: string) => `Se le dio ${role} en ${title}.`,
  teamGrant: (team: string, role: string, title: string) => `Su equipo ${team} tiene ${role} en ${title}.`,
  defaultLevel: (role: string, title: string) => `Toda la organización tiene ${role} en ${title}.`,
  defaultNone: (title: string) => `${title} está cerrado para quien no tiene un rol en él.`,
  organizationRole: (role: string, title: string) => `En ${title} su rol es ${role}.`,
} as const
