import type { LiveUpdate } from '../areas/live/schema.ts'
import { waitFor } from './wait-for.ts'

/** A client of the stream of a live page, which collects what it hears. */
export class LiveReader {
  readonly updates: LiveUpdate[] = []
  readonly #controller = new AbortController()
  #hasEnded = false

  /** Connects, and throws when the server does not answer 200. */
  static async open(
    origin: string,
    livePath: string,
    token: string,
    { session, since }: { session: string; since: number },
  ): Promise<LiveReader> {
    const reader = new LiveReader()
    const response = await fetch(`${origin}/v1${livePath}/stream?session=${session}&since=${since}`, {
      headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
      signal: reader.#controller.signal,
    })
    if (response.status !== 200 || !response.body) throw new Error(`the stream answered ${response.status}`)
    void reader.#read(response.body).catch(() => (reader.#hasEnded = true))
    await waitFor('the first update', () => reader.updates.length > 0)
    return reader
  }

  get hasEnded(): boolean {
    return this.#hasEnded
  }

  get commits(): LiveUpdate['commits'] {
    return this.updates.flatMap(({ commits }) => commits)
  }

  get last(): LiveUpdate | undefined {
    return this.updates.at(-1)
  }

  close(): void {
    this.#controller.abort()
  }

  async #read(body: ReadableStream<Uint8Array>): Promise<void> {
    const decoder = new TextDecoder()
    let text = ''
    for await (const bytes of body) {
      text += decoder.decode(bytes, { stream: true })
      const messages = text.split('\n\n')
      text = messages.pop() ?? ''
      for (const message of messages) {
        const data = message.split('\n').find((line) => line.startsWith('data: '))
        // The server writes updates of this schema.
        if (data !== undefined) this.updates.push(JSON.parse(data.slice(6)) as LiveUpdate)
      }
    }
    this.#hasEnded = true
  }
}
