/** The files of a space. */
export const files = {
  title: 'الملفات',
  find: 'البحث عن ملف',
  nothingFound: 'لا يوجد ملف بهذا الاسم.',
  emptyTitle: 'لا توجد ملفات في هذه المساحة',
  emptyText: 'تأتي الصور والملفات الأخرى مع الاستيراد أو من Git، أو تُضاف إلى الصفحة أثناء كتابتها.',
  open: (name: string) => `فتح ${name}`,
  uses: 'مواضع استخدامه',
  unused: 'لا تستخدمه أي صفحة.',
} as const
