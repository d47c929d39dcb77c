/** The settings of a site: its name, its people, its end. */
export const siteSettings = {
  access: 'من يمكنه رؤية هذا الموقع وتعديله',
  levelInherit: 'كما في المؤسسة',
  defaultLevelHelp: 'لأعضاء المؤسسة هنا في وحدة التحكم. من يقرأ الموقع المنشور تجده ضمن الجمهور.',
  givenText: 'أدوار مُنحت على هذا الموقع. وهي تسري على مساحاته أيضًا ما لم تقل غير ذلك.',
  noneGiven: 'لم يُمنح أي دور على هذا الموقع نفسه.',
  deleteSite: 'حذف الموقع',
  deleteText:
    'يرى القراء «غير موجود» فورًا. تضيع البنية والمظهر وعمليات إعادة التوجيه وروابط المشاركة. تبقى المساحات وصفحاتها.',
  deleteTitle: (name: string) => `حذف ${name}؟`,
  deleted: (name: string) => `حُذف ${name}.`,
} as const
