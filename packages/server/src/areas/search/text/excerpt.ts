import { foldText } from './folding.ts'

const MAX_EXCERPT_LENGTH = 240
/** How many characters of the text are shown before the match. */
const LEADING_CONTEXT_LENGTH = 80
/** An excerpt begins up to this many characters later if a word begins there. */
const MAX_SHIFT_TO_WORD = 30

/** Cuts the part around the first match out of a text and puts it on one line. Earlier words are tried first. */
export function makeExcerpt(text: string, words: readonly string[]): string {
  const start = findExcerptStart(text, words)
  const end = start + MAX_EXCERPT_LENGTH
  const excerpt = text.slice(start, end).toWellFormed().replaceAll('\uFFFD', '')
  return `${start > 0 ? '…' : ''}${excerpt.trim().replaceAll(/\s+/g, ' ')}${end < text.length ? '…' : ''}`
}

function findExcerptStart(text: string, words: readonly string[]): number {
  if (text.length <= MAX_EXCERPT_LENGTH) return 0
  const match = findFirstMatch(foldText(text), words)
  const start = Math.min(Math.max(0, match - LEADING_CONTEXT_LENGTH), text.length - MAX_EXCERPT_LENGTH)
  if (start <= 0) return 0
  const blank = text.indexOf(' ', start)
  return blank >= 0 && blank < Math.min(start + MAX_SHIFT_TO_WORD, match) ? blank + 1 : start
}

function findFirstMatch(foldedText: string, words: readonly string[]): number {
  for (const word of words) {
    const index = foldedText.indexOf(word)
    if (index >= 0) return index
  }
  return 0
}
