/** What people may do. */
export const roles = {
  role: 'Role',
  admin: 'Admin',
  create: 'Creator',
  review: 'Reviewer',
  edit: 'Editor',
  comment: 'Commenter',
  read: 'Reader',
  guest: 'Guest',
  any: 'Any role',
  roleOf: (name: string) => `Role of ${name}`,
} as const
