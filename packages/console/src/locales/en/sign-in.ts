/** Signing in and out. */
export const signIn = {
  title: 'Sign in',
  email: 'E-mail',
  password: 'Password',
  submit: 'Sign in',
  lostAccess: 'Lost access? Ask an administrator for a link.',
  again: 'Sign in again',
  againText: 'Your session has ended. Sign in and go on where you were: nothing you typed is lost.',
  confirm: 'Confirm that it is you',
  confirmText: 'This change needs a sign-in of the last ten minutes.',
} as const
