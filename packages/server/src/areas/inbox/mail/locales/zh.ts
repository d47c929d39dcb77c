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
  mergeCanceled: {
    canceled: (name) => `${name} 取消了计划的合并`,
    archived: (name) => `未按计划合并：${name} 归档了变更请求`,
    permission: () => '未按计划合并：计划的人不再有权合并',
    changes: () => '未按计划合并：没有可合并的内容',
    approval: () => '未按计划合并：之后有无权合并的人做了修改，且无人批准',
    rules: () => '未按计划合并：未满足合并规则',
    conflicts: () => '未按计划合并：与空间存在冲突',
  },
  more: (count) => `还有 ${count} 条。`,
  preferences: '选择你要接收的邮件',
}
