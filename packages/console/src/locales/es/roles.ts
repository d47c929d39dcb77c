export const roles = {
  role: 'Rol',
  admin: 'Administrador',
  create: 'Creador',
  review: 'Revisor',
  edit: 'Editor',
  comment: 'Comentarista',
  read: 'Lector',
  guest: 'Invitado',
  any: 'Cualquier rol',
  roleOf: (name: string) => `Rol de ${name}`,
} as const
