import type { SeparatedLines } from './places.ts'
import { readTag, getTagShape } from './tag.ts'

/**
 * Puts tags and `<details>` on lines of their own. They are blocks, which start and end with lines, but people also
 * write a whole hint on one line, or an end tag after the last word. The parser says which lines to change, because it
 * knows what is code.
 */
export function separateTags(
  { lines, origins }: SeparatedLines,
  linesWithTags: ReadonlySet<number>,
): SeparatedLines {
  const separated: SeparatedLines = { lines: [], origins: [] }
  for (const [index, line] of lines.entries()) {
    for (const piece of linesWithTags.has(index) ? separateLine(line).split('\n') : [line]) {
      separated.lines.push(piece)
      separated.origins.push(origins[index] ?? 0)
    }
  }
  return separated
}

/** Matches text that may contain a tag which has to be on a line of its own. */
export const possibleTagPattern = /\{%|<\/?details|<summary/i

/** Nobody writes longer lines by hand, and searching them tag by tag would take too long. */
const MAX_LINE_LENGTH = 20_000
const linePrefixPattern = /^(?:[ \t>]|[*+-](?=[ \t])|\d{1,9}[.)](?=[ \t]))*/
const outerPrefixPattern = /^[ \t>]*/
const htmlTagPattern = /<\/?details[^\n<>]*>|<summary[^\n<>]*>.*?<\/summary>/gi

function separateLine(line: string): string {
  if (line.length > MAX_LINE_LENGTH || !possibleTagPattern.test(line)) return line
  const prefix = linePrefixPattern.exec(line)?.[0] ?? ''
  const start = prefix.length
  const cuts = findCuts(line, start)
  if (cuts.length === 0) return line
  // After a bullet the pieces continue its item. An end tag at the end of a line closes a tag outside of the item.
  const innerPrefix = prefix.replaceAll(/[^>\s]/g, ' ')
  const outerPrefix = outerPrefixPattern.exec(line)?.[0] ?? ''
  const pieces: string[] = []
  let pieceStart = start
  for (const cut of [...cuts, line.length]) {
    const piece = line.slice(pieceStart, cut).trim()
    if (piece !== '') pieces.push(piece)
    pieceStart = cut
  }
  const startsWithTag = isTagAt(line, start)
  return pieces
    .map((piece, index) =>
      index === 0 ? prefix + piece : (startsWithTag ? innerPrefix : outerPrefix) + piece,
    )
    .join('\n')
}

function isTagAt(line: string, pos: number): boolean {
  return line.startsWith('{%', pos) || /^<\/?(?:details|summary)/i.test(line.slice(pos, pos + 12))
}

/**
 * Finds where to split the line: around every tag if it starts with a tag, otherwise before the end tags at its end.
 */
function findCuts(line: string, start: number): number[] {
  const spans = findTagSpans(line, start)
  if (spans.length === 0) return []
  if (!isTagAt(line, start)) {
    const endTagCuts: number[] = []
    let end = line.trimEnd().length
    for (const span of spans.toReversed()) {
      if (!span.closing || span.end !== end) break
      endTagCuts.unshift(span.start)
      end = line.slice(0, span.start).trimEnd().length
    }
    return endTagCuts
  }
  const cuts = new Set<number>()
  for (const span of spans) cuts.add(span.start).add(span.end)
  return [...cuts].filter((cut) => cut > start && cut < line.length).sort((a, b) => a - b)
}

interface TagSpan {
  start: number
  end: number
  closing: boolean
}

/** Finds the tags of a line that are not escaped, not in code and not in a summary. */
function findTagSpans(line: string, start: number): TagSpan[] {
  const spans: TagSpan[] = []
  const lastEnd = line.lastIndexOf('%}')
  for (let pos = line.indexOf('{%', start); pos >= 0 && pos < lastEnd;) {
    const readResult = readTag(line, pos)
    if (readResult && getTagShape(readResult.tag.name) !== undefined) {
      spans.push({ start: pos, end: readResult.end, closing: readResult.tag.closing })
    }
    pos = line.indexOf('{%', readResult ? readResult.end : pos + 2)
  }
  for (const match of line.matchAll(htmlTagPattern)) {
    const closing = match[0].startsWith('</')
    spans.push({ start: match.index, end: match.index + match[0].length, closing })
  }
  const freeSpans: TagSpan[] = []
  let end = start
  let inCode = false
  for (const span of spans.sort((a, b) => a.start - b.start)) {
    if (span.start < end) continue
    if ((line.slice(end, span.start).split('`').length - 1) % 2 === 1) inCode = !inCode
    end = span.end
    if (!inCode && line[span.start - 1] !== '\\') freeSpans.push(span)
  }
  return freeSpans
}
