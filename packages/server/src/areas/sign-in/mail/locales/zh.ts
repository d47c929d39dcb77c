import type { MailTexts } from './texts.ts'

export const zh: MailTexts = {
  language: 'zh',
  direction: 'ltr',
  greeting: (name) => `${name}，您好：`,
  copyLink: '如果按钮无法使用，请在浏览器中打开以下地址：',
  passwordReset: ({ minutes }) => ({
    subject: '设置新密码',
    before: ['有人请求为您的账户设置新密码。'],
    button: '设置新密码',
    after: [
      `此链接只能使用一次，${minutes} 分钟内有效。使用后，您的所有会话都会结束。`,
      '如果这不是您本人的操作，则无需处理：您的密码不会改变。',
    ],
  }),
  signInLink: ({ minutes }) => ({
    subject: '您的登录链接',
    before: ['请在您要登录的浏览器中打开此链接。'],
    button: '登录',
    after: [
      `此链接只能使用一次，${minutes} 分钟内有效。`,
      '如果您没有请求此链接，则无需处理。请勿转发：任何持有此链接的人都能以您的身份登录。',
    ],
  }),
  emailChange: ({ minutes }) => ({
    subject: '确认您的新电子邮件地址',
    before: ['您请求将此地址用于您的账户。'],
    button: '确认地址',
    after: [
      `该链接只能使用一次，在您已登录的浏览器中 ${minutes} 分钟内有效。`,
      '如果不是您请求的，您无需做任何事：不会有任何更改。',
    ],
  }),
  emailChanged: () => ({
    subject: '您的电子邮件地址已更改',
    before: ['您的账户现在使用另一个电子邮件地址。有关该账户的邮件不再发送到这里。'],
    button: '打开您的账户',
    after: [
      '如果不是您本人操作，请立即更改密码并退出其他所有会话。如果您已无法进入账户，请联系运行 Verso 的人员。',
    ],
  }),
  invitation: ({ organization, inviter, days }) => ({
    subject: `邀请您加入 ${organization}`,
    before: [`${inviter} 邀请您加入 ${organization}。`],
    button: '接受邀请',
    after: [`此链接只能使用一次，${days} 天内有效，仅供您本人使用。`],
  }),
  invitationOfAccount: ({ organization, inviter }) => ({
    subject: `邀请您加入 ${organization}`,
    before: [`${inviter} 邀请您加入 ${organization}。`, '您已有账户：请登录，然后接受或拒绝邀请。'],
    button: '查看邀请',
    after: ['如果您不认识该组织，可以拒绝或忽略此邀请。'],
  }),
  joinWithLink: ({ organization, days }) => ({
    subject: `加入 ${organization}`,
    before: [`请打开此链接创建账户并加入 ${organization}。`],
    button: '创建账户',
    after: [`此链接只能使用一次，${days} 天内有效。`, '如果您没有请求此链接，则无需处理。'],
  }),
}
