export const organizations = {
  noneTitle: 'まだどの組織にも参加していません',
  noneText: '管理者に招待を依頼するか、自分の組織を作成してください。',
} as const
