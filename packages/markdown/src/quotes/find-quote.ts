/** Words of a text, with some of what stands before and after them. */
export interface Quote {
  exact: string
  prefix?: string
  suffix?: string
}

/** A part of a text, in UTF-16 code units. The end is not included. */
export interface TextRange {
  start: number
  end: number
}

/** How much of a text before and after a quote is told with it, in UTF-16 code units. */
export const QUOTE_CONTEXT_LENGTH = 64

/**
 * Finds the words of a quote in a text. Where they occur more than once, what stands around them decides; where that is
 * the same too, no place is better than another.
 */
export function findQuote(
  text: string,
  { exact, prefix = '', suffix = '' }: Quote,
): TextRange | 'missing' | 'ambiguous' {
  if (exact === '') return 'missing'
  let best: TextRange | undefined
  let bestLength = -1
  let isTied = false
  for (let start = text.indexOf(exact); start !== -1; start = text.indexOf(exact, start + 1)) {
    const end = start + exact.length
    const length = countCommonBefore(text, start, prefix) + countCommonAfter(text, end, suffix)
    if (length > bestLength) [best, bestLength, isTied] = [{ start, end }, length, false]
    else if (length === bestLength) isTied = true
  }
  if (!best) return 'missing'
  return isTied ? 'ambiguous' : best
}

/** Quotes a part of a text with what stands around it. */
export function createQuote(text: string, { start, end }: TextRange): Required<Quote> {
  return {
    exact: text.slice(start, end),
    prefix: text.slice(Math.max(0, start - QUOTE_CONTEXT_LENGTH), start).replace(/^[\uDC00-\uDFFF]/, ''),
    suffix: text.slice(end, end + QUOTE_CONTEXT_LENGTH).replace(/[\uD800-\uDBFF]$/, ''),
  }
}

function countCommonBefore(text: string, end: number, prefix: string): number {
  let length = 0
  while (
    length < prefix.length &&
    length < end &&
    text[end - 1 - length] === prefix[prefix.length - 1 - length]
  )
    length++
  return length
}

function countCommonAfter(text: string, start: number, suffix: string): number {
  let length = 0
  while (length < suffix.length && start + length < text.length && text[start + length] === suffix[length])
    length++
  return length
}
