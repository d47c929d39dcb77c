/** Signing in and out, and the pages that links lead to. */
export const signIn = {
  title: '登录',
  email: '电子邮箱',
  password: '密码',
  submit: '登录',
  lostAccess: '无法登录？请向管理员索取链接。',
  again: '重新登录',
  againText: '你的会话已结束。登录后可从原处继续，已输入的内容不会丢失。',
  confirm: '确认是你本人',
  confirmText: '此更改需要你在最近十分钟内登录过。',
} as const
