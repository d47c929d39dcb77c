import { countOf } from './plural.ts'

export const find = {
  title: 'بحث واستبدال',
  find: 'بحث',
  replaceWith: 'استبدال بـ',
  matchCase: 'مطابقة حالة الأحرف',
  wholeWords: 'كلمات كاملة',
  findAll: 'بحث عن الكل',
  introTitle: 'ابحث عن كلمات في كل صفحة',
  introText:
    'يشمل البحث عناوين كل صفحات طلب التغيير هذا ومحتوياته القابلة لإعادة الاستخدام وأوصافها ونصوصها. سترى كل موضع قبل استبدال أي شيء.',
  places: (count: number) =>
    countOf(count, { one: 'موضع واحد', two: 'موضعان', few: 'مواضع', many: 'موضعًا', other: 'موضع' }),
  pages: (count: number) =>
    countOf(count, { one: 'صفحة واحدة', two: 'صفحتان', few: 'صفحات', many: 'صفحة', other: 'صفحة' }),
  reusableContent: 'محتوى قابل لإعادة الاستخدام',
  reusableContents: (count: number) =>
    countOf(count, {
      one: 'محتوى واحد قابل لإعادة الاستخدام',
      two: 'محتويان قابلان لإعادة الاستخدام',
      few: 'محتويات قابلة لإعادة الاستخدام',
      many: 'محتوى قابلًا لإعادة الاستخدام',
      other: 'محتوى قابل لإعادة الاستخدام',
    }),
  searching: (done: number, total: number) => `جارٍ البحث: ${done} من ${total} صفحة`,
  found: (places: string, pages: string) => `${places} في ${pages}`,
  nothing: 'لم يُعثر على شيء.',
  failed: 'تعذّر إكمال البحث',
  more: 'هناك مواضع أخرى. استبدل هذه أولًا، أو ابحث عن شيء أطول.',
  moreOnPage: 'في هذه الصفحة مواضع أخرى، يُعثر عليها بعد استبدال هذه.',
  unsaved: 'تعذّر حفظ آخر ما كتبته، ولذلك لا يشمله البحث.',
  unreadable: (pages: string) => `لم يُبحث فيها لأن قراءتها تستغرق وقتًا طويلًا: ${pages}`,
  allOnPage: (title: string) => `كل المواضع في ${title}`,
  replace: (places: string) => `استبدال ${places}`,
  remove: (places: string) => `حذف ${places}`,
  replacing: (done: number, total: number) => `جارٍ الاستبدال: ${done} من ${total} صفحة`,
  replaced: (places: string, pages: string) => `تم الاستبدال: ${places} في ${pages}`,
  undoing: (done: number, total: number) => `جارٍ التراجع: ${done} من ${total} صفحة`,
  undone: 'عاد كل شيء كما كان.',
  stopped: 'تعذّر إتمام كل شيء',
  leftTitle: (pages: string) => `بقيت كما هي: ${pages}`,
  outdated: 'كتب أحدهم فيها منذ ذلك الحين. ابحث من جديد لتراها كما هي الآن.',
  missing: 'لم تعد في طلب التغيير.',
  kinds: {
    title: 'العنوان',
    description: 'الوصف',
    heading: 'عنوان فرعي',
    code: 'شيفرة',
    label: 'تسمية',
  },
} as const
