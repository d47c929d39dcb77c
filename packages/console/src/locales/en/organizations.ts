export const organizations = {
  noneTitle: 'You are in no organization yet',
  noneText: 'Ask an administrator to invite you, or create an organization of your own.',
} as const
