import type { NotificationMailTexts } from './texts.ts'

export const zhNotificationMail: NotificationMailTexts = {
  subject: (count) => `新通知：${count} 条`,
  somebody: '有人',
  kinds: {
    mention: (name) => `${name} 提到了你`,
    reply: (name) => `${name} 回复了`,
    comment: (name) => `${name} 评论了你的变更请求`,
    review_requested: (name) => `${name} 请你审阅`,
    approved: (name) => `${name} 批准了变更请求`,
    changes_requested: (name) => `${name} 要求修改`,
    merged: (name) => `${name} 合并了你的变更请求`,
    conflict: () => '你的变更请求有冲突',
    job_failed: () => '同步或翻译失败',
  },
  more: (count) => `还有 ${count} 条。`,
  preferences: '选择你要接收的邮件',
}
