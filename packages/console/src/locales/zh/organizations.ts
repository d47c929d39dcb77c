export const organizations = {
  noneTitle: '你还没有加入任何组织',
  noneText: '请管理员邀请你，或创建自己的组织。',
} as const
