import { setTimeout as sleep } from 'node:timers/promises'
import { schema, SCHEMA_VERSION } from '@verso/editor'
import { TestLiveClient } from '../../packages/editor/src/testing/live-client.ts'
import type { LivePage, LiveUpdate } from '../../packages/server/src/areas/live/schema.ts'
import { sendRequest } from '../support/http.ts'
import { createRandom } from './random.ts'

interface EditorOptions {
  token: string
  /** The address of the live page. */
  url: string
  name: string
  seed: number
}

const MAX_PAUSE_MS = 80
const RETRY_DELAY_MS = 50
/** Longer texts are not written live, so that words are deleted from then on. */
const MAX_TEXT_LENGTH = 20_000

/**
 * Somebody who types words in a live page that others type in too, breaks paragraphs and deletes words of theirs, as the
 * console does it. It remembers which words were confirmed.
 *
 * If the server is killed during a request, the same commit is sent again until it is answered.
 */
export class Editor {
  readonly #options: EditorOptions
  readonly #session: string
  readonly #client: TestLiveClient
  readonly #random: () => number
  /** Words that are typed and not confirmed. */
  #typed: string[] = []
  readonly #confirmed = new Set<string>()
  readonly #problems: string[] = []
  #count = 0
  cutOff = 0

  private constructor(options: EditorOptions, page: LivePage) {
    this.#options = options
    this.#session = page.session
    this.#client = new TestLiveClient(options.name, page.document, page.version)
    this.#random = createRandom(options.seed)
  }

  static async open(options: EditorOptions): Promise<Editor> {
    const { status, body } = await sendRequest<LivePage>(options.url, { token: options.token })
    if (status !== 200) throw new Error(`opening the live page answered ${status}`)
    return new Editor(options, body)
  }

  get confirmed(): readonly string[] {
    return [...this.#confirmed]
  }

  get document(): string {
    return JSON.stringify(this.#client.doc.toJSON())
  }

  /** Types until the signal is aborted. */
  async work(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      this.#edit()
      if (this.#random() < 0.7) await this.#commit()
      else if (this.#random() < 0.5) await this.#read()
      await sleep(this.#random() * MAX_PAUSE_MS)
    }
  }

  /** Waits until everything is confirmed. */
  async settle(): Promise<void> {
    while (!this.#client.isSettled && this.#problems.length === 0) await this.#commit()
  }

  /** Reads what the others have written last, and has the page saved. */
  async finish(): Promise<void> {
    await this.#read()
    await this.#request('POST', '/save', { session: this.#session })
  }

  /** Lists what went wrong, and each confirmed word that is not exactly once in a text. */
  findLosses(text: string): string[] {
    const { lostCount } = this.#client
    return [
      ...this.#problems,
      ...(lostCount > 0 ? [`${lostCount} steps of ${this.#options.name} were left out`] : []),
      ...this.confirmed.flatMap((word) => {
        const count = text.split(word).length - 1
        return count === 1 ? [] : [`${word} is there ${count} times`]
      }),
    ]
  }

  #edit(): void {
    const dice = this.#random()
    const [oldest] = this.#confirmed
    if (oldest !== undefined && (dice < 0.15 || this.#client.text.length > MAX_TEXT_LENGTH)) {
      this.#confirmed.delete(oldest)
      const start = this.#client.find(oldest)
      this.#client.change((transform) => transform.delete(start, start + oldest.length))
    } else if (dice < 0.2) {
      const place = this.#pickPlace()
      this.#client.change((transform) => transform.split(place))
    } else {
      const word = `${this.#options.name}n${this.#count++}z`
      this.#typed.push(word)
      const place = this.#pickPlace()
      this.#client.change((transform) => transform.insert(place, schema.text(` ${word} `)))
    }
  }

  /** A place between two words, so that no word is ever cut in two. */
  #pickPlace(): number {
    const places: number[] = []
    this.#client.doc.descendants((node, start) => {
      if (node.isTextblock) places.push(start + 1 + node.content.size)
      else if (node.isText) {
        for (const { index } of (node.text ?? '').matchAll(/ /g)) places.push(start + index)
      }
    })
    return places[Math.floor(this.#random() * places.length)] ?? 1
  }

  async #commit(): Promise<void> {
    const sent = this.#client.send()
    if (!sent) return
    const { name } = this.#options
    const body = { session: this.#session, schema: SCHEMA_VERSION, client: name, ...sent }
    const update = await this.#request('POST', '/commits', body)
    if (update) this.#take(update)
  }

  async #read(): Promise<void> {
    const update = await this.#request(
      'GET',
      `/commits?session=${this.#session}&since=${this.#client.version}`,
    )
    if (update) this.#take(update)
  }

  #take({ commits }: LiveUpdate): void {
    this.#client.receive(commits)
    if (!this.#client.isSettled) return
    for (const word of this.#typed) this.#confirmed.add(word)
    this.#typed = []
  }

  /** Sends a request until it is answered; undefined where the answer is a refusal. */
  async #request(method: string, path: string, body?: object): Promise<LiveUpdate | undefined> {
    const { url, token, name } = this.#options
    for (;;) {
      const response = await sendRequest<LiveUpdate>(`${url}${path}`, {
        method,
        token,
        ...(body && { body }),
        // The server is not running, or was killed while it answered.
      }).catch(() => undefined)
      if (response?.status === 200) return response.body
      if (response && response.status < 500) {
        this.#problems.push(
          `${name}: ${method} ${path} answered ${response.status} ${JSON.stringify(response.body)}`,
        )
        return undefined
      }
      this.cutOff++
      await sleep(RETRY_DELAY_MS)
    }
  }
}
