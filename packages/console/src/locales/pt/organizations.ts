export const organizations = {
  noneTitle: 'Você ainda não está em nenhuma organização',
  noneText: 'Peça um convite a um administrador ou crie a sua própria organização.',
} as const
