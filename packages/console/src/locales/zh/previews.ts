/** Links that show a change request to people without an account. */
export const previews = {
  title: '分享预览',
  explanation: '拥有链接的人可以在网站中看到此空间以及此变更请求的更改。无需账户，也看不到其他内容。',
  site: '网站',
  ends: '结束',
  inDays: (days: number) => `${days} 天后`,
  endsAt: (date: string) => `${date} 结束`,
  create: '创建并复制链接',
  copied: '链接已复制。',
  copyLink: (name: string) => `复制链接：${name}`,
  endLink: (name: string) => `结束链接：${name}`,
  noSite: '还没有网站显示此空间。请先将其添加到网站。',
} as const
