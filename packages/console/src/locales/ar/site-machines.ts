/** What search engines and assistants get of a site. */
export const siteMachines = {
  title: 'البحث والمساعدون',
  notPublished: 'انشر الموقع أولًا، ثم تظهر هنا عناوينه للآلات.',
  engines: 'محركات البحث',
  indexed: 'يمكن لمحركات البحث عرض صفحات هذا الموقع.',
  notIndexed: 'يُطلب من محركات البحث تجاهل هذا الموقع. اختر «الجميع» ضمن الجمهور ليُعثر عليه.',
  descriptions: 'تعرض عنوان الصفحة ووصفها. اكتب الأوصاف عند تحرير الصفحة.',
  assistants: 'المساعدون',
  offer: 'إتاحة الصفحات للمساعدين',
  offerHelp: 'عبر llms.txt وعبر MCP.',
  needsProof: 'يحتاج المساعدون إلى الإثبات نفسه كالقرّاء: هذا الموقع ليس مفتوحًا للجميع.',
  mcp: 'عنوان MCP',
  mcpHelp: 'أضفه إلى عميل MCP بأمره أو في ملف إعداداته:',
  embedding: 'في مواقع أخرى',
  embedOrigins: 'المواقع التي يمكنها عرض هذا الموقع في إطار',
  embedOriginsHelp:
    'واحد في كل سطر، مثل https://www.example.com أو https://*.example.com. إن لم يُذكر أي موقع، فلا يمكن لأحد عرضه.',
  wrongOrigin: (line: string) => `«${line}» ليس عنوان موقع.`,
  embeddingNeedsProof:
    'القراء الذين يحتاجون إلى إثبات لا يمكنهم تقديمه في إطار موقع آخر: لا تُعرض هناك إلا المواقع المفتوحة للجميع أو لكل من لديه العنوان.',
  embeddingCode: 'تعرضه تلك المواقع بهذا:',
} as const
