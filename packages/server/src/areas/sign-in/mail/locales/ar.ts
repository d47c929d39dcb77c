import type { MailTexts } from './texts.ts'

export const ar: MailTexts = {
  language: 'ar',
  direction: 'rtl',
  greeting: (name) => `مرحبًا ${name}،`,
  copyLink: 'إذا لم يعمل الزر، فافتح هذا العنوان في متصفحك:',
  passwordReset: ({ minutes }) => ({
    subject: 'اختر كلمة مرور جديدة',
    before: ['طُلبت كلمة مرور جديدة لحسابك.'],
    button: 'اختيار كلمة مرور جديدة',
    after: [
      `يعمل الرابط مرة واحدة، ومدة صلاحيته بالدقائق: ${minutes}. وهو يُنهي جميع جلساتك.`,
      'إذا لم تطلب ذلك، فلا حاجة إلى فعل أي شيء: تبقى كلمة مرورك كما هي.',
    ],
  }),
  signInLink: ({ minutes }) => ({
    subject: 'رابط تسجيل الدخول',
    before: ['افتح هذا الرابط في المتصفح الذي تريد تسجيل الدخول منه.'],
    button: 'تسجيل الدخول',
    after: [
      `يعمل الرابط مرة واحدة، ومدة صلاحيته بالدقائق: ${minutes}.`,
      'إذا لم تطلبه، فلا حاجة إلى فعل أي شيء. لا تشاركه مع أحد: من يملكه يستطيع الدخول باسمك.',
    ],
  }),
  invitation: ({ organization, inviter, days }) => ({
    subject: `دعوة إلى ${organization}`,
    before: [`يدعوك ${inviter} إلى العمل في ${organization}.`],
    button: 'قبول الدعوة',
    after: [`يعمل الرابط مرة واحدة، ومدة صلاحيته بالأيام: ${days}. وهو مخصص لك وحدك.`],
  }),
  invitationOfAccount: ({ organization, inviter }) => ({
    subject: `دعوة إلى ${organization}`,
    before: [
      `يدعوك ${inviter} إلى العمل في ${organization}.`,
      'لديك حساب بالفعل: سجّل الدخول ثم اقبل الدعوة أو ارفضها.',
    ],
    button: 'عرض الدعوة',
    after: ['إذا كنت لا تعرف هذه المؤسسة، فيمكنك رفض الدعوة أو تجاهلها.'],
  }),
  joinWithLink: ({ organization, days }) => ({
    subject: `الانضمام إلى ${organization}`,
    before: [`افتح هذا الرابط لإنشاء حسابك والانضمام إلى ${organization}.`],
    button: 'إنشاء حساب',
    after: [`يعمل الرابط مرة واحدة، ومدة صلاحيته بالأيام: ${days}.`, 'إذا لم تطلبه، فلا حاجة إلى فعل أي شيء.'],
  }),
}
