import { Readable } from 'node:stream'
import type { WatchingCaller } from './repository.ts'
import type { OrganizationEvent } from './schema.ts'

/** A client that takes its events so slowly is better off when it connects again, and resumes. */
const MAX_BUFFERED_BYTES = 1024 * 1024

/** One response that stays open, in the format of server-sent events. */
export class EventStream {
  readonly caller: WatchingCaller
  readonly readable: Readable
  /** The last position that was sent, or decided not to be for this caller. */
  position: number
  /** Whether it ends once everything that there is was sent. */
  readonly follows: boolean

  constructor(
    caller: WatchingCaller,
    {
      position,
      follows,
      onClose,
    }: { position: number; follows: boolean; onClose: (stream: EventStream) => void },
  ) {
    this.caller = caller
    this.position = position
    this.follows = follows
    this.readable = new Readable({ read: () => undefined, highWaterMark: MAX_BUFFERED_BYTES })
    this.readable.once('close', () => onClose(this))
  }

  send(event: OrganizationEvent): void {
    this.#write(`id: ${event.id}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
  }

  /** Keeps proxies from closing a connection on which nothing happens, and finds those that broke. */
  sendHeartbeat(): void {
    // An id without data is no event, but what the client resumes from.
    this.#write(`id: ${this.position}\n: nothing new\n\n`)
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
