/** The links of a space. */
export const links = {
  title: 'الروابط',
  broken: 'معطّلة',
  all: 'الكل',
  which: 'الروابط المعروضة',
  noBroken: 'لا توجد روابط معطّلة',
  noBrokenText: 'كل رابط إلى صفحة أو ملف أو مساحة يؤدي إلى وجهة.',
  none: 'لا توجد روابط بعد',
  noneText: 'تُعرض هنا روابط صفحات هذه المساحة ووجهاتها.',
  gone: 'شيء غير موجود',
  on: 'في',
  places: (count: number) => (count === 1 ? 'موضع واحد' : `${count} مواضع`),
} as const
