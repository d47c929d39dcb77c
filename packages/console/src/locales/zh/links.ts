/** The links of a space. */
export const links = {
  title: '链接',
  broken: '失效',
  all: '全部',
  which: '显示哪些链接',
  noBroken: '没有失效的链接',
  noBrokenText: '指向页面、文件或空间的每个链接都有效。',
  none: '还没有链接',
  noneText: '此空间页面中的链接及其去向列在这里。',
  gone: '不存在的内容',
  on: '位于',
  places: (count: number) => `${count} 处`,
} as const
