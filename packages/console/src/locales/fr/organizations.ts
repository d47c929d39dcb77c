export const organizations = {
  noneTitle: 'Vous n’êtes encore dans aucune organisation',
  noneText: 'Demandez à un administrateur de vous inviter, ou créez votre propre organisation.',
} as const
