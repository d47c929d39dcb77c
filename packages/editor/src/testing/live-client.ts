import type { Node } from 'prosemirror-model'
import { Transform } from 'prosemirror-transform'
import {
  addLocalSteps,
  createLocalState,
  type LiveCommit,
  type LocalState,
  markSent,
  markUnsent,
  receiveCommit,
} from '../live/local-steps.ts'
import { readEditorNode, readSteps } from '../live/read-steps.ts'
import { restoreLocalSteps, storeLocalSteps, type StoredSteps } from '../live/stored-steps.ts'
import { schema } from '../schema/schema.ts'

/** What a client sends. */
export interface SentSteps {
  since: number
  ref: string
  steps: unknown[]
}

/** A commit as JSON. */
export interface CommitJson {
  version: number
  ref: string
  steps: readonly unknown[]
}

/** Somebody who edits a live page, without a browser. Tests carry its messages. */
export class TestLiveClient {
  readonly id: string
  doc: Node
  #state: LocalState
  #refNumber = 0

  constructor(id: string, doc: unknown, version: number) {
    this.id = id
    this.doc = readEditorNode(JSON.stringify(doc))
    this.#state = createLocalState(version)
  }

  get version(): number {
    return this.#state.version
  }

  get lostCount(): number {
    return this.#state.lostCount
  }

  /** Whether everything that was done here is confirmed. */
  get isSettled(): boolean {
    return this.#state.steps.length === 0
  }

  get text(): string {
    return this.doc.textBetween(0, this.doc.content.size, '\n')
  }

  change(make: (transform: Transform) => void): void {
    const transform = new Transform(this.doc)
    make(transform)
    this.#state = addLocalSteps(this.#state, transform)
    this.doc = transform.doc
  }

  /** Inserts text behind a word that is there. */
  type(after: string, text: string): void {
    this.change((transform) => transform.insert(this.find(after) + after.length, schema.text(text)))
  }

  /** Finds the position before a word. */
  find(word: string): number {
    let position = -1
    this.doc.descendants((node, start) => {
      const index = node.isText ? (node.text ?? '').indexOf(word) : -1
      if (position === -1 && index !== -1) position = start + index
    })
    if (position === -1) throw new Error(`there is no "${word}" in "${this.text}"`)
    return position
  }

  /** What to send now; undefined when nothing is waiting. What was sent before and not answered is sent again. */
  send(maxCount?: number): SentSteps | undefined {
    if (!this.#state.sent) this.#state = markSent(this.#state, `${this.id}-${++this.#refNumber}`, maxCount)
    const { sent, steps, version } = this.#state
    if (!sent) return undefined
    const json = steps.slice(0, sent.count).map(({ step }): unknown => step.toJSON())
    return { since: version, ref: sent.ref, steps: json }
  }

  /** Closes the window and opens it again: only what was stored is left. */
  reload(): void {
    // Storing makes JSON of it, as a browser does.
    const stored = JSON.parse(JSON.stringify(storeLocalSteps(this.doc, this.#state))) as StoredSteps
    const { doc, state } = restoreLocalSteps(stored)
    this.doc = doc
    this.#state = state
  }

  /** What was sent was refused. */
  takeBack(): void {
    this.#state = markUnsent(this.#state)
  }

  /** Takes commits in their order. Those that are known already are passed over. */
  receive(commits: readonly CommitJson[]): void {
    for (const { version, ref, steps } of commits) {
      if (version <= this.version) continue
      const transform = new Transform(this.doc)
      const commit: LiveCommit = { version, ref, steps: readSteps(steps) }
      this.#state = receiveCommit(transform, this.#state, commit)
      this.doc = transform.doc
    }
  }
}
