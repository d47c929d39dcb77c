import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { waitFor } from './wait-for.ts'

export interface ReceivedMail extends Email {
  /** Whom the server was told to deliver it to. */
  recipients: string[]
  /** As it came, headers included. */
  raw: string
}

/** An SMTP server that keeps what it gets. */
export class MailServer {
  readonly #received: { raw: string; recipients: string[] }[] = []
  readonly #server: SMTPServer
  /** How many mails are still refused before one is taken. */
  refusals = 0
  url = ''

  private constructor() {
    this.#server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData: (stream, { envelope }, done) => {
        const chunks: Buffer[] = []
        const recipients = envelope.rcptTo.map(({ address }) => address)
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('end', () => this.#receive(Buffer.concat(chunks).toString('utf8'), recipients, done))
      },
    })
  }

  #receive(raw: string, recipients: string[], done: (error?: Error) => void): void {
    if (this.refusals > 0) {
      this.refusals--
      return done(new Error('Try again later'))
    }
    this.#received.push({ raw, recipients })
    done()
  }

  static async start(): Promise<MailServer> {
    const server = new MailServer()
    await new Promise<void>((resolve) => server.#server.listen(0, '127.0.0.1', resolve))
    const { port } = server.#server.server.address() as AddressInfo
    server.url = `smtp://127.0.0.1:${port}`
    return server
  }

  /** Whether there is a mail to this address that has not been read. */
  hasMail = (address: string): boolean =>
    this.#received.some(({ recipients }) => recipients.includes(address))

  /** Waits for the first mail to this address that has not been read yet. */
  async read(address: string): Promise<ReceivedMail> {
    const mail = await waitFor(`a mail to ${address}`, () =>
      this.#received.find(({ recipients }) => recipients.includes(address)),
    )
    this.#received.splice(this.#received.indexOf(mail), 1)
    return { ...(await PostalMime.parse(mail.raw)), ...mail }
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.#server.close(() => resolve()))
  }
}

/** The link in the plain text of a mail. */
export const readMailedLink = ({ text = '' }: ReceivedMail): string => /https?:\S+/.exec(text)?.[0] ?? ''
