import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../api/index.ts'
import {
  type PageTextMatches,
  type ReplacedPage,
  replaceTextInChangeRequest,
  undoTextReplacement,
} from '../../../api/operations.ts'
import { useIds } from '../use-change-request.ts'
import { contentReads } from '../writing/use-page-writes.ts'
import type { TextQuery } from './use-text-search.ts'

/** How many pages the API takes at once. */
const MAX_PAGES = 50

/** A page that was left as it is, and why. */
export interface LeftPage extends ReplacedPage {
  title: string
}

/** What one request has replaced, for undoing it. */
interface ReplacedPart {
  revision: string
  pages: { page: string; version: string; title: string }[]
}

export interface Replacement {
  status: 'replacing' | 'replaced' | 'undoing' | 'undone'
  donePages: number
  totalPages: number
  replacedPages: number
  replacedPlaces: number
  leftPages: LeftPage[]
  parts: ReplacedPart[]
  error?: unknown
}

interface ReplacementControl {
  replacement: Replacement | undefined
  replace: (query: TextQuery, replacement: string, pages: readonly PageTextMatches[]) => Promise<void>
  undo: () => Promise<void>
  clear: () => void
}

/** Replaces words on any number of pages, some pages at a time, and takes it back. */
export function useReplacement(): ReplacementControl {
  const ids = useIds()
  const client = useQueryClient()
  const [replacement, setReplacement] = useState<Replacement>()

  const makeStale = async (): Promise<void> => {
    await Promise.all(contentReads.map(({ id }) => client.invalidateQueries({ queryKey: [id] })))
  }

  const replace = async (
    query: TextQuery,
    newText: string,
    pages: readonly PageTextMatches[],
  ): Promise<void> => {
    let state: Replacement = {
      status: 'replacing',
      donePages: 0,
      totalPages: pages.length,
      replacedPages: 0,
      replacedPlaces: 0,
      leftPages: [],
      parts: [],
    }
    setReplacement(state)
    try {
      for (let start = 0; start < pages.length; start += MAX_PAGES) {
        const group = pages.slice(start, start + MAX_PAGES)
        const targets = group.map(({ page, version, places }) => ({
          page,
          version,
          places: places.map(({ place }) => place),
        }))
        const body = { ...query, replacement: newText, pages: targets }
        const result = await call(replaceTextInChangeRequest, { ...ids, body })
        state = addPart(state, group, result)
        setReplacement(state)
      }
      setReplacement({ ...state, status: 'replaced' })
    } catch (error) {
      setReplacement({ ...state, status: 'replaced', error })
    }
    await makeStale()
  }

  const undo = async (): Promise<void> => {
    if (!replacement) return
    let state: Replacement = {
      ...replacement,
      status: 'undoing',
      donePages: 0,
      totalPages: replacement.replacedPages,
      leftPages: [],
    }
    setReplacement(state)
    try {
      for (const part of replacement.parts.toReversed()) {
        const targets = part.pages.map(({ page, version }) => ({ page, version }))
        const body = { revision: part.revision, pages: targets }
        const { pages } = await call(undoTextReplacement, { ...ids, body })
        state = removePart(state, part, pages)
        setReplacement(state)
      }
      setReplacement({ ...state, status: 'undone' })
    } catch (error) {
      setReplacement({ ...state, status: 'replaced', error })
    }
    await makeStale()
  }

  return { replacement, replace, undo, clear: () => setReplacement(undefined) }
}

function addPart(
  state: Replacement,
  group: readonly PageTextMatches[],
  { previousRevision, pages }: { previousRevision: string; pages: readonly ReplacedPage[] },
): Replacement {
  const titles = new Map(group.map(({ page, title }) => [page, title]))
  const replacedPages = pages.flatMap(({ page, result, version }) =>
    result === 'replaced' && version !== undefined ? [{ page, version, title: titles.get(page) ?? '' }] : [],
  )
  const replacedIds = new Set(replacedPages.map(({ page }) => page))
  const places = group.flatMap((match) => (replacedIds.has(match.page) ? match.places : []))
  return {
    ...state,
    donePages: state.donePages + group.length,
    replacedPages: state.replacedPages + replacedPages.length,
    replacedPlaces: state.replacedPlaces + places.length,
    leftPages: [...state.leftPages, ...listLeftPages(pages, titles)],
    parts:
      replacedPages.length === 0
        ? state.parts
        : [...state.parts, { revision: previousRevision, pages: replacedPages }],
  }
}

/** What is undone cannot be undone again, also where a later part fails. */
function removePart(state: Replacement, part: ReplacedPart, pages: readonly ReplacedPage[]): Replacement {
  const titles = new Map(part.pages.map(({ page, title }) => [page, title]))
  return {
    ...state,
    donePages: state.donePages + pages.length,
    leftPages: [...state.leftPages, ...listLeftPages(pages, titles)],
    parts: state.parts.filter((each) => each !== part),
  }
}

const listLeftPages = (pages: readonly ReplacedPage[], titles: ReadonlyMap<string, string>): LeftPage[] =>
  pages.flatMap((page) =>
    page.result === 'replaced' || page.result === 'unchanged'
      ? []
      : [{ ...page, title: titles.get(page.page) ?? '' }],
  )
