import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** A TCP connection to a server, for clients that do not behave. It never closes its own side. */
export class RawConnection {
  readonly #socket: Socket
  /** What the server has sent. */
  received = ''
  /** Resolves when the server has closed the connection. */
  readonly closed: Promise<void>

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.setEncoding('utf8').on('data', (text: string) => (this.received += text))
    socket.on('error', () => undefined)
    const { promise, resolve } = Promise.withResolvers<void>()
    this.closed = promise
    socket.once('end', resolve).once('close', () => resolve())
  }

  static async open(port: number): Promise<RawConnection> {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    await once(socket, 'connect')
    return new RawConnection(socket)
  }

  get isClosed(): boolean {
    return this.#socket.readableEnded || this.#socket.destroyed
  }

  send(text: string): void {
    if (this.#socket.writable) this.#socket.write(text)
  }

  destroy(): void {
    this.#socket.destroy()
  }
}
