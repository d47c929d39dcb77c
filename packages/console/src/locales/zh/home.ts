export const home = {
  title: '首页',
  newSpace: '新建空间',
  importContent: '导入',
  waitingForReview: '等你审阅',
  yourChangeRequests: '你的变更请求',
  recentSpaces: '最近更改',
  noSpacesTitle: '从一个空间开始',
  noSpacesText: '空间用来存放一个产品或一个主题的页面。你可以导入已有内容，或从模板、空白空间开始。',
  noSpacesForReaders: '还没有你可以查看的空间。具有创建者角色的人可以创建空间。',
  nothingWaiting: '没有等你审阅的内容。',
  noDrafts: '你没有进行中的变更请求。',
  changed: (when: string) => `更改于 ${when}`,
} as const
