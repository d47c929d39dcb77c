import { SCHEMA_VERSION, type StoredSteps } from '@verso/editor'
import { call, followLivePage, isStatus } from '../../../api/index.ts'
import {
  commitLiveSteps,
  type ChangeRequest,
  getChangeRequestById,
  type LiveUpdate,
  openLivePage,
  readLiveUpdates,
  saveLivePage,
} from '../../../api/operations.ts'
import type { LiveDocument } from '../../../editor/index.ts'
import { type LiveAddress, LivePresence, type PresentPerson } from './live-presence.ts'
import {
  createCommitRef,
  getLiveClient,
  readStoredLivePage,
  removeStoredLivePage,
  storeLivePage,
  type StoredLivePage,
} from './live-store.ts'
import { NamedTimers } from './named-timers.ts'

/** How long steps wait for more of them before they are sent. */
const SEND_AFTER_MS = 100
const RETRY_AFTER_MS = 5000
/** How often one asks for what is new without the stream, and how often with it, in case that it died unnoticed. */
const POLL_AFTER_MS = 3000
const CHECK_AFTER_MS = 30_000
/** A browser opens few connections to a server: a window that nobody sees gives its own back after a while. */
const LEAVE_HIDDEN_AFTER_MS = 30_000
const STREAM_RETRY_MS = 3000
/** A cursor that moves is told of twice a second; one that rests, before others take it for gone. */
const PRESENCE_AFTER_MS = 500
const PRESENCE_AGAIN_AFTER_MS = 15_000
/** Changes of others wait until a character is put together. */
const COMPOSING_RETRY_MS = 100
/** A page that cannot be gone on with so often is not tried again. */
const MAX_RESTARTS = 3

/** Why nobody writes here any more, with what was written and not sent. */
export interface LiveClosing {
  reason: 'access' | 'merged' | 'archived' | 'refused'
  /** What the server said. */
  error?: unknown
  markdown: string | undefined
}

/** The editor of a live page. */
export interface LiveEditor {
  live: LiveDocument
  getCursor: () => { anchor: number; head: number } | undefined
  isComposing: () => boolean
  setReadOnly: () => void
}

interface LiveConnectionOptions {
  address: LiveAddress
  /** Where what is not sent is kept. */
  place: string
  draftId: string
  onPeople: (people: PresentPerson[]) => void
  /** The change request has a new revision with the text of the page. */
  onSaved: () => void
  /** Own words were left out, because somebody deleted what they stood in. */
  onLost: () => void
  /** Nothing can be sent any more. */
  onClosed: (closing: Pick<LiveClosing, 'reason' | 'error'>) => void
  /** The page has to be opened anew. What is not sent is stored. */
  onRestart: () => void
}

/**
 * Carries what is written on a page to the server and back: steps at once, what others write as it comes, and who is there.
 * The stream makes it fast; nothing needs it.
 */
export class LiveConnection {
  readonly #options: LiveConnectionOptions
  readonly #client = getLiveClient()
  #session = ''
  #editor: LiveEditor | undefined
  #presence: LivePresence | undefined
  /** What to begin with besides the document. */
  #firstUpdate: LiveUpdate | undefined
  #stored: StoredLivePage | undefined
  #firstPeople: PresentPerson[] = []
  #revision = ''
  #savedVersion = 0
  #lastOwnVersion = 0
  #problem: string | undefined
  #sending: Promise<void> | undefined
  #closing: Promise<boolean> | undefined
  #stopStream: (() => void) | undefined
  #isStreaming = false
  #isClosed = false
  #restarts = 0
  readonly #timers = new NamedTimers()
  readonly #stopListening = new AbortController()

  constructor(options: LiveConnectionOptions) {
    this.#options = options
  }

  /** Opens the page, and goes on with what this window had not sent. Throws where a page cannot be written live. */
  async open(): Promise<StoredSteps> {
    const { address, place } = this.#options
    const stored = readStoredLivePage(place)
    if (stored && stored.session !== '') {
      try {
        const query = { session: stored.session, since: stored.steps.version }
        this.#firstUpdate = await call(readLiveUpdates, { ...address, query }, { isAlone: true })
        this.#session = stored.session
        return stored.steps
      } catch (error) {
        if (!isStatus(error, 400, 404, 409)) throw error
      }
    }
    const page = await call(openLivePage, address, { isAlone: true })
    if (page.schema !== SCHEMA_VERSION) throw new Error('The console has to be loaded again.')
    this.#session = page.session
    this.#stored = stored
    this.#firstPeople = page.people
    this.#revision = page.revision
    this.#savedVersion = page.savedVersion
    return { version: page.version, document: page.document, steps: [], sent: undefined }
  }

  /** Begins to send and to receive. */
  start(editor: LiveEditor): void {
    this.#editor = editor
    const { address, onPeople } = this.#options
    const { live, getCursor } = editor
    this.#presence = new LivePresence({ address, session: this.#session, live, getCursor, onPeople })
    this.#presence.show(this.#firstPeople)
    if (this.#firstUpdate) this.#take(this.#firstUpdate)
    if (this.#stored && editor.live.add(this.#stored.steps) > 0) this.#options.onLost()
    removeStoredLivePage(this.#options.place)
    this.#listen()
    this.#follow()
    this.#poll()
    this.noticeCursor()
    this.noticeChange()
  }

  /** Something was written: it is sent in a moment. */
  noticeChange(): void {
    if (this.#editor?.live.hasUnconfirmed === true)
      this.#later('send', SEND_AFTER_MS, () => void this.#sendQuietly())
  }

  noticeCursor(): void {
    this.#later('presence', PRESENCE_AFTER_MS, () => this.#tellPresence())
  }

  /** Waits until everything that was written here is in the change request. Throws if it cannot be. */
  async save(): Promise<void> {
    const { live } = this.#requireEditor()
    await this.#sending
    while (live.hasUnconfirmed) {
      const { version } = live
      await this.#send()
      if (live.version === version) throw new Error('The server has not confirmed the text.')
    }
    if (this.#savedVersion >= this.#lastOwnVersion || this.#isClosed) return
    try {
      this.#take(await call(saveLivePage, { ...this.#options.address, body: { session: this.#session } }))
    } catch (error) {
      this.#judge(error)
      throw error
    }
    if (this.#problem !== undefined) throw new Error(this.#problem)
  }

  /**
   * Sends what is left, and leaves the page.
   *
   * @param stores whether what cannot be sent is stored for the next time.
   * @returns false if something could not be sent.
   */
  close({ stores }: { stores: boolean }): Promise<boolean> {
    this.#closing ??= this.#close(stores)
    return this.#closing
  }

  async #close(stores: boolean): Promise<boolean> {
    this.#stopAll()
    const { live } = this.#requireEditor()
    if (this.#isClosed) return !live.hasUnconfirmed
    try {
      await this.save()
    } catch {
      if (!this.#isClosed && stores) this.#store()
    }
    if (!this.#isClosed) this.#leave()
    return !live.hasUnconfirmed
  }

  #leave(): void {
    this.#presence?.leave()
    this.#isClosed = true
  }

  #requireEditor(): LiveEditor {
    if (!this.#editor) throw new Error('the page is not open')
    return this.#editor
  }

  async #sendQuietly(): Promise<void> {
    try {
      await this.#send()
    } catch {
      // What was refused for good has closed the page. The rest is tried again.
      if (!this.#isClosed) this.#later('send', RETRY_AFTER_MS, () => void this.#sendQuietly())
    }
  }

  /** Sends the next steps. One commit is on its way at a time. */
  #send(): Promise<void> {
    this.#sending ??= this.#sendOnce().finally(() => {
      this.#sending = undefined
      // What was written meanwhile. A failure waits longer.
      if (!this.#timers.has('send')) this.noticeChange()
    })
    return this.#sending
  }

  async #sendOnce(): Promise<void> {
    if (this.#isClosed) throw new Error('The page is closed.')
    const { live, getCursor } = this.#requireEditor()
    const steps = live.takeSteps(createCommitRef)
    if (!steps) return
    const cursor = getCursor()
    try {
      const body = {
        session: this.#session,
        schema: SCHEMA_VERSION,
        client: this.#client,
        ...steps,
        ...(cursor && { cursor }),
      }
      const update = await call(commitLiveSteps, { ...this.#options.address, body })
      this.#restarts = 0
      this.#take(update)
      // Others wrote in between, so the cursor stands elsewhere.
      if (update.commits.length > 1) this.noticeCursor()
    } catch (error) {
      // It is not sent again at once.
      this.#later('send', RETRY_AFTER_MS, () => void this.#sendQuietly())
      this.#judge(error)
      throw error
    }
  }

  /** Takes what the server says. */
  #take(update: LiveUpdate): void {
    if (this.#isClosed || update.session !== this.#session) return
    const { live } = this.#requireEditor()
    const { commits, people, savedVersion, revision, closed, lostSteps = 0 } = update
    if (closed === 'restarted') return void this.#restart()
    if (closed !== undefined) return this.#end({ reason: closed })
    const first = commits.find(({ version }) => version > live.version)
    if (first && first.version > live.version + 1) return this.#readSoon()
    try {
      const lostCount = live.receive(commits)
      if (lostCount + lostSteps > 0) this.#options.onLost()
    } catch {
      // What the server has does not fit what is here: the page is opened anew, with what was not sent.
      return void this.#restart()
    }
    for (const { client, version } of commits) if (client === this.#client) this.#lastOwnVersion = version
    this.#savedVersion = Math.max(this.#savedVersion, savedVersion)
    this.#problem = update.problem
    if (people || commits.length > 0) this.#presence?.show(people)
    if (revision !== this.#revision) {
      const isFirst = this.#revision === ''
      this.#revision = revision
      if (!isFirst) this.#options.onSaved()
    }
    this.noticeChange()
  }

  #takeUnlessComposing(update: LiveUpdate): void {
    if (this.#editor?.isComposing() !== true) return this.#take(update)
    // Later updates have to wait as well: what is missing then is asked for.
    this.#later('read', COMPOSING_RETRY_MS, () => void this.#read())
  }

  #follow(): void {
    if (this.#stopStream || this.#isClosed || document.hidden) return
    const { live } = this.#requireEditor()
    const position = { ...this.#options.address, session: this.#session, since: live.version }
    this.#stopStream = followLivePage(position, {
      onUpdate: (update) => {
        this.#isStreaming = true
        this.#takeUnlessComposing(update)
      },
      onBroken: () => {
        this.#stopFollowing()
        this.#later('stream', STREAM_RETRY_MS, () => this.#follow())
        this.#poll()
      },
    })
  }

  #stopFollowing(): void {
    this.#stopStream?.()
    this.#stopStream = undefined
    this.#isStreaming = false
  }

  /** Asks for what is new from time to time. */
  #poll(): void {
    this.#timers.cancel('poll')
    this.#later('poll', this.#isStreaming ? CHECK_AFTER_MS : POLL_AFTER_MS, () => {
      if (document.hidden) return
      void this.#read().finally(() => this.#poll())
    })
  }

  #readSoon(): void {
    this.#later('read', 0, () => void this.#read())
  }

  async #read(): Promise<void> {
    if (this.#isClosed) return
    if (this.#editor?.isComposing() === true)
      return this.#later('read', COMPOSING_RETRY_MS, () => void this.#read())
    const { live } = this.#requireEditor()
    try {
      const query = { session: this.#session, since: live.version }
      this.#take(await call(readLiveUpdates, { ...this.#options.address, query }, { isAlone: true }))
    } catch (error) {
      this.#judge(error)
    }
  }

  #tellPresence(): void {
    this.#timers.cancel('presence again')
    this.#later('presence again', PRESENCE_AGAIN_AFTER_MS, () => this.#tellPresence())
    this.#presence?.tell().catch((error: unknown) => this.#judge(error))
  }

  /** What an answer that is no success says about the page. What may pass is tried again by whoever asked. */
  #judge(error: unknown): void {
    if (this.#isClosed) return
    if (isStatus(error, 404, 409)) void this.#restart()
    else if (isStatus(error, 403)) this.#end({ reason: 'access', error })
    else if (isStatus(error, 400, 413)) this.#end({ reason: 'refused', error })
  }

  /** Finds out whether the page can be opened anew, and has it opened then. */
  async #restart(): Promise<void> {
    if (this.#isClosed || this.#timers.has('restart')) return
    this.#later('restart', RETRY_AFTER_MS, () => void this.#restart())
    const { address } = this.#options
    try {
      if (++this.#restarts > MAX_RESTARTS) throw new Error('The page cannot be opened again.')
      await call(openLivePage, address, { isAlone: true })
    } catch (error) {
      if (isStatus(error, 403)) return this.#end({ reason: 'access', error })
      if (isStatus(error, 404) && !(await this.#findChangeRequest())) {
        return this.#end({ reason: 'access', error })
      }
      if (isStatus(error, 409)) return this.#end({ reason: await this.#findStatus(), error })
      // A page that is gone is shown as deleted; a text that can be written as Markdown only is gone on with there.
      if (!isStatus(error, 400, 404)) return
    }
    this.#store('')
    this.#stopAll()
    this.#isClosed = true
    this.#options.onRestart()
  }

  #findChangeRequest(): Promise<ChangeRequest | undefined> {
    const { spaceId, changeRequestId } = this.#options.address
    return call(getChangeRequestById, { spaceId, changeRequestId }).catch(() => undefined)
  }

  async #findStatus(): Promise<LiveClosing['reason']> {
    const found = await this.#findChangeRequest()
    return found?.status === 'merged' || found?.status === 'archived' ? found.status : 'refused'
  }

  #end(closing: Pick<LiveClosing, 'reason' | 'error'>): void {
    if (this.#isClosed) return
    this.#stopAll()
    this.#isClosed = true
    this.#requireEditor().setReadOnly()
    this.#options.onPeople([])
    this.#options.onClosed(closing)
  }

  #store(session = this.#session): void {
    const { live } = this.#requireEditor()
    if (!live.hasUnconfirmed) return
    const { place, draftId } = this.#options
    storeLivePage(place, { session, steps: live.store(), draftId })
  }

  #listen(): void {
    const { signal } = this.#stopListening
    window.addEventListener('pagehide', () => this.#sendLastWords(), { signal })
    window.addEventListener('pageshow', () => removeStoredLivePage(this.#options.place), { signal })
    window.addEventListener('online', () => this.#reconnect(), { signal })
    document.addEventListener(
      'visibilitychange',
      () => {
        if (!document.hidden) return this.#reconnect()
        this.#later('leave', LEAVE_HIDDEN_AFTER_MS, () => {
          this.#stopFollowing()
          this.#presence?.leave()
        })
      },
      { signal },
    )
  }

  #reconnect(): void {
    this.#timers.cancel('leave', 'stream', 'send', 'presence')
    this.#follow()
    this.#readSoon()
    this.#poll()
    this.noticeChange()
    this.noticeCursor()
  }

  /** The window is closed or loaded again. What is stored goes out with the same reference, and counts once. */
  #sendLastWords(): void {
    const { live } = this.#requireEditor()
    const steps = live.takeSteps(createCommitRef)
    if (steps) {
      const body = { session: this.#session, schema: SCHEMA_VERSION, client: this.#client, ...steps }
      call(commitLiveSteps, { ...this.#options.address, body }, { keepalive: true }).catch(() => {
        // It is stored.
      })
    }
    this.#store()
    this.#presence?.leave()
  }

  #later(name: string, delayMs: number, run: () => void): void {
    if (this.#isClosed) return
    this.#timers.start(name, delayMs, () => {
      if (!this.#isClosed) run()
    })
  }

  #stopAll(): void {
    this.#stopFollowing()
    this.#stopListening.abort()
    this.#timers.cancelAll()
  }
}
