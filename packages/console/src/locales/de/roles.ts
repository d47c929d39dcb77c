/** What people may do. */
export const roles = {
  role: 'Rolle',
  admin: 'Admin',
  create: 'Ersteller',
  review: 'Prüfer',
  edit: 'Bearbeiter',
  comment: 'Kommentator',
  read: 'Leser',
  guest: 'Gast',
  any: 'Jede Rolle',
  roleOf: (name: string) => `Rolle von ${name}`,
} as const
