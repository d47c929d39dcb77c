export const organizations = {
  noneTitle: 'لست في أي مؤسسة بعد',
  noneText: 'اطلب من مسؤول أن يدعوك، أو أنشئ مؤسستك الخاصة.',
} as const
