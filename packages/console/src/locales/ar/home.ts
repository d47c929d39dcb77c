export const home = {
  title: 'الرئيسية',
  newSpace: 'مساحة جديدة',
  importContent: 'استيراد',
  waitingForReview: 'بانتظار مراجعتك',
  yourChangeRequests: 'طلبات التغيير الخاصة بك',
  recentSpaces: 'تغيّرت حديثًا',
  noSpacesTitle: 'ابدأ بمساحة',
  noSpacesText: 'تضم المساحة صفحات منتج واحد أو موضوع واحد. استورد ما لديك، أو ابدأ بقالب أو بمساحة فارغة.',
  noSpacesForReaders: 'لا توجد بعد مساحة يمكنك رؤيتها. يمكن لمن لديه دور المنشئ أن ينشئ واحدة.',
  nothingWaiting: 'لا شيء ينتظر مراجعتك.',
  noDrafts: 'ليس لديك طلبات تغيير مفتوحة.',
  changed: (when: string) => `تغيّرت ${when}`,
} as const
