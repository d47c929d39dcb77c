export const organizations = {
  noneTitle: 'Aún no está en ninguna organización',
  noneText: 'Pida a un administrador que le invite o cree su propia organización.',
} as const
