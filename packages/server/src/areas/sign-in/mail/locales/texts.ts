import type { InterfaceLanguage } from '../../../../common/interface-languages.ts'

/** What a mail says, in one language. Titles and names are put into the places that the functions have for them. */
export interface MailText {
  subject: string
  /** Paragraphs above the button. */
  before: string[]
  button: string
  /** Paragraphs below it. */
  after: string[]
}

/** All texts of mails in one language. */
export interface MailTexts {
  language: InterfaceLanguage
  direction: 'ltr' | 'rtl'
  greeting: (name: string) => string
  /** Above the address in full, for programs that do not show the button. */
  copyLink: string
  passwordReset: (values: { minutes: number }) => MailText
  signInLink: (values: { minutes: number }) => MailText
  /** To the new address of an account. */
  emailChange: (values: { minutes: number }) => MailText
  /** To the address that an account had. */
  emailChanged: () => MailText
  /** For a person who has no account yet. */
  invitation: (values: { organization: string; inviter: string; days: number }) => MailText
  /** For a person who has an account, and accepts or declines in it. */
  invitationOfAccount: (values: { organization: string; inviter: string }) => MailText
  /** For a person who has opened an invite link, and has no account yet. */
  joinWithLink: (values: { organization: string; days: number }) => MailText
}
