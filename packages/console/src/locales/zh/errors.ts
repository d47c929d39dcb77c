/** What is said when something does not work. */
export const errors = {
  network: '无法连接服务器。请检查网络连接后重试。',
  loadFailed: '无法加载此内容。',
  request: (id: string) => `请求 ${id}`,
  notFoundTitle: '这里没有内容，或你无权查看',
  notFoundText: '地址可能有误，内容可能已删除，或者你需要访问权限。管理员可以授予你权限。',
  toHome: '前往首页',
  crashedTitle: '此界面出错了',
  crashedText: '你的内容已安全保存在服务器上。请重新加载页面以继续。',
  reload: '重新加载',
  offline: '你已离线。现在的操作会在恢复连接后发送。',
  notAllowed: '你没有此操作所需的角色。',
} as const
