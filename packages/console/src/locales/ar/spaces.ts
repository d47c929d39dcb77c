import { countOf } from './plural.ts'

export const spaces = {
  space: 'مساحة',
  pages: 'الصفحات',
  hidden: 'مخفية',
  edit: 'تعديل',
  onThisPage: 'في هذه الصفحة',
  emptyTitle: 'لا توجد صفحات في هذه المساحة بعد',
  emptyText: 'استورد ما لديك، أو اكتب الصفحة الأولى في طلب تغيير.',
  emptyPageTitle: 'هذه الصفحة فارغة',
  emptyPageText: 'اضغط «تعديل» لكتابتها في طلب تغيير.',
  backlinks: (count: number) =>
    countOf(count, {
      one: 'صفحة واحدة ترتبط بهذه',
      two: 'صفحتان ترتبطان بهذه',
      few: 'صفحات ترتبط بهذه',
      many: 'صفحة ترتبط بهذه',
      other: 'صفحة ترتبط بهذه',
    }),
  copyLink: 'نسخ الرابط',
  linkCopied: 'تم نسخ الرابط.',
  openPublished: 'فتح الصفحة المنشورة',
  downloadPdf: 'تنزيل بصيغة PDF',
  preparingPdf: 'جارٍ إعداد ملف PDF.',
  copyMarkdown: 'نسخ بصيغة Markdown',
  markdownCopied: 'تم نسخ نص Markdown.',
  pageActions: 'إجراءات هذه الصفحة',
  history: 'السجل',
  files: 'الملفات',
  importContent: 'استيراد',
  changeRequests: 'طلبات التغيير',
  changed: (when: string) => `تغيّرت ${when}`,
} as const
