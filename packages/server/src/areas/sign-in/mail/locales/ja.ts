import type { MailTexts } from './texts.ts'

export const ja: MailTexts = {
  language: 'ja',
  direction: 'ltr',
  greeting: (name) => `${name} 様`,
  copyLink: 'ボタンが動作しない場合は、次のアドレスをブラウザで開いてください。',
  passwordReset: ({ minutes }) => ({
    subject: '新しいパスワードの設定',
    before: ['お使いのアカウントについて、新しいパスワードの設定が要求されました。'],
    button: '新しいパスワードを設定する',
    after: [
      `このリンクは一度だけ、${minutes} 分間有効です。設定すると、すべてのセッションが終了します。`,
      'お心当たりがない場合は、何もする必要はありません。パスワードは変わりません。',
    ],
  }),
  signInLink: ({ minutes }) => ({
    subject: 'サインイン用のリンク',
    before: ['サインインしたいブラウザで、このリンクを開いてください。'],
    button: 'サインインする',
    after: [
      `このリンクは一度だけ、${minutes} 分間有効です。`,
      'お心当たりがない場合は、何もする必要はありません。リンクを持つ人は誰でもサインインできるため、他の人に渡さないでください。',
    ],
  }),
  emailChange: ({ minutes }) => ({
    subject: '新しいメールアドレスの確認',
    before: ['このアドレスをあなたのアカウントで使う申し込みがありました。'],
    button: 'アドレスを確認する',
    after: [
      `リンクはサインインしているブラウザで 1 回だけ、${minutes} 分間有効です。`,
      '心当たりがない場合は何もする必要はありません。何も変わりません。',
    ],
  }),
  emailChanged: () => ({
    subject: 'メールアドレスが変更されました',
    before: [
      'あなたのアカウントのメールアドレスが変更されました。アカウントに関するメールは今後ここには届きません。',
    ],
    button: 'アカウントを開く',
    after: [
      '心当たりがない場合は、すぐにパスワードを変更し、ほかのすべての場所からサインアウトしてください。アカウントに入れない場合は、Verso を運用している人に連絡してください。',
    ],
  }),
  invitation: ({ organization, inviter, days }) => ({
    subject: `${organization} への招待`,
    before: [`${inviter} さんから ${organization} に招待されました。`],
    button: '招待を受ける',
    after: [`このリンクは一度だけ、${days} 日間有効です。ご本人専用です。`],
  }),
  invitationOfAccount: ({ organization, inviter }) => ({
    subject: `${organization} への招待`,
    before: [
      `${inviter} さんから ${organization} に招待されました。`,
      'すでにアカウントをお持ちです。サインインして、承諾または辞退してください。',
    ],
    button: '招待を見る',
    after: ['この組織に心当たりがない場合は、辞退するか、無視してかまいません。'],
  }),
  joinWithLink: ({ organization, days }) => ({
    subject: `${organization} に参加する`,
    before: [`このリンクを開いてアカウントを作成し、${organization} に参加してください。`],
    button: 'アカウントを作成する',
    after: [
      `このリンクは一度だけ、${days} 日間有効です。`,
      'お心当たりがない場合は、何もする必要はありません。',
    ],
  }),
}
