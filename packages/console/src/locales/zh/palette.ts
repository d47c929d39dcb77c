/** The command palette and the list of keys. */
export const palette = {
  open: '搜索或运行命令',
  placeholder: '搜索页面、空间和命令',
  results: '结果',
  nothingFound: '未找到任何内容。请换个词试试。',
  incomplete: '新页面仍在编入索引，稍后可以找到更多。',
  commands: '命令',
  spaces: '空间',
  pages: '页面',
  walkTree: '在树中移动',
  openRow: '展开和收起树中的行',
  moveRow: '移动页面或空间',
  closeAny: '关闭已打开的内容',
} as const
