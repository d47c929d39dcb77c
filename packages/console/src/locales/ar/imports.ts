/** Bringing content into a space. */
export const imports = {
  title: 'استيراد',
  text: 'يُضاف ما تستورده بعد صفحات هذه المساحة. لا يتغيّر شيء منها.',
  source: 'ماذا تريد أن تستورد؟',
  sources: {
    website: { label: 'موقع ويب', help: 'كل الصفحات تحت عنوان ما، مع صورها.' },
    zip: { label: 'أرشيف', help: 'ملفات Markdown وHTML وWord مع صورها، مضغوطة بصيغة ZIP.' },
    markdown: { label: 'ملف Markdown', help: 'صفحة واحدة.' },
    docx: { label: 'مستند Word', help: 'صفحة واحدة مع صورها وجداولها.' },
    notion: { label: 'Notion', help: 'الأرشيف الذي يصدّره Notion بصيغة Markdown أو HTML.' },
    confluence: { label: 'Confluence', help: 'تصدير المساحة بصيغة HTML.' },
    'google-docs': { label: 'مستند Google', help: 'رابط المشاركة المتاح لكل من يملكه.' },
    'github-wiki': { label: 'ويكي GitHub', help: 'عنوان الويكي.' },
    html: { label: 'صفحة ويب', help: 'صفحة واحدة، من دون ما يحيط بالنص.' },
  },
  file: 'الملف',
  drop: 'أفلت الملف هنا',
  choose: 'اختيار ملف',
  address: 'العنوان',
  orAddress: 'أو عنوانه',
  addressHelp: 'يجب أن يتمكّن Verso من الوصول إليه من دون تسجيل دخول.',
  start: 'استيراد',
  uploading: 'جارٍ إرسال الملف.',
  running: 'جارٍ جلب الصفحات وتحويلها. يستغرق الاستيراد الكبير بضع دقائق.',
  failed: 'لم يُستورد شيء.',
  done: (imported: number, total: number) =>
    imported === total
      ? `تم استيراد كل شيء. الصفحات والملفات: ${total}.`
      : `الصفحات والملفات المستوردة: ${imported} من ${total}.`,
  missing: 'ما ينقص وسببه',
  look: 'عرض الصفحات',
} as const
