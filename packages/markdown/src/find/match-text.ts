/** What is looked for: words, never a pattern, so that no query takes longer than its text is long. */
export interface TextQuery {
  text: string
  /** Without it, capital and small letters are the same. */
  matchCase?: boolean | undefined
  /** With it, words are found that stand alone: "cat" is not found in "catalogue". */
  wholeWords?: boolean | undefined
}

/** A place in a text, from one character to before another. */
export interface TextRange {
  from: number
  to: number
}

/** A replaced range, and what stands there instead. */
export interface TextEdit extends TextRange {
  text: string
}

/** Finds the places of a text that match, from left to right. They do not overlap. */
export function matchText(value: string, query: TextQuery): TextRange[] {
  const searched = query.matchCase === true ? value : foldCase(value)
  const wanted = query.matchCase === true ? query.text : foldCase(query.text)
  const ranges: TextRange[] = []
  if (wanted === '') return ranges
  let from = searched.indexOf(wanted)
  while (from !== -1) {
    const to = from + wanted.length
    const isMatch = query.wholeWords !== true || isWholeWord(value, { from, to })
    if (isMatch) ranges.push({ from, to })
    from = searched.indexOf(wanted, isMatch ? to : from + 1)
  }
  return ranges
}

/** Makes letters small. A few letters become several ones then: those stay, so that places stay what they are. */
function foldCase(value: string): string {
  const lowered = value.toLowerCase()
  if (lowered.length === value.length) return lowered
  return Array.from(value, (letter) => {
    const small = letter.toLowerCase()
    return small.length === letter.length ? small : letter
  }).join('')
}

const wordAtEnd = /[\p{L}\p{N}\p{M}_]$/u
const wordAtStart = /^[\p{L}\p{N}\p{M}_]/u

/** Whether no word goes on beyond either end. An end that is no part of a word, such as that of "C++", always stands alone. */
function isWholeWord(value: string, { from, to }: TextRange): boolean {
  const match = value.slice(from, to)
  // Two units, because a letter may take both.
  const goesOnBefore = wordAtStart.test(match) && wordAtEnd.test(value.slice(Math.max(0, from - 2), from))
  const goesOnAfter = wordAtEnd.test(match) && wordAtStart.test(value.slice(to, to + 2))
  return !goesOnBefore && !goesOnAfter
}

/**
 * The edit that replaces a match. What both have in common at their ends stays, so that a word of several looks keeps them:
 * of `**bo**ld`, replaced by "bolder", only "er" is new.
 */
export function createTextEdit(value: string, { from, to }: TextRange, replacement: string): TextEdit {
  const match = value.slice(from, to)
  let head = 0
  while (head < match.length && head < replacement.length && match[head] === replacement[head]) head++
  let tail = 0
  while (
    tail < match.length - head &&
    tail < replacement.length - head &&
    match[match.length - 1 - tail] === replacement[replacement.length - 1 - tail]
  )
    tail++
  // Half of a character that takes two units is not the same character.
  if (/[\uD800-\uDBFF]/.test(match[head - 1] ?? '')) head--
  if (/[\uDC00-\uDFFF]/.test(match[match.length - tail] ?? '')) tail--
  return { from: from + head, to: to - tail, text: replacement.slice(head, replacement.length - tail) }
}

export const applyTextEdits = (value: string, edits: readonly TextEdit[]): string =>
  edits.reduceRight((text, { from, to, text: added }) => text.slice(0, from) + added + text.slice(to), value)
