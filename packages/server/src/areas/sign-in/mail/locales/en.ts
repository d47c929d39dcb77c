import type { MailTexts } from './texts.ts'

export const en: MailTexts = {
  language: 'en',
  direction: 'ltr',
  greeting: (name) => `Hello ${name},`,
  copyLink: 'If the button does not work, open this address in your browser:',
  passwordReset: ({ minutes }) => ({
    subject: 'Choose a new password',
    before: ['Somebody has asked for a new password for your account.'],
    button: 'Choose a new password',
    after: [
      `The link works once, and for ${minutes} minutes. It ends all your sessions.`,
      'If it was not you, you need not do anything: your password stays as it is.',
    ],
  }),
  signInLink: ({ minutes }) => ({
    subject: 'Your link to sign in',
    before: ['Open this link in the browser that you want to sign in with.'],
    button: 'Sign in',
    after: [
      `The link works once, and for ${minutes} minutes.`,
      'If you did not ask for it, you need not do anything. Do not pass it on: whoever has it can sign in as you.',
    ],
  }),
  emailChange: ({ minutes }) => ({
    subject: 'Confirm your new e-mail address',
    before: ['You have asked to use this address for your account.'],
    button: 'Confirm the address',
    after: [
      `The link works once, and for ${minutes} minutes, where you are signed in.`,
      'If you did not ask for it, you need not do anything: nothing changes.',
    ],
  }),
  emailChanged: () => ({
    subject: 'Your e-mail address was changed',
    before: ['Your account has another e-mail address now. Mails about it no longer come here.'],
    button: 'Open your account',
    after: [
      'If it was not you, change your password and sign out everywhere else at once. If you cannot get into your account any more, ask whoever runs Verso for you.',
    ],
  }),
  invitation: ({ organization, inviter, days }) => ({
    subject: `Invitation to ${organization}`,
    before: [`${inviter} invites you to work in ${organization}.`],
    button: 'Accept the invitation',
    after: [`The link works once, and for ${days} days. It is meant for you alone.`],
  }),
  invitationOfAccount: ({ organization, inviter }) => ({
    subject: `Invitation to ${organization}`,
    before: [
      `${inviter} invites you to work in ${organization}.`,
      'You have an account already: sign in, and accept or decline.',
    ],
    button: 'See the invitation',
    after: ['If you do not know the organization, you can decline or ignore the invitation.'],
  }),
  joinWithLink: ({ organization, days }) => ({
    subject: `Join ${organization}`,
    before: [`Open this link to create your account and to join ${organization}.`],
    button: 'Create an account',
    after: [
      `The link works once, and for ${days} days.`,
      'If you did not ask for it, you need not do anything.',
    ],
  }),
}
