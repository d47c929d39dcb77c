export const roles = {
  role: 'Função',
  admin: 'Administrador',
  create: 'Criador',
  review: 'Revisor',
  edit: 'Editor',
  comment: 'Comentarista',
  read: 'Leitor',
  guest: 'Convidado',
  any: 'Qualquer função',
  roleOf: (name: string) => `Função de ${name}`,
} as const
