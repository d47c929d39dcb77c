/** What people may do. */
export const roles = {
  role: 'الدور',
  admin: 'مسؤول',
  create: 'منشئ',
  review: 'مراجع',
  edit: 'محرّر',
  comment: 'معلّق',
  read: 'قارئ',
  guest: 'ضيف',
  any: 'كل الأدوار',
  roleOf: (name: string) => `دور ${name}`,
} as const
