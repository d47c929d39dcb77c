/** The repository of a space or a site: keys, runs, previews, pushes. */
export const gitSync = {
  keys: 'مفاتيح SSH',
  keysHelp:
    'لمستودع عبر ssh أنشئ مفتاحًا هنا وأضف نصفه العام إلى المستودع: في GitHub وGitLab كمفتاح نشر، مع حق الكتابة إن كنت تصدّر.',
  keysNone: 'لا مفتاح لهذه المساحة.',
  keysFull: 'للمساحة ثلاثة مفاتيح على الأكثر. احذف واحدًا لإنشاء آخر.',
  createKey: 'إنشاء مفتاح',
  publicKey: 'النصف العام',
  keyMade: (when: string) => `أُنشئ ${when}`,
  deleteKey: 'حذف المفتاح',
  deleteKeyFor: (fingerprint: string) => `حذف المفتاح ${fingerprint}`,
  deleteKeyTitle: 'حذف هذا المفتاح؟',
  deleteKeyText: 'لن يستطيع Verso فتح المستودعات به بعد ذلك. لا يمكن استعادته.',
  keyDeleted: 'حُذف المفتاح.',
  runs: 'آخر مرات التنفيذ',
  runsNone: 'لم يُنفّذ شيء في آخر 30 يومًا.',
  conflict: 'غيّر Git والمساحة الأسطر نفسها',
  conflictText:
    'لم يُستبدل شيء في المساحة. الجانبان في طلب تغيير: ادمجه أو أرشفه لحل التعارض. تُضاف إليه الإيداعات التي تصل في الأثناء.',
  openConflict: 'فتح طلب التغيير',
  skipped: 'ما تُرك جانبًا',
  urlHelp:
    'مثال: https://github.com/fernwall/docs.git. للمستودع الخاص أضف اسمًا ورمز وصول: https://name:token@github.com/…',
  urlWrong: 'يجب أن يبدأ العنوان بـ https:// أو http:// أو ssh://.',
  preview: 'معاينة',
  previewTitles: { import: 'ما سيغيّره الاستيراد', export: 'ما سيغيّره التصدير' },
  previewRunning: 'تجري قراءة المستودع. لا يُكتب شيء.',
  previewFailed: 'لا توجد معاينة',
  previewCanceled: 'بدأت في هذه الأثناء معاينة أخرى لهذه المساحة.',
  previewNothing: 'لن يتغيّر شيء. ستُربط المساحة بالمستودع فقط.',
  previewCounts: (added: string, changed: string, removed: string) =>
    `مضاف: ${added}، معدّل: ${changed}، محذوف: ${removed}`,
  previewChanges: { remove: 'محذوف', change: 'معدّل', add: 'مضاف' },
  previewKinds: {
    page: 'صفحة',
    file: 'ملف',
    'reusable-content': 'محتوى قابل لإعادة الاستخدام',
    variable: 'متغيّر',
  },
  previewMore: (count: string) => `و${count} أخرى`,
  previewSkipped: (count: string) => `ما سيُترك جانبًا (${count})`,
  previewNewBranch: 'الفرع غير موجود بعد. ينشئه التصدير.',
  previewHistory: 'يبقى ما في المساحة الآن في سجلّها.',
  webhookRenew: 'سرّ جديد',
  webhookSecretOnce: 'انسخ السرّ الآن. لن يُعرض مرة أخرى.',
  webhookWhere:
    'في GitHub: ‏Settings → Webhooks بنوع المحتوى application/json. في GitLab: ‏Settings → Webhooks مع وضع السرّ في حقل الرمز السرّي. لا يلزم سوى حدث الدفع (push).',
  webhookUrlHelp:
    'للمستودع الخاص أضف اسمًا ورمز وصول: https://name:token@… يحتفظ بهما Verso مشفّرين إلى أن يُوقف خطاف الويب.',
  siteNone: 'هذا الموقع غير متصل بمستودع',
  siteNoneText:
    'احتفظ ببنية الموقع وصفحات كل مساحاته في مستودع واحد: يذكر الملف gitbook-docs.yaml مما يتكوّن الموقع، ولكل مساحة مجلد.',
  siteImportHelp:
    'يصير الموقع كما يذكر gitbook-docs.yaml (أو docs.yaml) في المستودع. وتُنشأ المساحات التي ليست فيه بعد.',
  siteExportHelp: 'تُكتب بنية الموقع وصفحات كل مساحاته في الفرع بإيداع واحد. وتبقى الملفات الأخرى.',
  siteText: 'تُزامَن معه بنية هذا الموقع وصفحات كل مساحاته. وعبر SSH تُستعمل مفاتيح مساحاته.',
  siteEnd: 'إنهاء المزامنة',
  siteEndTitle: 'إنهاء المزامنة؟',
  siteEndText:
    'يبقى الموقع ومساحاته والمستودع كما هي. وإذا اتصلت من جديد تبدأ من الصفر دون معرفة ما كان مشتركًا بينها.',
  siteEnded: 'لم يعد الموقع يُزامَن.',
} as const
