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
  more: (count) => `و${count} أخرى.`,
  preferences: 'اختيار الرسائل التي تصلك',
}
