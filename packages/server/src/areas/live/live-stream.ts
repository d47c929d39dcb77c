import { Readable } from 'node:stream'
import type { FollowingCaller, PageKey } from './repository.ts'
import type { LiveUpdate } from './schema.ts'

/** A client that takes its messages so slowly is better off when it connects again. */
const MAX_BUFFERED_BYTES = 4 * 1024 * 1024

/** One response that stays open and tells of one page, in the format of server-sent events. */
export class LiveStream {
  readonly caller: FollowingCaller
  readonly key: PageKey
  readonly sessionId: string
  readonly readable: Readable
  /** The last version that was sent. */
  version: number
  /** Whether it stays open after what there was when it was opened. */
  readonly #follows: boolean
  #lastState = ''

  constructor(
    caller: FollowingCaller,
    {
      key,
      sessionId,
      version,
      follows,
      onClose,
    }: {
      key: PageKey
      sessionId: string
      version: number
      follows: boolean
      onClose: (stream: LiveStream) => void
    },
  ) {
    this.caller = caller
    this.key = key
    this.sessionId = sessionId
    this.version = version
    this.#follows = follows
    this.readable = new Readable({ read: () => undefined, highWaterMark: MAX_BUFFERED_BYTES })
    this.readable.once('close', () => onClose(this))
  }

  /** Sends an update if there is anything in it that was not sent yet. */
  send({ commits, ...state }: LiveUpdate): void {
    const stateText = JSON.stringify(state)
    if (commits.length === 0 && stateText === this.#lastState) return
    this.#lastState = stateText
    this.version = commits.at(-1)?.version ?? this.version
    this.#write(`id: ${this.version}\ndata: ${JSON.stringify({ ...state, commits })}\n\n`)
    if (!this.#follows) this.end()
  }

  /** Keeps proxies from closing a connection on which nothing happens. */
  sendHeartbeat(): void {
    this.#write(': nothing new\n\n')
  }

  /** Says why no more will come. */
  close(reason: NonNullable<LiveUpdate['closed']>): void {
    const update: LiveUpdate = {
      object: 'live-update',
      session: this.sessionId,
      version: this.version,
      savedVersion: 0,
      revision: '',
      commits: [],
      closed: reason,
    }
    this.#write(`data: ${JSON.stringify(update)}\n\n`)
    this.end()
  }

  end(): void {
    if (!this.readable.destroyed && !this.readable.readableEnded) this.readable.push(null)
  }

  #write(text: string): void {
    if (this.readable.destroyed || this.readable.readableEnded) return
    this.readable.push(text)
    if (this.readable.readableLength > MAX_BUFFERED_BYTES) this.readable.destroy()
  }
}
