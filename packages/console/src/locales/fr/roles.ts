/** What people may do. */
export const roles = {
  role: 'Rôle',
  admin: 'Administrateur',
  create: 'Créateur',
  review: 'Relecteur',
  edit: 'Éditeur',
  comment: 'Commentateur',
  read: 'Lecteur',
  guest: 'Invité',
  any: 'Tous les rôles',
  roleOf: (name: string) => `Rôle pour ${name}`,
} as const
