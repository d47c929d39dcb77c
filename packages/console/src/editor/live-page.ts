import {
  type LiveCommit,
  type LocalState,
  markSent,
  markUnsent,
  readSteps,
  receiveCommit,
  storeLocalSteps,
  type StoredSteps,
  transferSteps,
} from '@verso/editor'
import type { EditorState, Transaction } from 'prosemirror-state'
import { getLocalState, setReceivedChange } from './plugins/live-steps.ts'
import { type PlacedPerson, showPeople } from './plugins/people.ts'

/** A commit as the server gives it. */
export interface CommitMessage {
  version: number
  client: string
  ref: string
  steps: readonly unknown[]
}

/** Steps to send. */
export interface SendableSteps {
  since: number
  ref: string
  steps: Record<string, unknown>[]
}

/** Somebody in the page, with their selection in the document of a version. */
export interface LivePerson {
  client: string
  name: string
  colour: number
  version: number
  cursor?: { anchor: number; head: number }
}

/** How many commits back the place of somebody can be found who has not moved since. */
const MAX_REMEMBERED_COMMITS = 200
/** How much of what waits is sent at once. The server takes twice as many steps and characters. */
const MAX_SENT_STEPS = 500
const MAX_SENT_CHARACTERS = 400_000

type PositionMap = ReturnType<LocalState['steps'][number]['step']['getMap']>

/** Where the state of the editor is. It outlives the view, so that what was written last can still be sent. */
export interface StateHolder {
  getState: () => EditorState
  /** Takes into the state what the browser has not told of. A change from elsewhere would undo it. */
  readSelection: () => void
  dispatch: (transaction: Transaction) => void
}

/** The document of a page that others write at the same time: what is to be sent, and what was received. */
export class LiveDocument {
  readonly #holder: StateHolder
  /** How the latest commits moved positions in confirmed documents. */
  #moves: { version: number; maps: readonly PositionMap[] }[] = []

  constructor(holder: StateHolder) {
    this.#holder = holder
  }

  get version(): number {
    return this.#local.version
  }

  /** Whether something was written here that the server has not confirmed. */
  get hasUnconfirmed(): boolean {
    return this.#local.steps.length > 0
  }

  /** What to send now. What was sent before and not answered comes again, with the same reference. */
  takeSteps(createRef: () => string): SendableSteps | undefined {
    let local = this.#local
    // What was on its way changed something that is gone.
    if (local.sent?.count === 0) local = markUnsent(local)
    if (!local.sent) local = markSent(local, createRef(), this.#countSendable(local))
    if (local !== this.#local) this.#setLocal(local)
    const { sent, steps, version: since } = local
    if (!sent) return undefined
    // Steps give objects; ProseMirror leaves the type of the JSON open.
    const json = steps.slice(0, sent.count).map(({ step }) => step.toJSON() as Record<string, unknown>)
    return { since, ref: sent.ref, steps: json }
  }

  /**
   * Takes commits in their order, each as one change. Those that are known already are passed over.
   *
   * @returns how many own steps were left out, because what they changed is not there any more.
   */
  receive(commits: readonly CommitMessage[]): number {
    this.#holder.readSelection()
    const { lostCount } = this.#local
    for (const { version, client, ref, steps } of commits) {
      if (version <= this.version) continue
      const commit: LiveCommit = { version, ref, steps: readSteps(steps) }
      const before = this.#local
      const transaction = this.#holder.getState().tr
      const state = receiveCommit(transaction, before, commit)
      this.#moves.push({ version, maps: commit.steps.map((step) => step.getMap()) })
      if (this.#moves.length > MAX_REMEMBERED_COMMITS) this.#moves.shift()
      transaction.setMeta('rebased', before.steps.length).setMeta('addToHistory', false)
      this.#holder.dispatch(
        setReceivedChange(transaction, { state, ...(transaction.docChanged && { client }) }),
      )
    }
    return this.#local.lostCount - lostCount
  }

  /** Adds what was changed on another document, such as a text that was kept in the browser. */
  add(stored: StoredSteps): number {
    this.#holder.readSelection()
    const { doc, tr } = this.#holder.getState()
    const { steps, lostCount } = transferSteps(stored, doc)
    for (const step of steps) tr.step(step)
    if (tr.docChanged) this.#holder.dispatch(tr)
    return lostCount
  }

  /** What is not confirmed, for a window that goes on with it later. */
  store(): StoredSteps {
    return storeLocalSteps(this.#holder.getState().doc, this.#local)
  }

  showPeople(people: readonly LivePerson[]): void {
    this.#holder.readSelection()
    const placed = people.flatMap((person) => this.#place(person) ?? [])
    this.#holder.dispatch(showPeople(this.#holder.getState().tr, placed))
  }

  #place({ client, name, colour, version, cursor }: LivePerson): PlacedPerson | undefined {
    if (!cursor) return undefined
    const later = this.#moves.filter((move) => move.version > version).flatMap(({ maps }) => maps)
    const maps = [...later, ...this.#local.steps.map(({ step }) => step.getMap())]
    const move = (position: number): number =>
      Math.min(
        maps.reduce((moved, map) => map.map(moved, -1), position),
        this.#holder.getState().doc.content.size,
      )
    const place = `${version} ${cursor.anchor} ${cursor.head}`
    return { client, name, colour, place, anchor: move(cursor.anchor), head: move(cursor.head) }
  }

  #countSendable({ steps }: LocalState): number {
    let characters = 0
    const count = steps.slice(0, MAX_SENT_STEPS).findIndex(({ step }) => {
      characters += JSON.stringify(step.toJSON()).length
      return characters > MAX_SENT_CHARACTERS
    })
    // A single step may be larger; the server then says what is wrong with it.
    return count === -1 ? MAX_SENT_STEPS : Math.max(2, count)
  }

  get #local(): LocalState {
    const local = getLocalState(this.#holder.getState())
    if (!local) throw new Error('the page is not live')
    return local
  }

  #setLocal(state: LocalState): void {
    this.#holder.dispatch(setReceivedChange(this.#holder.getState().tr, { state }))
  }
}
