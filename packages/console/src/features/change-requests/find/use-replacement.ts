import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../api/index.ts'
import {
  type ReplacedPage,
  replaceTextInChangeRequest,
  type TextReplacement,
  undoTextReplacement,
} from '../../../api/operations.ts'
import { useIds } from '../use-change-request.ts'
import { contentReads } from '../writing/use-page-writes.ts'
import { type FoundText, getTextKey, type TextId } from './found-text.ts'
import type { TextQuery } from './use-text-search.ts'

/** How many pages and reusable contents the API takes at once. */
const MAX_TEXTS = 50

/** A page or a reusable content with what became of it. */
interface TextOutcome extends TextId, Omit<ReplacedPage, 'page'> {}

/** A page or a reusable content that was left as it is, and why. */
export interface LeftText extends TextOutcome {
  title: string
}

interface ReplacedText extends TextId {
  version: string
  title: string
}

/** What one request has replaced, for undoing it. */
interface ReplacedPart {
  revision: string
  texts: ReplacedText[]
}

export interface Replacement {
  status: 'replacing' | 'replaced' | 'undoing' | 'undone'
  doneCount: number
  totalCount: number
  replacedTexts: TextId[]
  replacedPlaces: number
  leftTexts: LeftText[]
  parts: ReplacedPart[]
  error?: unknown
}

interface ReplacementControl {
  replacement: Replacement | undefined
  replace: (query: TextQuery, replacement: string, texts: readonly FoundText[]) => Promise<void>
  undo: () => Promise<void>
  clear: () => void
}

/** Replaces words in any number of pages and reusable contents, some at a time, and takes it back. */
export function useReplacement(): ReplacementControl {
  const ids = useIds()
  const client = useQueryClient()
  const [replacement, setReplacement] = useState<Replacement>()

  const makeStale = async (): Promise<void> => {
    await Promise.all(contentReads.map(({ id }) => client.invalidateQueries({ queryKey: [id] })))
  }

  const replace = async (query: TextQuery, newText: string, texts: readonly FoundText[]): Promise<void> => {
    let state: Replacement = {
      status: 'replacing',
      doneCount: 0,
      totalCount: texts.length,
      replacedTexts: [],
      replacedPlaces: 0,
      leftTexts: [],
      parts: [],
    }
    setReplacement(state)
    try {
      for (let start = 0; start < texts.length; start += MAX_TEXTS) {
        const group = texts.slice(start, start + MAX_TEXTS)
        const targets = groupTargets(group, ({ version, places }) => ({
          version,
          places: places.map(({ place }) => place),
        }))
        const body = { ...query, replacement: newText, ...targets }
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
      doneCount: 0,
      totalCount: replacement.replacedTexts.length,
      leftTexts: [],
    }
    setReplacement(state)
    try {
      for (const part of replacement.parts.toReversed()) {
        const body = { revision: part.revision, ...groupTargets(part.texts, ({ version }) => ({ version })) }
        const result = await call(undoTextReplacement, { ...ids, body })
        state = removePart(state, part, listOutcomes(result))
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

/** Pages and reusable contents as the API takes them. */
const groupTargets = <Text extends TextId, Parts>(
  texts: readonly Text[],
  describe: (text: Text) => Parts,
): { pages: (Parts & { page: string })[]; reusableContents: (Parts & { reusableContent: string })[] } => ({
  pages: texts.flatMap((text) => (text.kind === 'page' ? [{ page: text.id, ...describe(text) }] : [])),
  reusableContents: texts.flatMap((text) =>
    text.kind === 'reusable-content' ? [{ reusableContent: text.id, ...describe(text) }] : [],
  ),
})

const listOutcomes = ({ pages, reusableContents }: TextReplacement): TextOutcome[] => [
  ...pages.map(({ page, ...outcome }) => ({ kind: 'page' as const, id: page, ...outcome })),
  ...reusableContents.map(({ reusableContent, ...outcome }) => ({
    kind: 'reusable-content' as const,
    id: reusableContent,
    ...outcome,
  })),
]

const mapTitles = (texts: readonly (TextId & { title: string })[]): Map<string, string> =>
  new Map(texts.map((text) => [getTextKey(text), text.title]))

function addPart(state: Replacement, group: readonly FoundText[], result: TextReplacement): Replacement {
  const titles = mapTitles(group)
  const outcomes = listOutcomes(result)
  const texts = outcomes.flatMap(({ kind, id, result: outcome, version }) =>
    outcome === 'replaced' && version !== undefined
      ? [{ kind, id, version, title: titles.get(getTextKey({ kind, id })) ?? '' }]
      : [],
  )
  const replacedKeys = new Set(texts.map(getTextKey))
  const places = group.flatMap((text) => (replacedKeys.has(getTextKey(text)) ? text.places : []))
  return {
    ...state,
    doneCount: state.doneCount + group.length,
    replacedTexts: [...state.replacedTexts, ...texts],
    replacedPlaces: state.replacedPlaces + places.length,
    leftTexts: [...state.leftTexts, ...listLeftTexts(outcomes, titles)],
    parts: texts.length === 0 ? state.parts : [...state.parts, { revision: result.previousRevision, texts }],
  }
}

/** What is undone cannot be undone again, also where a later part fails. */
const removePart = (
  state: Replacement,
  part: ReplacedPart,
  outcomes: readonly TextOutcome[],
): Replacement => ({
  ...state,
  doneCount: state.doneCount + outcomes.length,
  leftTexts: [...state.leftTexts, ...listLeftTexts(outcomes, mapTitles(part.texts))],
  parts: state.parts.filter((each) => each !== part),
})

const listLeftTexts = (outcomes: readonly TextOutcome[], titles: ReadonlyMap<string, string>): LeftText[] =>
  outcomes.flatMap((outcome) =>
    outcome.result === 'replaced' || outcome.result === 'unchanged'
      ? []
      : [{ ...outcome, title: titles.get(getTextKey(outcome)) ?? '' }],
  )
