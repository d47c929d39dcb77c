/** The keys and the runs of a space's repository. */
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
} as const
