/** The command palette and the list of keys. */
export const palette = {
  open: 'بحث أو تنفيذ أمر',
  placeholder: 'ابحث في الصفحات والمساحات والأوامر',
  results: 'النتائج',
  nothingFound: 'لم يُعثر على شيء. جرّب كلمات أخرى.',
  incomplete: 'ما زالت صفحات جديدة قيد الفهرسة. ستظهر نتائج أكثر لاحقًا.',
  commands: 'الأوامر',
  spaces: 'المساحات',
  pages: 'الصفحات',
  walkTree: 'التنقّل في الشجرة',
  openRow: 'فتح صف في الشجرة وإغلاقه',
  moveRow: 'نقل صفحة أو مساحة',
  closeAny: 'إغلاق المفتوح',
} as const
