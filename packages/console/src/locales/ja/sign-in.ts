/** Signing in and out, and the pages that links lead to. */
export const signIn = {
  title: 'サインイン',
  email: 'メールアドレス',
  password: 'パスワード',
  submit: 'サインイン',
  lostAccess: 'サインインできない場合は、管理者にリンクを依頼してください。',
  again: 'もう一度サインイン',
  againText:
    'セッションが終了しました。サインインすると、元の場所から続けられます。入力した内容は失われません。',
  confirm: '本人確認',
  confirmText: 'この変更には、10 分以内のサインインが必要です。',
} as const
