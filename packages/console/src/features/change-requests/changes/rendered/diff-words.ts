import { diffArrays } from 'diff'

/** How long a comparison may take before everything counts as different. */
const TIMEOUT_MS = 1000

/** Indexes of tokens of two lists that are not the same. */
export interface TokenChange {
  beforeStart: number
  beforeEnd: number
  afterStart: number
  afterEnd: number
}

const segmenter = new Intl.Segmenter('und', { granularity: 'word' })

/** The words of a text, and what stands between them. Languages that put no blanks between words have words too. */
export const splitWords = (text: string): string[] =>
  [...segmenter.segment(text)].map(({ segment }) => segment)

const hasLetters = (text: string): boolean => /[\p{L}\p{N}]/u.test(text)

/** Blanks and signs that stay between two changes do not divide them, up to this length. */
const MAX_GAP_LENGTH = 3

/** Finds which tokens differ. Changes with nothing but a blank between them are one. */
export function diffTokens(before: readonly string[], after: readonly string[]): TokenChange[] {
  const parts = diffArrays([...before], [...after], { timeout: TIMEOUT_MS })
  if (!parts) {
    return [{ beforeStart: 0, beforeEnd: before.length, afterStart: 0, afterEnd: after.length }]
  }
  const changes: TokenChange[] = []
  let [beforeAt, afterAt] = [0, 0]
  let isOpen = false
  for (const { value, added, removed } of parts) {
    if (!added && !removed) {
      beforeAt += value.length
      afterAt += value.length
      isOpen = false
      continue
    }
    const [beforeEnd, afterEnd] = [
      beforeAt + (removed ? value.length : 0),
      afterAt + (added ? value.length : 0),
    ]
    const last = changes.at(-1)
    if (last && (isOpen || isGap(before.slice(last.beforeEnd, beforeAt)))) {
      last.beforeEnd = beforeEnd
      last.afterEnd = afterEnd
    } else {
      changes.push({ beforeStart: beforeAt, beforeEnd, afterStart: afterAt, afterEnd })
    }
    ;[beforeAt, afterAt, isOpen] = [beforeEnd, afterEnd, true]
  }
  for (const change of changes) trimChange(change, before, after)
  return changes
}

/** Leaves out of a change what both sides begin and end with. */
function trimChange(change: TokenChange, before: readonly string[], after: readonly string[]): void {
  const isLonger = (): boolean => change.beforeStart < change.beforeEnd && change.afterStart < change.afterEnd
  while (isLonger() && before[change.beforeEnd - 1] === after[change.afterEnd - 1]) {
    change.beforeEnd--
    change.afterEnd--
  }
  while (isLonger() && before[change.beforeStart] === after[change.afterStart]) {
    change.beforeStart++
    change.afterStart++
  }
}

function isGap(tokens: readonly string[]): boolean {
  const text = tokens.join('')
  return text.length <= MAX_GAP_LENGTH && !hasLetters(text)
}

/** How much of two lists of words is the same, from 0 to 1. */
export function measureLikeness(before: ReadonlySet<string>, after: ReadonlySet<string>): number {
  const [smaller, larger] = before.size < after.size ? [before, after] : [after, before]
  let common = 0
  for (const word of smaller) if (larger.has(word)) common++
  return larger.size === 0 ? 1 : common / larger.size
}

/** The different words of a text. A few hundred are enough to recognize it. */
const MAX_WORDS = 300

export const collectWords = (text: string): Set<string> =>
  new Set((text.slice(0, 10_000).match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, MAX_WORDS))
