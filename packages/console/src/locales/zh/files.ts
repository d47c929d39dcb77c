/** The files of a space. */
export const files = {
  title: '文件',
  find: '查找文件',
  nothingFound: '没有此名称的文件。',
  emptyTitle: '此空间没有文件',
  emptyText: '图片和其他文件来自导入或 Git，或在撰写页面时添加。',
  open: (name: string) => `打开 ${name}`,
  uses: '使用位置',
  unused: '没有页面使用它。',
} as const
