/** The settings of a site: its name, its people, its end. */
export const siteSettings = {
  access: '谁可以查看和编辑此站点',
  levelInherit: '与组织相同',
  defaultLevelHelp: '这是控制台中对组织成员的设置。谁能阅读已发布的站点，在“受众”中设置。',
  givenText: '在此站点上授予的角色。如果空间没有另外规定，也适用于其空间。',
  noneGiven: '此站点本身没有授予角色。',
  deleteSite: '删除站点',
  deleteText: '读者会立即看到“未找到”。结构、外观、重定向和分享链接会丢失。空间及其页面会保留。',
  deleteTitle: (name: string) => `删除 ${name}？`,
  deleted: (name: string) => `已删除 ${name}。`,
} as const
