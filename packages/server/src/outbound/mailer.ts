import { createTransport, type Transporter } from 'nodemailer'
import { seconds } from '../common/clock.ts'

/** The SMTP server that takes the mails of this installation, and whom they are from. */
export interface MailSettings {
  /** With the user and the password, if there are any. */
  url: string
  from: string
}

export interface Mail {
  to: { name: string; address: string }
  subject: string
  text: string
  html: string
  /** The language that it is written in. */
  language: string
  /** Where one says that one wants no more of such mails. */
  unsubscribeUrl?: string
}

const CONNECT_TIMEOUT_MS = 15 * seconds
const SOCKET_TIMEOUT_MS = 60 * seconds

/** Hands mails to the SMTP server that the operator has set. */
export class Mailer {
  readonly #transport: Transporter
  readonly #from: string

  constructor({ url, from }: MailSettings) {
    this.#from = from
    this.#transport = createTransport({
      url,
      connectionTimeout: CONNECT_TIMEOUT_MS,
      greetingTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: SOCKET_TIMEOUT_MS,
      // A text never names a file or a URL that the library should read.
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  }

  /** Throws when the server does not take it. */
  async send({ to, subject, text, html, language, unsubscribeUrl }: Mail): Promise<void> {
    await this.#transport.sendMail({
      from: this.#from,
      to: { name: removeLineBreaks(to.name), address: removeLineBreaks(to.address) },
      subject: removeLineBreaks(subject),
      text,
      html,
      // Programs that answer mails by themselves do not answer these.
      headers: {
        'Auto-Submitted': 'auto-generated',
        'Content-Language': language,
        ...(unsubscribeUrl !== undefined && { 'List-Unsubscribe': `<${unsubscribeUrl}>` }),
      },
    })
  }

  close(): void {
    this.#transport.close()
  }
}

/** A line break in a name or a title would begin a header of its own. */
const removeLineBreaks = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
