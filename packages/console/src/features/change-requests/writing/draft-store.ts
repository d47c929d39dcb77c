/** What somebody has written on a page. */
export interface PageContent {
  title: string
  description: string
  emoji: string
  icon: string
  /** With its head. Undefined for what has no text, such as a group. */
  markdown: string | undefined
}

/** A text that is not on the server yet, kept in the browser so that a crash or a lost connection does not lose it. */
export interface StoredDraft {
  /** The window that wrote it: each keeps its own. */
  id: string
  /** Whose text it is, and of which page. */
  place: string
  content: PageContent
  /** What was on the server when the text was begun. */
  base: PageContent
  writtenAt: number
}

const DATABASE = 'verso-drafts'
const STORE = 'drafts'
/** What nobody came back for is forgotten. */
const KEPT_MS = 60 * 24 * 3600 * 1000

let opening: Promise<IDBDatabase> | undefined

function open(): Promise<IDBDatabase> {
  opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1)
    request.addEventListener('upgradeneeded', () => {
      request.result.createObjectStore(STORE, { keyPath: 'id' }).createIndex('place', 'place')
    })
    settle(request, resolve, reject)
  })
  return opening
}

function settle<Result>(
  request: IDBRequest<Result>,
  resolve: (result: Result) => void,
  reject: (reason: Error) => void,
): void {
  request.addEventListener('success', () => resolve(request.result))
  request.addEventListener('error', () =>
    reject(request.error ?? new Error('The drafts of this browser cannot be used.')),
  )
}

async function run<Result>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result | undefined> {
  try {
    const database = await open()
    return await new Promise((resolve, reject) => {
      const request = work(database.transaction(STORE, mode).objectStore(STORE))
      settle(request, resolve, reject)
    })
  } catch {
    // A browser that keeps nothing, such as in a private window, still writes to the server.
    return undefined
  }
}

export const draftStore = {
  put: async (draft: StoredDraft): Promise<void> => {
    await run('readwrite', (store) => store.put(draft))
  },
  remove: async (id: string): Promise<void> => {
    await run('readwrite', (store) => store.delete(id))
  },
  /** Those of a page, the latest first. */
  list: async (place: string): Promise<StoredDraft[]> => {
    // Only `put` writes into the store.
    const drafts = (await run('readonly', (store) => store.index('place').getAll(place))) as
      | StoredDraft[]
      | undefined
    const oldest = Date.now() - KEPT_MS
    return (drafts ?? [])
      .filter(({ writtenAt }) => writtenAt > oldest)
      .toSorted((a, b) => b.writtenAt - a.writtenAt)
  },
}

export type DraftStore = typeof draftStore
