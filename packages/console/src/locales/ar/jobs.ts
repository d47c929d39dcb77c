/** Work in the background. */
export const jobs = {
  title: 'المهام',
  emptyTitle: 'لم تُنفّذ أي مهمة بعد',
  emptyText: 'يظهر هنا الاستيراد ومزامنة Git والترجمة وغيرها من الأعمال الطويلة مع مدى تقدّمها.',
  noMatch: 'لا توجد مهمة بهذه الحالة.',
  any: 'كل الحالات',
  status: {
    pending: 'في الانتظار',
    running: 'قيد التنفيذ',
    completed: 'مكتملة',
    failed: 'فشلت',
    canceled: 'أُلغيت',
  },
  filter: 'الحالة',
  progress: (done: string, total: string) => `${done} من ${total}`,
  retry: 'إعادة التنفيذ',
  cancel: 'إلغاء',
  retryFor: (name: string) => `إعادة التنفيذ: ${name}`,
  cancelFor: (name: string) => `إلغاء ${name}`,
  retried: 'يُعاد تنفيذها كمهمة جديدة.',
  attempts: (count: number) => `المحاولة ${count}`,
} as const
