/** Bringing content into a space. */
export const imports = {
  title: '导入',
  text: '导入的内容会添加在此空间现有页面之后。现有页面不会改变。',
  source: '你想导入什么？',
  sources: {
    website: { label: '网站', help: '某个地址下的所有页面及其图片。' },
    zip: { label: '压缩包', help: '包含 Markdown、HTML 和 Word 文件及其图片的 ZIP。' },
    markdown: { label: 'Markdown 文件', help: '一个页面。' },
    docx: { label: 'Word 文档', help: '一个页面，包含图片和表格。' },
    notion: { label: 'Notion', help: 'Notion 以 Markdown 或 HTML 导出的压缩包。' },
    confluence: { label: 'Confluence', help: '空间的 HTML 导出文件。' },
    'google-docs': { label: 'Google 文档', help: '任何持有者都能打开的共享链接。' },
    'github-wiki': { label: 'GitHub Wiki', help: 'Wiki 的地址。' },
    html: { label: '网页', help: '一个页面，不含正文以外的部分。' },
  },
  file: '文件',
  drop: '将文件拖放到此处',
  choose: '选择文件',
  address: '地址',
  orAddress: '或其地址',
  addressHelp: 'Verso 必须无需登录即可访问该地址。',
  start: '导入',
  uploading: '正在发送文件。',
  running: '正在获取和转换页面。大型导入需要几分钟。',
  failed: '未导入任何内容。',
  done: (imported: number, total: number) =>
    imported === total
      ? `已全部导入：${total} 个页面和文件。`
      : `${total} 个页面和文件中已导入 ${imported} 个。`,
  missing: '缺失的内容及原因',
  look: '查看页面',
} as const
