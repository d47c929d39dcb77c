/** The history of a page. */
export const pageHistory = {
  title: '页面历史记录',
  emptyTitle: '此页面没有自己的历史记录',
  emptyText: '它由 OpenAPI 规范等来源生成。来源更改时，会显示在空间的历史记录中。',
  created: '创建了页面',
  deleted: '删除了页面',
  text: '更改了正文',
  settings: '更改了设置',
  renamed: (before: string, after: string) => `从“${before}”重命名为“${after}”`,
  moved: (before: string, after: string) => `从 ${before} 移动到 ${after}`,
  topLevel: '顶层',
  reordered: '在同级页面中移动',
  compare: '更改内容',
  open: '当时的页面',
  commit: '提交',
  changeRequest: (number: number) => `变更请求 #${number}`,
  restoreTitle: (when: string) => `要恢复 ${when} 的页面吗？`,
  restoreText:
    '将创建一个变更请求来恢复该页面的正文、标题和设置，页面位置不变。在你合并之前，读者看到的内容不变。',
  restoreSubject: (page: string, when: string) => `将“${page}”恢复到 ${when}`,
  former: (when: string) => `这是 ${when} 时的页面。`,
  openCurrent: '当前页面',
} as const
