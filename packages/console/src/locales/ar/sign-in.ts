/** Signing in and out, and the pages that links lead to. */
export const signIn = {
  title: 'تسجيل الدخول',
  email: 'البريد الإلكتروني',
  password: 'كلمة المرور',
  submit: 'تسجيل الدخول',
  lostAccess: 'تعذّر الدخول؟ اطلب رابطًا من مسؤول.',
  again: 'تسجيل الدخول من جديد',
  againText: 'انتهت جلستك. سجّل الدخول وتابع من حيث كنت: لا يضيع شيء مما كتبته.',
  confirm: 'تأكيد هويتك',
  confirmText: 'يتطلب هذا التغيير تسجيل دخول خلال آخر عشر دقائق.',
} as const
