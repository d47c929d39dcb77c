import type { StoredSteps } from '@verso/editor'

/** What was written in this window and is not confirmed by the server, for when its page is opened again. */
export interface StoredLivePage {
  /** Empty if the page has been begun anew since. */
  session: string
  steps: StoredSteps
  /** The draft that has the same text. */
  draftId: string
}

const CLIENT_KEY = 'verso-live-client'
const getKey = (place: string): string => `verso-live/${place}`

/** The storage of the window: it is there after a reload, and not in other windows. */
function withStorage<Result>(use: (storage: Storage) => Result): Result | undefined {
  try {
    return use(sessionStorage)
  } catch {
    // A browser that keeps nothing, or is full. The draft may have the text.
    return undefined
  }
}

export function readStoredLivePage(place: string): StoredLivePage | undefined {
  // Only `storeLivePage` writes there.
  return (
    withStorage((storage) => JSON.parse(storage.getItem(getKey(place)) ?? 'null') as StoredLivePage | null) ??
    undefined
  )
}

export const storeLivePage = (place: string, page: StoredLivePage): void =>
  withStorage((storage) => storage.setItem(getKey(place), JSON.stringify(page)))

export const removeStoredLivePage = (place: string): void =>
  withStorage((storage) => storage.removeItem(getKey(place)))

let client: string | undefined

const takeStoredClient = (): string | null | undefined =>
  withStorage((storage) => {
    const stored = storage.getItem(CLIENT_KEY)
    storage.removeItem(CLIENT_KEY)
    return stored
  })

/**
 * The name of this window among those that write on a page. It stays the same over a reload, and is stored only while the
 * window is away: a browser copies what is stored to a window that is opened as a copy of this one.
 */
export function getLiveClient(): string {
  if (client !== undefined) return client
  const name = takeStoredClient() ?? createRandomName()
  client = name
  window.addEventListener('pagehide', () => withStorage((storage) => storage.setItem(CLIENT_KEY, name)))
  window.addEventListener('pageshow', takeStoredClient)
  return name
}

/** Unlike `randomUUID`, this is there without https too. */
const createRandomName = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )

let refCount = 0

/** Names a commit. No other of any window has the name. */
export const createCommitRef = (): string => `${Date.now().toString(36)}-${++refCount}-${createRandomName()}`
