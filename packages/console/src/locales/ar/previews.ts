/** Links that show a change request to people without an account. */
export const previews = {
  title: 'مشاركة معاينة',
  explanation:
    'من لديه رابط يرى هذه المساحة في موقع مع تغييرات طلب التغيير هذا. لا يحتاج إلى حساب ولا يرى شيئًا آخر.',
  site: 'الموقع',
  ends: 'ينتهي',
  inDays: (days: number) => (days === 1 ? 'بعد يوم' : `بعد ${days} أيام`),
  endsAt: (date: string) => `ينتهي ${date}`,
  create: 'إنشاء الرابط ونسخه',
  copied: 'تم نسخ الرابط.',
  copyLink: (name: string) => `نسخ الرابط: ${name}`,
  endLink: (name: string) => `إنهاء الرابط: ${name}`,
  noSite: 'لا يعرض أي موقع هذه المساحة بعد. أضفها إلى موقع أولًا.',
} as const
