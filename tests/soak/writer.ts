import { setTimeout as sleep } from 'node:timers/promises'
import { type HttpResponse, sendRequest } from '../support/http.ts'
import { createRandom } from './random.ts'

interface WriterOptions {
  origin: string
  token: string
  spaceId: string
  name: string
  seed: number
}

/** The result of a request. It is unknown if the server was killed before it answered. */
type Outcome<Body> = KnownOutcome<Body> | { isKnown: false }
interface KnownOutcome<Body> {
  isKnown: true
  status: number
  body: Body
}

const MAX_PAGES = 6
const RETRY_DELAY_MS = 50

/**
 * A client that writes, merges, comments and reads at random, and remembers what was acknowledged. Each writer has its own
 * pages and change requests, so it must read what it wrote.
 *
 * If the server is killed during a request, the request may have been carried out or not. The writer then reads the state
 * when the server answers again.
 */
export class Writer {
  readonly #parts: WriterOptions
  readonly #random: () => number
  /** The merged Markdown of its pages, by path. */
  readonly #merged = new Map<string, string>()
  /** The open change request with its changed pages. */
  #draft: { id: string; pages: Map<string, string> } | undefined
  readonly #pageIds = new Map<string, string>()
  /** The Markdown of its comments, by id. */
  readonly #comments = new Map<string, string>()
  readonly #problems: string[] = []
  readonly acknowledged = { written: 0, merged: 0, commented: 0, read: 0, cutOff: 0 }
  #count = 0

  constructor(parts: WriterOptions) {
    this.#parts = parts
    this.#random = createRandom(parts.seed)
  }

  /** Works until the signal is aborted, and at least until it has merged and read once. */
  async work(signal: AbortSignal): Promise<void> {
    while (!signal.aborted || this.acknowledged.merged === 0 || this.acknowledged.read === 0) {
      const dice = this.#random()
      if (dice < 0.45) await this.#write()
      else if (dice < 0.6) await this.#merge()
      else if (dice < 0.75) await this.#comment()
      else await this.#read()
    }
  }

  /** Lists everything that was acknowledged, and is missing or different. */
  async findLosses(): Promise<string[]> {
    const losses = [...this.#problems]
    for (const [path, text] of this.#merged) {
      const currentText = await this.#readText('content', path)
      if (currentText !== text) losses.push(`${path} in the space: ${String(currentText)} instead of ${text}`)
    }
    for (const [path, text] of this.#draft?.pages ?? []) {
      const currentText = await this.#readText(`change-requests/${this.#draft?.id}/content`, path)
      if (currentText !== text)
        losses.push(`${path} in the change request: ${String(currentText)} instead of ${text}`)
    }
    for (const [id, markdown] of this.#comments) {
      const { status, body } = await this.#readUntilKnown<{ body: { markdown: string } }>(
        `comments/${id}?format=markdown`,
      )
      if (status !== 200 || body.body.markdown.trim() !== markdown) losses.push(`comment ${id}: ${status}`)
    }
    return losses
  }

  async #write(): Promise<void> {
    const draft = await this.#openChangeRequest()
    if (!draft) return
    const paths = new Set([...this.#merged.keys(), ...draft.pages.keys()])
    const isNew = paths.size === 0 || (paths.size < MAX_PAGES && this.#random() < 0.5)
    const path = isNew ? `${this.#parts.name}-${this.#count++}` : this.#pick([...paths])
    const text = `# ${path}\n\n${this.#words()}\n`
    const document = { markdown: text }
    const change = isNew
      ? { operation: 'insert_page', title: path, document }
      : { operation: 'update_page', page: this.#pageIds.get(path), document }
    const content = `change-requests/${draft.id}/content`
    const outcome = await this.#try('POST', content, { changes: [change] })
    if (outcome.isKnown) {
      if (outcome.status !== 200) this.#problems.push(`writing ${path} answered ${outcome.status}`)
      else this.acknowledged.written++
    }
    const before = draft.pages.get(path) ?? this.#merged.get(path)
    const currentText = await this.#readText(content, path)
    if (currentText === text) draft.pages.set(path, text)
    else if (outcome.isKnown || currentText !== before)
      this.#problems.push(`${path} has ${String(currentText)}, not ${text}`)
  }

  async #merge(): Promise<void> {
    const draft = this.#draft
    if (!draft || draft.pages.size === 0) return
    const outcome = await this.#try<{ result: string }>('POST', `change-requests/${draft.id}/merge`)
    if (outcome.isKnown && (outcome.status !== 200 || outcome.body.result !== 'merge')) {
      this.#problems.push(`merging answered ${outcome.status} ${JSON.stringify(outcome.body)}`)
    }
    const { body } = await this.#readUntilKnown<{ status: string }>(`change-requests/${draft.id}`)
    if (body.status !== 'merged') {
      if (outcome.isKnown) this.#problems.push(`change request ${draft.id} is ${body.status} after its merge`)
      return
    }
    if (outcome.isKnown) this.acknowledged.merged++
    for (const [path, text] of draft.pages) this.#merged.set(path, text)
    this.#draft = undefined
  }

  async #comment(): Promise<void> {
    const draft = this.#draft
    const onDraft = draft !== undefined && this.#random() < 0.5
    const [commentId] = this.#comments.keys()
    if (commentId !== undefined && this.#random() < 0.3) {
      // The comment may be resolved or not. The counters must be right in both cases, which is checked at the end.
      const outcome = await this.#try('PUT', `comments/${commentId}`, { resolved: true })
      if (outcome.isKnown && outcome.status !== 200)
        this.#problems.push(`resolving answered ${outcome.status}`)
      return
    }
    const markdown = this.#words()
    const place = onDraft ? `change-requests/${draft.id}/comments` : 'comments'
    const outcome = await this.#try<{ id: string }>('POST', place, { body: { markdown } })
    if (!outcome.isKnown) return
    if (outcome.status !== 200) this.#problems.push(`commenting answered ${outcome.status}`)
    else this.acknowledged.commented++
    if (outcome.status === 200 && !onDraft) this.#comments.set(outcome.body.id, markdown)
  }

  async #read(): Promise<void> {
    const path = this.#pick([...this.#merged.keys()])
    if (path === undefined) return
    const outcome = await this.#try<{ markdown: string }>(
      'GET',
      `content/path/${encodeURIComponent(path)}?format=markdown`,
    )
    if (!outcome.isKnown) return
    if (outcome.status !== 200 || outcome.body.markdown !== this.#merged.get(path)) {
      this.#problems.push(`reading ${path} answered ${outcome.status} ${JSON.stringify(outcome.body)}`)
    } else this.acknowledged.read++
  }

  /** Returns the open change request, or creates one. */
  async #openChangeRequest() {
    if (this.#draft) return this.#draft
    const outcome = await this.#try<{ id: string }>('POST', 'change-requests', { subject: this.#parts.name })
    if (!outcome.isKnown) return undefined
    if (outcome.status !== 201) this.#problems.push(`a change request answered ${outcome.status}`)
    else this.#draft = { id: outcome.body.id, pages: new Map() }
    return this.#draft
  }

  async #readText(content: string, path: string): Promise<string | undefined> {
    const { body } = await this.#readUntilKnown<{ id?: string; markdown?: string }>(
      `${content}/path/${encodeURIComponent(path)}?format=markdown`,
    )
    if (body.id !== undefined) this.#pageIds.set(path, body.id)
    return body.markdown
  }

  /** Sends one request. Without a response, or with a server error, the outcome is unknown. */
  async #try<Body>(method: string, path: string, body?: object): Promise<Outcome<Body>> {
    try {
      const response = await this.#send<Body>(method, path, body)
      if (response.status < 500) return { isKnown: true, status: response.status, body: response.body }
    } catch {
      // The server is not running, or was killed while it answered.
    }
    this.acknowledged.cutOff++
    await sleep(RETRY_DELAY_MS)
    return { isKnown: false }
  }

  /** Repeats a read until the server answers. */
  async #readUntilKnown<Body>(path: string): Promise<KnownOutcome<Body>> {
    for (;;) {
      const outcome = await this.#try<Body>('GET', path)
      if (outcome.isKnown) return outcome
    }
  }

  #send<Body>(method: string, path: string, body?: object): Promise<HttpResponse<Body>> {
    const { origin, token, spaceId } = this.#parts
    return sendRequest<Body>(`${origin}/v1/spaces/${spaceId}/${path}`, {
      method,
      token,
      ...(body && { body }),
    })
  }

  #pick<Item>(items: readonly Item[]): Item {
    // An empty list gives undefined, as its callers expect or rule out.
    return items[Math.floor(this.#random() * items.length)] as Item
  }

  #words(): string {
    return Array.from({ length: 12 }, () => Math.floor(this.#random() * 2 ** 31).toString(36)).join(' ')
  }
}
