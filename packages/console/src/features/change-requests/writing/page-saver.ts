import { findConflicts } from './conflict-marks.ts'
import { isSameContent, withBody, withoutBody } from './content-parts.ts'
import type { DraftStore, PageContent } from './draft-store.ts'
import { splitPageText } from './page-text.ts'

/** How long after the last key a text is saved. */
const SAVE_AFTER_MS = 1500
/** How long after a failure it is tried again. */
const RETRY_AFTER_MS = 5000
/** How long after the last key a text is taken from an editor that takes long to write it. */
const TAKE_AFTER_MS = 300

export type SaveStatus = 'saved' | 'unsaved' | 'saving' | 'failed' | 'conflicted'

export interface SaverState {
  status: SaveStatus
  content: PageContent
  /** Grows when the content was replaced by something else than typing, so that the editor shows it. */
  version: number
  /** Why the last try failed. */
  error?: unknown
  /** What somebody else has written meanwhile. */
  theirs?: PageContent | undefined
  /** What that and this came from, where both changed the same. */
  ancestor?: PageContent | undefined
  /** Whether the text is written live, by several people. Its head and the fields are saved as ever. */
  isLive: boolean
}

/** A text that is carried to the server while it is written. */
export interface LiveText {
  /** Waits until what was written here is in the change request. Throws if it cannot be. */
  save: () => Promise<void>
  /** Changes the text into another one. */
  write: (markdown: string) => void
  /** Sends what is left, and nothing more. False if it could not be sent: it then goes another way. */
  leave: () => Promise<boolean>
}

/** What the server has of a page. */
export interface ServerPage {
  content: PageContent
  revision: string
}

/** Somebody wrote in the change request after the revision that a text stands on. */
export class NewerRevisionError extends Error {}

interface SaverParts {
  /** Writes what is different, on top of a revision. Throws `NewerRevisionError` when there is a newer one. */
  write: (content: PageContent, base: PageContent, revision: string) => Promise<ServerPage>
  /** Reads the page anew. */
  read: () => Promise<ServerPage>
  /** Puts what they changed into what I have. Undefined where both changed the same lines. */
  combine: (base: PageContent, mine: PageContent, theirs: PageContent) => Promise<PageContent | undefined>
  onSaved: (page: ServerPage) => void
  onCombined: () => void
  /** Whether a failure may go by itself, such as a lost connection. */
  isPassing: (error: unknown) => boolean
  drafts: DraftStore
  draftId: string
  place: string
}

/**
 * Keeps a page that is being written in three places: what is typed at once in the browser, what is still in the browser
 * soon on the server, and what others wrote meanwhile in sight.
 */
export class PageSaver {
  readonly #parts: SaverParts
  readonly #listeners = new Set<() => void>()
  #state: SaverState
  /** What the server had last, as far as is known. */
  #base: ServerPage
  /** Makes the text of what was typed and not taken yet. */
  #typed: (() => Partial<PageContent>) | undefined
  #takeTimer: ReturnType<typeof setTimeout> | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #saving: Promise<void> | undefined
  #draftWrite: Promise<void> = Promise.resolve()
  #isClosed = false
  #live: LiveText | undefined
  /** Whether something was written live that may not be in the change request yet. */
  #hasLiveText = false
  #leavesDraft = false
  /** Ends when the last of a text that was written live is sent. */
  #closing: Promise<void> | undefined

  constructor(parts: SaverParts, page: ServerPage) {
    this.#parts = parts
    this.#base = page
    this.#state = { status: 'saved', content: page.content, version: 0, isLive: false }
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  getState = (): SaverState => this.#state

  get draftId(): string {
    return this.#parts.draftId
  }

  /** Whether the draft has text that can be sent no more. */
  get leavesDraft(): boolean {
    return this.#leavesDraft
  }

  /** Takes what was typed. */
  edit(changes: Partial<PageContent>): void {
    const before = this.#state.content
    const content = { ...before, ...changes }
    // A space at the end of a title is shown, and is nothing to save yet.
    this.#set({ content })
    if (isSameContent(content, before)) return
    this.#set({ status: this.#state.status === 'conflicted' ? 'conflicted' : 'unsaved' })
    this.#keepDraft()
    this.#schedule(SAVE_AFTER_MS)
  }

  /** Takes what was typed where the text takes long to make: a moment after the last key, and before it is needed. */
  editLater(makeText: () => Partial<PageContent>): void {
    this.#typed = makeText
    this.#hasLiveText = this.#live !== undefined
    if (this.#state.status !== 'conflicted') this.#set({ status: 'unsaved' })
    clearTimeout(this.#takeTimer)
    this.#takeTimer = setTimeout(() => this.takeTyped(), TAKE_AFTER_MS)
    this.#schedule(SAVE_AFTER_MS)
  }

  /** Takes now what was typed. False if no text can be made of it; it then stays in the editor and is tried again. */
  takeTyped(): boolean {
    clearTimeout(this.#takeTimer)
    if (!this.#typed) return true
    try {
      const changes = this.#typed()
      this.#typed = undefined
      this.edit(changes)
      return true
    } catch (error) {
      this.#fail(error)
      return false
    }
  }

  /** Takes a whole text, such as a draft that was kept. */
  replace(content: PageContent): void {
    // Both texts of a conflict stand between marks, which are no blocks: they cannot be written live.
    if (findConflicts(content.markdown ?? '').length > 0) this.endLive()
    if (this.#live && content.markdown !== undefined) this.#live.write(content.markdown)
    else this.#dropTyped()
    this.#set({ version: this.#state.version + 1 })
    this.edit(content)
  }

  /** Saves now what is not saved yet. */
  async flush(): Promise<boolean> {
    await this.#saving
    await this.#closing
    const isTaken = this.takeTyped()
    if (!isTaken || this.#state.status === 'conflicted') return false
    clearTimeout(this.#timer)
    if (this.#hasLiveText || !this.#isSame(this.#state.content, this.#base.content)) {
      const save = this.#live ? this.#saveLive(this.#live) : this.#save()
      this.#saving = save.finally(() => (this.#saving = undefined))
      await this.#saving
    } else if (this.#state.status !== 'saved') {
      // What was typed was taken back.
      this.#set({ status: 'saved', error: undefined })
      this.#dropDraft()
    }
    return this.#state.status === 'saved'
  }

  /** Takes what the server has now. What somebody else wrote is shown at once, unless there is text that is not saved. */
  receive(page: ServerPage): void {
    if (this.#saving || page.revision === this.#base.revision || !this.takeTyped()) return
    if (this.#live) void this.#takeFields(page)
    else if (!this.#closing) void this.#takeIn(page)
  }

  async #takeIn(page: ServerPage): Promise<void> {
    if (isSameContent(page.content, this.#base.content)) this.#base = page
    else if (isSameContent(this.#state.content, this.#base.content)) this.#adopt(page)
    else await this.#settle(page)
  }

  /** Writes my text over theirs, which stays in the history of the change request. */
  keepMine(): void {
    this.#set({ status: 'unsaved', theirs: undefined })
    void this.flush()
  }

  takeTheirs(): void {
    this.#adopt(this.#base)
  }

  /** Puts their text behind mine, for the two to be put together by hand. */
  keepBoth(): void {
    this.takeTyped()
    const { theirs, content } = this.#state
    const markdown = [content.markdown ?? '', splitPageText(theirs?.markdown ?? '').body].join('\n\n')
    this.#set({ status: 'unsaved', theirs: undefined })
    this.replace({ ...content, markdown })
  }

  /** The text is written live from now on. */
  startLive(live: LiveText): void {
    this.#live = live
    this.#leavesDraft = false
    this.#set({ isLive: true })
  }

  /** The text is saved here again: what is written from now on stands on what is still being sent. */
  endLive(): void {
    if (!this.#live) return
    const { leave } = this.#live
    const before = this.#base
    this.takeTyped()
    clearTimeout(this.#timer)
    this.#stopLive()
    this.#base = { ...before, content: withBody(before.content, this.#state.content) }
    this.#set({ status: 'saving' })
    this.#closing = leave().then((isSent) => this.#goOn(isSent ? undefined : before))
  }

  /** @param unsent what the server has, if what was written live could not be sent. It is then saved here. */
  async #goOn(unsent: ServerPage | undefined): Promise<void> {
    const page = unsent ? undefined : await this.#parts.read().catch(() => undefined)
    if (unsent) this.#base = unsent
    if (page) await this.#takeIn(page)
    this.#closing = undefined
    if (this.#state.status === 'conflicted') return
    this.#finish(isSameContent(this.#state.content, this.#base.content))
  }

  /**
   * The text is not written live any more. Who carried it sends what is left; the page shows what the server has.
   *
   * @param closing whether everything could be sent. If not, it stays in the draft.
   */
  leaveLive(closing: Promise<boolean>): void {
    if (!this.#live) return
    this.takeTyped()
    clearTimeout(this.#timer)
    this.#stopLive()
    const content = withBody(this.#state.content, this.#base.content)
    this.#set({ content, version: this.#state.version + 1 })
    if (this.#state.status !== 'conflicted') this.#set({ status: 'saved', error: undefined })
    this.#leavesDraft = true
    this.#closing = this.#finishLeaving(closing)
  }

  async #finishLeaving(closing: Promise<boolean>): Promise<void> {
    const isSent = await closing
    this.#closing = undefined
    this.#leavesDraft = !isSent
    if (isSent) this.#dropDraft()
    // The fields may not have been saved when the text was left.
    const isSaved = isSameContent(this.#state.content, this.#base.content)
    if (!isSaved && this.#state.status === 'saved') this.#finish(false)
  }

  #stopLive(): void {
    this.#live = undefined
    this.#hasLiveText = false
    this.#set({ isLive: false })
  }

  /** The change request has a new revision with the text. */
  announceSaved(): void {
    this.#parts.onSaved(this.#base)
  }

  /** Saves by itself until it is closed. */
  open(): void {
    this.#isClosed = false
  }

  /** Saves what is left, once. False if something could not be saved. */
  async close(): Promise<boolean> {
    this.#isClosed = true
    const isSaved = await this.flush()
    return isSaved && !this.#leavesDraft
  }

  async #save(): Promise<void> {
    const { content } = this.#state
    this.#set({ status: 'saving', error: undefined })
    try {
      const saved = await this.#parts.write(content, this.#base.content, this.#base.revision)
      this.#confirm(content, saved)
    } catch (error) {
      if (error instanceof NewerRevisionError) await this.#saveOnNewer(content)
      else this.#fail(error)
    }
  }

  /** Saves the fields and the head of the text here, and has the text saved by who carries it. */
  async #saveLive(live: LiveText): Promise<void> {
    const written = this.#state.content
    this.#set({ status: 'saving', error: undefined })
    try {
      if (!this.#isSame(written, this.#base.content)) await this.#saveFields()
      if (this.#state.status === 'conflicted') return
      // What is written from now on may not be saved.
      this.#hasLiveText = false
      await live.save()
      // The page may have been left meanwhile, and its text with whoever carried it.
      if (this.#live !== live) return
      // A draft of what is written next stands on what is saved now.
      this.#base = { ...this.#base, content: withBody(this.#base.content, written) }
      this.#finish(!this.#hasLiveText && this.#isSame(this.#state.content, this.#base.content))
    } catch (error) {
      if (this.#live !== live) return
      this.#hasLiveText = true
      if (error instanceof NewerRevisionError) this.#finish(false)
      else this.#fail(error)
    }
  }

  /** The text below the head is saved every few seconds, so what the server has is read first. */
  async #saveFields(): Promise<void> {
    const page = await this.#parts.read()
    await this.#takeFields(page)
    const sent = this.#state.content
    if (this.#state.status === 'conflicted' || this.#isSame(sent, page.content)) return
    const saved = await this.#parts.write(withBody(sent, page.content), page.content, page.revision)
    this.#base = { content: withBody(sent, page.content), revision: saved.revision }
    this.#parts.onSaved(this.#base)
  }

  /** Takes the fields and the head of the text from the server. */
  async #takeFields(page: ServerPage, base = this.#base.content): Promise<void> {
    const mine = this.#state.content
    const text = this.#hasLiveText ? mine : page.content
    const combined = this.#isSame(mine, base)
      ? page.content
      : this.#isSame(page.content, base)
        ? mine
        : await this.#parts.combine(withoutBody(base), withoutBody(mine), withoutBody(page.content))
    this.#base = page
    // Somebody typed on meanwhile.
    if (this.#state.content !== mine) return this.#takeFields(page, base)
    if (combined) this.#set({ content: withBody(combined, text) })
    else this.#set({ status: 'conflicted', theirs: page.content, ancestor: base })
  }

  #isSame(a: PageContent, b: PageContent): boolean {
    return this.#live ? isSameContent(withoutBody(a), withoutBody(b)) : isSameContent(a, b)
  }

  /** The page may be as it was: others may have written on another one. */
  async #saveOnNewer(content: PageContent): Promise<void> {
    try {
      const page = await this.#parts.read()
      if (!isSameContent(page.content, this.#base.content)) return await this.#settle(page)
      this.#base = page
      this.#confirm(content, await this.#parts.write(content, page.content, page.revision))
    } catch (error) {
      // Somebody wrote once more in between: it is tried again.
      if (error instanceof NewerRevisionError) {
        this.#set({ status: 'unsaved' })
        this.#schedule(SAVE_AFTER_MS)
      } else this.#fail(error)
    }
  }

  #confirm(sent: PageContent, saved: ServerPage): void {
    this.#base = { content: sent, revision: saved.revision }
    this.#parts.onSaved({ content: sent, revision: saved.revision })
    this.#finish(!this.#typed && isSameContent(this.#state.content, sent))
  }

  #finish(isSaved: boolean): void {
    if (isSaved) {
      this.#set({ status: 'saved' })
      this.#dropDraft()
    } else {
      this.#set({ status: 'unsaved' })
      this.#schedule(SAVE_AFTER_MS)
    }
  }

  /** Brings my text, which is not saved, together with what the server has now. */
  async #settle(page: ServerPage, base = this.#base.content): Promise<void> {
    this.takeTyped()
    this.#base = page
    const mine = this.#state.content
    const combined = await this.#parts.combine(base, mine, page.content)
    this.takeTyped()
    // Somebody typed on meanwhile.
    if (this.#state.content !== mine) return this.#settle(page, base)
    if (combined && !this.#typed) {
      this.#set({ status: 'unsaved' })
      this.replace(combined)
      this.#parts.onCombined()
    } else this.#set({ status: 'conflicted', theirs: page.content, ancestor: base })
  }

  #dropTyped(): void {
    clearTimeout(this.#takeTimer)
    this.#typed = undefined
  }

  #adopt(page: ServerPage): void {
    this.#dropTyped()
    clearTimeout(this.#timer)
    this.#base = page
    this.#dropDraft()
    this.#set({
      status: 'saved',
      content: page.content,
      theirs: undefined,
      error: undefined,
      version: this.#state.version + 1,
    })
  }

  #fail(error: unknown): void {
    this.#set({ status: 'failed', error })
    if (this.#parts.isPassing(error)) this.#schedule(RETRY_AFTER_MS)
  }

  #schedule(delayMs: number): void {
    clearTimeout(this.#timer)
    if (this.#state.status === 'conflicted' || this.#isClosed) return
    this.#timer = setTimeout(() => void this.flush(), delayMs)
  }

  #keepDraft(): void {
    const { draftId: id, place, drafts } = this.#parts
    this.#draftWrite = this.#draftWrite.then(() => {
      // Only the latest of several is worth writing.
      if (isSameContent(this.#state.content, this.#base.content)) return undefined
      const { content } = this.#state
      return drafts.put({ id, place, content, base: this.#base.content, writtenAt: Date.now() })
    })
  }

  #dropDraft(): void {
    if (this.#leavesDraft) return
    const { draftId, drafts } = this.#parts
    this.#draftWrite = this.#draftWrite.then(() => drafts.remove(draftId))
  }

  #set(changes: Partial<SaverState>): void {
    this.#state = { ...this.#state, ...changes }
    for (const listener of this.#listeners) listener()
  }
}
