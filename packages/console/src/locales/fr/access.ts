/** Why somebody has a role on something. */
export const access = {
  why: 'Pourquoi ?',
  whyOf: (name: string) => `Pourquoi ${name} a ce rôle`,
  result: (name: string, role: string) => `Ici, ${name} a le rôle ${role}.`,
  noAccess: (name: string) => `${name} n’a pas accès ici.`,
  rules: 'Règles qui s’appliquent, la plus proche d’abord',
  decides: 'Décide',
  disabled: (title: string) => `L’adhésion à ${title} est désactivée.`,
  admin: (title: string) => `Les admins de ${title} peuvent tout faire.`,
  grant: (role: string, title: string) => `${role} leur a été donné sur ${title}.`,
  teamGrant: (team: string, role: string, title: string) => `Leur équipe ${team} a ${role} sur ${title}.`,
  defaultLevel: (role: string, title: string) => `Toute l’organisation a ${role} sur ${title}.`,
  defaultNone: (title: string) => `${title} est fermé à quiconque n’y a pas reçu de rôle.`,
  organizationRole: (role: string, title: string) => `Dans ${title}, leur rôle est ${role}.`,
} as const
