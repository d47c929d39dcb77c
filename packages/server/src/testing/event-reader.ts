import type { AddressInfo } from 'node:net'
import type { OrganizationEvent } from '../areas/events/schema.ts'
import type { TestApp } from './app.ts'
import { waitFor } from './wait-for.ts'

/** Makes an application answer over HTTP, and returns its address. */
export async function listenLocally(app: TestApp): Promise<string> {
  await app.app.http.listen({ port: 0, host: '127.0.0.1' })
  // A server that listens on a port has an address with one.
  return `http://127.0.0.1:${(app.app.http.server.address() as AddressInfo).port}`
}

/** A client of the stream of events, which collects what it hears. */
export class EventReader {
  readonly events: OrganizationEvent[] = []
  readonly #controller = new AbortController()
  #lastId: string | undefined
  #hasEnded = false

  /** Connects, and throws when the server does not answer 200. */
  static async open(
    origin: string,
    organizationId: string,
    token: string,
    { lastEventId }: { lastEventId?: string | undefined } = {},
  ): Promise<EventReader> {
    const reader = new EventReader()
    const response = await fetch(`${origin}/v1/orgs/${organizationId}/events/stream`, {
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'text/event-stream',
        ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
      },
      signal: reader.#controller.signal,
    })
    if (response.status !== 200 || !response.body) throw new Error(`the stream answered ${response.status}`)
    void reader.#read(response.body).catch(() => (reader.#hasEnded = true))
    await waitFor('the first event', () => reader.events.length > 0)
    return reader
  }

  /** The id that a browser would resume from. */
  get lastId(): string {
    return this.#lastId ?? ''
  }

  get hasEnded(): boolean {
    return this.#hasEnded
  }

  get types(): string[] {
    return this.events.map(({ type }) => type)
  }

  /** Waits for an event with these fields. */
  waitForEvent(fields: Partial<OrganizationEvent>): Promise<OrganizationEvent> {
    return waitFor(`the event ${JSON.stringify(fields)}`, () => this.find(fields))
  }

  find(fields: Partial<OrganizationEvent>): OrganizationEvent | undefined {
    return this.events.find((event) =>
      Object.entries(fields).every(([name, value]) => event[name as keyof OrganizationEvent] === value),
    )
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
      for (const message of messages) this.#readMessage(message)
    }
    this.#hasEnded = true
  }

  #readMessage(message: string): void {
    const lines = message.split('\n')
    const id = lines.find((line) => line.startsWith('id: '))
    const data = lines.find((line) => line.startsWith('data: '))
    if (id !== undefined) this.#lastId = id.slice(4)
    // The server writes events of this schema.
    if (data !== undefined) this.events.push(JSON.parse(data.slice(6)) as OrganizationEvent)
  }
}
