import { foldText } from './tokenizer.ts'

const longest = 240
/** How much stands before the match. */
const before = 80

/** The part of a text around the first of the words that is in it, on one line. */
export function makeExcerpt(text: string, needles: readonly string[]): string {
  const start = startOf(text, needles)
  const end = start + longest
  const piece = text.slice(start, end).toWellFormed().replaceAll('\uFFFD', '')
  return `${start > 0 ? '…' : ''}${piece.trim().replaceAll(/\s+/g, ' ')}${end < text.length ? '…' : ''}`
}

function startOf(text: string, needles: readonly string[]): number {
  if (text.length <= longest) return 0
  const at = firstOf(foldText(text), needles)
  const wanted = Math.min(Math.max(0, at - before), text.length - longest)
  if (wanted <= 0) return 0
  // At the beginning of a word, when there is one near.
  const blank = text.indexOf(' ', wanted)
  return blank >= 0 && blank < Math.min(wanted + 30, at) ? blank + 1 : wanted
}

function firstOf(folded: string, needles: readonly string[]): number {
  for (const needle of needles) {
    const at = folded.indexOf(needle)
    if (at >= 0) return at
  }
  return 0
}
