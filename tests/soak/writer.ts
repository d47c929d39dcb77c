import { setTimeout as sleep } from 'node:timers/promises'
import { type Answer, ask } from '../support/http.ts'

interface Parts {
  origin: string
  token: string
  spaceId: string
  name: string
  seed: number
}

/** What an answer must say for the request to count; anything else has left it open what became of it. */
type Outcome<Body> = Answered<Body> | { known: false }
interface Answered<Body> {
  known: true
  status: number
  body: Body
}

const mostPages = 6
const pause = 50

/**
 * One of those who work on a space at the same time: writes, merges, comments and reads at random, and remembers what it
 * was told is there. Each has pages and change requests of its own, so what it reads of them is what it wrote.
 *
 * A request that a kill cut off may have been done or not. Then the writer looks, once there is somebody to ask.
 */
export class Writer {
  readonly #parts: Parts
  readonly #random: () => number
  /** What the space shows of its pages, by path: as merged. */
  readonly #merged = new Map<string, string>()
  /** What its change request has on top of that. */
  #draft: { id: string; pages: Map<string, string> } | undefined
  readonly #pageIds = new Map<string, string>()
  /** Markdown by comment. */
  readonly #comments = new Map<string, string>()
  readonly #wrong: string[] = []
  readonly acknowledged = { written: 0, merged: 0, commented: 0, read: 0, cutOff: 0 }
  #count = 0

  constructor(parts: Parts) {
    this.#parts = parts
    this.#random = generator(parts.seed)
  }

  /** Until it is told to stop, and not before it has done a little of everything. */
  async work(over: AbortSignal): Promise<void> {
    while (!over.aborted || this.acknowledged.merged === 0 || this.acknowledged.read === 0) {
      const dice = this.#random()
      if (dice < 0.45) await this.#write()
      else if (dice < 0.6) await this.#merge()
      else if (dice < 0.75) await this.#comment()
      else await this.#read()
    }
  }

  /** Everything it was told is there and is not, or is another. */
  async losses(): Promise<string[]> {
    const lost = [...this.#wrong]
    for (const [path, text] of this.#merged) {
      const found = await this.#textAt('content', path)
      if (found !== text) lost.push(`${path} in the space: ${String(found)} instead of ${text}`)
    }
    for (const [path, text] of this.#draft?.pages ?? []) {
      const found = await this.#textAt(`change-requests/${this.#draft?.id}/content`, path)
      if (found !== text) lost.push(`${path} in the change request: ${String(found)} instead of ${text}`)
    }
    for (const [id, markdown] of this.#comments) {
      const { status, body } = await this.#sure<{ body: { markdown: string } }>(
        `comments/${id}?format=markdown`,
      )
      if (status !== 200 || body.body.markdown.trim() !== markdown) lost.push(`comment ${id}: ${status}`)
    }
    return lost
  }

  async #write(): Promise<void> {
    const draft = await this.#changeRequest()
    if (!draft) return
    const known = new Set([...this.#merged.keys(), ...draft.pages.keys()])
    const isNew = known.size === 0 || (known.size < mostPages && this.#random() < 0.5)
    const path = isNew ? `${this.#parts.name}-${this.#count++}` : this.#pick([...known])
    const text = `# ${path}\n\n${this.#words()}\n`
    const document = { markdown: text }
    const change = isNew
      ? { operation: 'insert_page', title: path, document }
      : { operation: 'update_page', page: this.#pageIds.get(path), document }
    const content = `change-requests/${draft.id}/content`
    const outcome = await this.#try('POST', content, { changes: [change] })
    if (outcome.known) {
      if (outcome.status !== 200) this.#wrong.push(`writing ${path} answered ${outcome.status}`)
      else this.acknowledged.written++
    }
    const before = draft.pages.get(path) ?? this.#merged.get(path)
    const found = await this.#textAt(content, path)
    if (found === text) draft.pages.set(path, text)
    else if (outcome.known || found !== before) this.#wrong.push(`${path} has ${String(found)}, not ${text}`)
  }

  async #merge(): Promise<void> {
    const draft = this.#draft
    if (!draft || draft.pages.size === 0) return
    const outcome = await this.#try<{ result: string }>('POST', `change-requests/${draft.id}/merge`)
    if (outcome.known && (outcome.status !== 200 || outcome.body.result !== 'merge')) {
      this.#wrong.push(`merging answered ${outcome.status} ${JSON.stringify(outcome.body)}`)
    }
    const { body } = await this.#sure<{ status: string }>(`change-requests/${draft.id}`)
    if (body.status !== 'merged') {
      if (outcome.known) this.#wrong.push(`change request ${draft.id} is ${body.status} after its merge`)
      return
    }
    if (outcome.known) this.acknowledged.merged++
    for (const [path, text] of draft.pages) this.#merged.set(path, text)
    this.#draft = undefined
  }

  async #comment(): Promise<void> {
    const draft = this.#draft
    const onDraft = draft !== undefined && this.#random() < 0.5
    const [some] = this.#comments.keys()
    if (some !== undefined && this.#random() < 0.3) {
      // Which of the two became of it is told by the comment itself; the counters must agree with either.
      const outcome = await this.#try('PUT', `comments/${some}`, { resolved: true })
      if (outcome.known && outcome.status !== 200) this.#wrong.push(`resolving answered ${outcome.status}`)
      return
    }
    const markdown = this.#words()
    const place = onDraft ? `change-requests/${draft.id}/comments` : 'comments'
    const outcome = await this.#try<{ id: string }>('POST', place, { body: { markdown } })
    if (!outcome.known) return
    if (outcome.status !== 200) this.#wrong.push(`commenting answered ${outcome.status}`)
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
    if (!outcome.known) return
    if (outcome.status !== 200 || outcome.body.markdown !== this.#merged.get(path)) {
      this.#wrong.push(`reading ${path} answered ${outcome.status} ${JSON.stringify(outcome.body)}`)
    } else this.acknowledged.read++
  }

  /** The one it writes in; a new one when the last is merged. */
  async #changeRequest() {
    if (this.#draft) return this.#draft
    const outcome = await this.#try<{ id: string }>('POST', 'change-requests', { subject: this.#parts.name })
    if (!outcome.known) return undefined
    if (outcome.status !== 201) this.#wrong.push(`a change request answered ${outcome.status}`)
    else this.#draft = { id: outcome.body.id, pages: new Map() }
    return this.#draft
  }

  async #textAt(content: string, path: string): Promise<string | undefined> {
    const { body } = await this.#sure<{ id?: string; markdown?: string }>(
      `${content}/path/${encodeURIComponent(path)}?format=markdown`,
    )
    if (body.id !== undefined) this.#pageIds.set(path, body.id)
    return body.markdown
  }

  /** One request. What does not come back, or comes back as the server's own fault, says nothing. */
  async #try<Body>(method: string, path: string, body?: object): Promise<Outcome<Body>> {
    try {
      const answer = await this.#ask<Body>(method, path, body)
      if (answer.status < 500) return { known: true, status: answer.status, body: answer.body }
    } catch {
      // The server is gone, or went while it answered.
    }
    this.acknowledged.cutOff++
    await sleep(pause)
    return { known: false }
  }

  /** A read, repeated until there is somebody who answers. */
  async #sure<Body>(path: string): Promise<Answered<Body>> {
    for (;;) {
      const outcome = await this.#try<Body>('GET', path)
      if (outcome.known) return outcome
    }
  }

  #ask<Body>(method: string, path: string, body?: object): Promise<Answer<Body>> {
    const { origin, token, spaceId } = this.#parts
    return ask<Body>(`${origin}/v1/spaces/${spaceId}/${path}`, { method, token, ...(body && { body }) })
  }

  #pick<Item>(items: readonly Item[]): Item {
    // An empty list gives undefined, as its callers expect or rule out.
    return items[Math.floor(this.#random() * items.length)] as Item
  }

  #words(): string {
    return Array.from({ length: 12 }, () => Math.floor(this.#random() * 2 ** 31).toString(36)).join(' ')
  }
}

/** Mulberry32: the same numbers for the same seed. */
function generator(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
