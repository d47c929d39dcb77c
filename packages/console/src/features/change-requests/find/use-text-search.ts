import { useEffect, useRef, useState } from 'react'
import { call } from '../../../api/index.ts'
import { findTextInChangeRequest, type TextMatchList } from '../../../api/operations.ts'
import { type ChangeRequestIds, useIds } from '../use-change-request.ts'
import { saveOpenPages } from '../writing/open-pages.ts'
import { waitForClosingSaves } from '../writing/page-content.ts'
import { type FoundText, listFoundTexts, listUnreadableTexts, type TextId } from './found-text.ts'

/** What is looked for. */
export interface TextQuery {
  text: string
  matchCase: boolean
  wholeWords: boolean
}

/** More are found only after some of them are replaced: nobody looks through so many. */
const MAX_PLACES = 1000
/** A search waits so long at most for what is being saved: a connection that hangs keeps nobody from searching. */
const MAX_SAVING_MS = 20_000

export interface TextSearch {
  query: TextQuery
  status: 'searching' | 'done' | 'failed'
  texts: FoundText[]
  unreadableTexts: TextId[]
  searchedPages: number
  totalPages: number
  /** Whether there are more places than were asked for. */
  hasMore: boolean
  /** Whether something that was typed in this window could not be saved before, and is not searched. */
  hasUnsaved: boolean
  error?: unknown
}

interface TextSearchControl {
  search: TextSearch | undefined
  run: (query: TextQuery) => void
  /** Ends the search and forgets what was found. */
  clear: () => void
}

/** Finds words in all pages and reusable contents of the change request, some at a time, and shows what is found meanwhile. */
export function useTextSearch(): TextSearchControl {
  const ids = useIds()
  const [search, setSearch] = useState<TextSearch>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const run = (query: TextQuery): void => {
    running.current?.abort()
    const { signal } = (running.current = new AbortController())
    const show = (next: TextSearch): void => {
      if (!signal.aborted) setSearch(next)
    }
    void searchPages(ids, query, signal, show)
  }
  const clear = (): void => {
    running.current?.abort()
    setSearch(undefined)
  }
  return { search, run, clear }
}

async function searchPages(
  ids: ChangeRequestIds,
  query: TextQuery,
  signal: AbortSignal,
  show: (search: TextSearch) => void,
): Promise<void> {
  const none = { texts: [], unreadableTexts: [], searchedPages: 0, totalPages: 0 }
  let search: TextSearch = { query, status: 'searching', ...none, hasMore: false, hasUnsaved: false }
  show(search)
  try {
    search = { ...search, hasUnsaved: !(await saveTypedText()) }
    if (signal.aborted) return
    let place: { revision?: string; from?: number } | undefined = {}
    while (place) {
      const result: TextMatchList = await call(
        findTextInChangeRequest,
        { ...ids, query: { ...query, ...place } },
        { signal },
      )
      search = addResult(search, result)
      const { revision, next } = result
      place = next === undefined || isFull(search) ? undefined : { revision, from: next }
      show(search)
    }
    show({ ...search, status: 'done' })
  } catch (error) {
    show({ ...search, status: 'failed', error })
  }
}

/** Saves what was typed in this window a moment ago, so that it is searched too. False if it could not be saved in time. */
async function saveTypedText(): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), MAX_SAVING_MS)
  })
  const saves = Promise.all([saveOpenPages(), waitForClosingSaves()]).then((results) =>
    results.every(Boolean),
  )
  const isSaved = await Promise.race([saves, timeout]).catch(() => false)
  clearTimeout(timer)
  return isSaved
}

const isFull = ({ texts }: TextSearch): boolean =>
  texts.reduce((sum, { places }) => sum + places.length, 0) >= MAX_PLACES

function addResult(search: TextSearch, result: TextMatchList): TextSearch {
  const { searchedPages, totalPages, next } = result
  const texts = [...search.texts, ...listFoundTexts(result)]
  const unreadableTexts = [...search.unreadableTexts, ...listUnreadableTexts(result)]
  const added = { ...search, texts, unreadableTexts, searchedPages, totalPages }
  return {
    ...added,
    hasMore: texts.some(({ hasMore }) => hasMore) || (isFull(added) && next !== undefined),
  }
}
