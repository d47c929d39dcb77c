import { countOf } from './plural.ts'

/** What a change request changes. */
export const changes = {
  pagesChanged: (count: number) =>
    `تغيّرت ${countOf(count, { one: 'صفحة واحدة', two: 'صفحتان', few: 'صفحات', many: 'صفحة', other: 'صفحة' })}`,
  elsewhere: 'في مواضع أخرى',
  nothingTitle: 'لم يتغيّر شيء بعد',
  nothingText: 'ما تكتبه في طلب التغيير هذا يظهر هنا.',
  more: (count: number) =>
    countOf(count, {
      one: 'تغيير آخر غير معروض.',
      two: 'تغييران آخران غير معروضين.',
      few: 'تغييرات أخرى غير معروضة.',
      many: 'تغييرًا آخر غير معروض.',
      other: 'تغيير آخر غير معروض.',
    }),
  kinds: {
    page_created: 'جديدة',
    page_edited: 'معدّلة',
    page_moved: 'منقولة',
    page_deleted: 'محذوفة',
    file_created: 'ملف جديد',
    file_edited: 'ملف معدّل',
    file_deleted: 'ملف محذوف',
    reusable_content_created: 'محتوى جديد قابل لإعادة الاستخدام',
    reusable_content_edited: 'محتوى معدّل قابل لإعادة الاستخدام',
    reusable_content_deleted: 'محتوى محذوف قابل لإعادة الاستخدام',
    variables_edited: 'المتغيّرات',
  },
  movedAnd: 'منقولة ومعدّلة',
  movedFrom: (from: string, to: string) => `نُقلت من ${from} إلى ${to}`,
  movedWithin: 'نُقلت ضمن مستواها',
  top: 'المستوى الأعلى',
  attributes: {
    title: 'العنوان',
    description: 'الوصف',
    emoji: 'الرمز التعبيري',
    icon: 'الأيقونة',
    slug: 'عنوان الرابط',
    hidden: 'مخفية',
    other: 'الإعدادات',
  },
  fromTo: (before: string, after: string) => `${before} ← ${after}`,
  nothing: 'لا شيء',
  showAs: 'العرض بصيغة',
  asPage: 'صفحة',
  asMarkdown: 'Markdown',
  unchangedBlocks: (count: number) =>
    countOf(count, {
      one: 'كتلة واحدة بلا تغيير',
      two: 'كتلتان بلا تغيير',
      few: 'كتل بلا تغيير',
      many: 'كتلة بلا تغيير',
      other: 'كتلة بلا تغيير',
    }),
  newBlock: 'كتلة جديدة',
  removedBlock: 'كتلة مُزالة',
  changedBlock: 'كتلة معدّلة',
  wordsAdded: (count: number) =>
    `أُضيفت ${countOf(count, { one: 'كلمة واحدة', two: 'كلمتان', few: 'كلمات', many: 'كلمة', other: 'كلمة' })}`,
  wordsRemoved: (count: number) =>
    `أُزيلت ${countOf(count, { one: 'كلمة واحدة', two: 'كلمتان', few: 'كلمات', many: 'كلمة', other: 'كلمة' })}`,
  noTextChange: 'النص لم يتغيّر.',
  openPage: 'فتح الصفحة',
  revert: 'التراجع عن تغييرات هذه الصفحة',
  reverted: (title: string) => `عادت «${title}» كما هي في المساحة.`,
  previous: 'الصفحة السابقة',
  next: 'الصفحة التالية',
  tooLong: 'هذه الصفحة أطول من أن تُقارن كلمة بكلمة.',
  viewed: 'تمت المشاهدة',
  viewedCount: (count: number) => `تمت مشاهدة ${count}`,
} as const
