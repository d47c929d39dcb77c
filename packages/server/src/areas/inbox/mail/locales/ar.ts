import type { NotificationMailTexts } from './texts.ts'

export const arNotificationMail: NotificationMailTexts = {
  subject: (count) => `إشعارات جديدة: ${count}`,
  somebody: 'شخص ما',
  kinds: {
    mention: (name) => `أشار ${name} إليك`,
    reply: (name) => `رد ${name}`,
    comment: (name) => `علّق ${name} على طلب التغيير الخاص بك`,
    review_requested: (name) => `يطلب ${name} مراجعتك`,
    approved: (name) => `وافق ${name} على طلب التغيير`,
    changes_requested: (name) => `يطلب ${name} تعديلات`,
    merged: (name) => `دمج ${name} طلب التغيير الخاص بك`,
    conflict: () => 'في طلب التغيير الخاص بك تعارضات',
    job_failed: () => 'فشلت مزامنة أو ترجمة',
  },
  mergeCanceled: {
    canceled: (name) => `ألغى ${name} الدمج المخطط له`,
    archived: (name) => `لم يتم الدمج كما خُطط له: أرشف ${name} طلب التغيير`,
    permission: () => 'لم يتم الدمج كما خُطط له: لم يعد من خطط له مخوّلًا بالدمج',
    changes: () => 'لم يتم الدمج كما خُطط له: لم يكن هناك ما يُدمج',
    approval: () => 'لم يتم الدمج كما خُطط له: عدّل المحتوى بعد ذلك شخص غير مخوّل بالدمج، ولم يوافق أحد على ذلك',
    rules: () => 'لم يتم الدمج كما خُطط له: لم تتحقق قواعد الدمج',
    conflicts: () => 'لم يتم الدمج كما خُطط له: هناك تعارضات مع المساحة',
  },
  more: (count) => `و${count} أخرى.`,
  preferences: 'اختيار الرسائل التي تصلك',
}
