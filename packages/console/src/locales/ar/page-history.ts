/** The history of a page. */
export const pageHistory = {
  title: 'سجل الصفحة',
  emptyTitle: 'ليس لهذه الصفحة سجل خاص بها',
  emptyText: 'تُنشأ هذه الصفحة من مصدر مثل مواصفة OpenAPI. عندما يتغيّر المصدر يظهر ذلك في سجل المساحة.',
  created: 'أُنشئت الصفحة',
  deleted: 'حُذفت الصفحة',
  text: 'تغيّر النص',
  settings: 'تغيّرت الإعدادات',
  renamed: (before: string, after: string) => `أُعيدت التسمية من «${before}» إلى «${after}»`,
  moved: (before: string, after: string) => `نُقلت من ${before} إلى ${after}`,
  topLevel: 'المستوى الأعلى',
  reordered: 'نُقلت بين جاراتها',
  compare: 'ما الذي تغيّر',
  open: 'الصفحة كما كانت',
  commit: 'إيداع',
  changeRequest: (number: number) => `طلب التغيير #${number}`,
  restoreTitle: (when: string) => `هل تريد استعادة صفحة ${when}؟`,
  restoreText:
    'يُنشأ طلب تغيير يعيد نص الصفحة وعنوانها وإعداداتها، وتبقى في مكانها. لا يتغيّر شيء للقرّاء حتى تدمجه.',
  restoreSubject: (page: string, when: string) => `استعادة «${page}» من ${when}`,
  former: (when: string) => `الصفحة كما كانت في ${when}.`,
  openCurrent: 'الصفحة كما هي الآن',
} as const
