import { isList } from '../document/is-list.ts'
import type { Block, List, ListItem } from '../document/types.ts'
import type { Place } from '../parse/places.ts'
import type { LineEdits } from './line-edits.ts'
import type { IndexPair } from './match-sequences.ts'
import { toContinuation } from './source-text.ts'
import type { ItemStart, SourceText } from './source-text.ts'

const bullets = ['*', '-', '+']
const delimiters = ['.', ')']

/** Returns the character that tells a list from the next: its bullet, or what is behind its numbers. */
const getMarkerCharacter = (marker: string): string => marker.slice(-1)

/**
 * Chooses other markers for the lists that come directly behind a list with the same marker, with which they would
 * become one list.
 */
export function chooseOtherMarkers(
  source: SourceText,
  oldBlocks: readonly Block[],
  newBlocks: readonly Block[],
  pairs: readonly IndexPair[],
): Map<Block, string> {
  const markers = new Map<Block, string>()
  if (!newBlocks.some((block, index) => isList(block) && isListAt(newBlocks, index - 1))) return markers
  const oldIndexes = new Map(pairs.map(([oldIndex, index]) => [index, oldIndex]))
  const getMarker = (index: number): string | undefined => {
    const block = newBlocks[index]
    if (!block || !isList(block)) return undefined
    const oldBlock = oldBlocks[oldIndexes.get(index) ?? -1] ?? source.findSameBlock(block)
    const place = oldBlock && source.getPlace(oldBlock)
    if (!place) return markers.get(block) ?? (block.type === 'list-ordered' ? '.' : '*')
    // A list in HTML has no marker.
    const start = source.readItemStart(place)
    return start && (markers.get(block) ?? getMarkerCharacter(start.marker))
  }
  for (const [index, block] of newBlocks.entries()) {
    const previousMarker = getMarker(index - 1)
    if (previousMarker === undefined || getMarker(index) !== previousMarker) continue
    const oldIndex = oldIndexes.get(index)
    // Lists that were beside each other before are separated by something else, such as a definition.
    if (oldIndex !== undefined && oldIndexes.get(index - 1) === oldIndex - 1) continue
    const nextMarker = getMarker(index + 1)
    const otherMarker = (block.type === 'list-ordered' ? delimiters : bullets).find(
      (marker) => marker !== previousMarker && marker !== nextMarker,
    )
    markers.set(block, otherMarker ?? (block.type === 'list-ordered' ? ')' : '-'))
  }
  return markers
}

const isListAt = (blocks: readonly Block[], index: number): boolean => {
  const block = blocks[index]
  return block !== undefined && isList(block)
}

/** Replaces the marker in the written lines of a list. */
export function replaceWrittenMarkers(lines: readonly string[], list: Block, marker: string): string[] {
  const pattern = list.type === 'list-ordered' ? /^(\d{1,9})[.)](?= |$)/ : /^()[*+-](?= |$)/
  return lines.map((line) => line.replace(pattern, `$1${marker}`))
}

/** Replaces the markers of a list in the source. Returns false when they are not known. */
export function replaceSourceMarkers(
  source: SourceText,
  edits: LineEdits,
  list: List,
  character: string,
): boolean {
  for (const item of list.nodes) {
    const place = source.getPlace(item)
    const start = place && source.readItemStart(place)
    if (!start) return false
    const marker = start.marker.slice(0, -1) + character
    edits.replaceCharacters(place.startLine, start.before.length, start.marker, marker)
  }
  return true
}

/** The items of a list that are replaced by others, and the items around them. */
export interface ItemGap {
  /** The places of all old items. */
  places: readonly Place[]
  /** The items with indexes from `start` to `end` are replaced. */
  start: number
  end: number
  newItems: readonly Block[]
}

export type WriteBlocks = (blocks: readonly Block[]) => string

/** Writes new items with the marker of the item beside them, and as far apart as the others. */
export function addItems(
  source: SourceText,
  edits: LineEdits,
  { places, start, end, newItems }: ItemGap,
  write: WriteBlocks,
): boolean {
  const neighbour = places[Math.max(start - 1, 0)]
  const itemStart = neighbour && source.readItemStart(neighbour)
  if (!itemStart || itemStart.gap === '') return false
  const [first, second] = places
  const isLoose = first !== undefined && second !== undefined && second.startLine > first.endLine
  const number = Number.parseInt(itemStart.marker, 10)
  const counts = !Number.isNaN(number) && !hasOneNumber(source, places)
  const lines: string[] = []
  for (const [index, item] of newItems.entries()) {
    if (item.type !== 'list-item') return false
    if (isLoose && index > 0) lines.push('')
    const offset = start > 0 ? index + 1 : index
    const marker = counts ? `${number + offset}${getMarkerCharacter(itemStart.marker)}` : itemStart.marker
    lines.push(...writeItem(item, { ...itemStart, marker }, write))
  }
  const [firstReplaced, lastReplaced] = [places[start], places[end - 1]]
  if (end > start && firstReplaced && lastReplaced) {
    edits.replaceLines(firstReplaced.startLine, lastReplaced.endLine, lines)
    return true
  }
  const line = start > 0 ? neighbour.endLine : neighbour.startLine
  const partedLines = start > 0 ? ['', ...lines] : [...lines, '']
  edits.replaceLines(line, line, isLoose ? partedLines : lines)
  return true
}

/** Whether all items of a list have the same number, as in `1.`, `1.`, `1.` */
function hasOneNumber(source: SourceText, [first, second]: readonly Place[]): boolean {
  if (!first || !second) return false
  return source.readItemStart(first)?.marker === source.readItemStart(second)?.marker
}

function writeItem(item: ListItem, { before, marker, gap }: ItemStart, write: WriteBlocks): string[] {
  const base = { object: 'block' as const, key: '', isVoid: false as const, nodes: [item] }
  const list: List =
    item.data.checked === undefined
      ? { ...base, type: 'list-unordered', data: {} }
      : { ...base, type: 'list-tasks', data: {} }
  const [firstLine = '', ...otherLines] = write([list]).split('\n')
  const WRITTEN_MARKER_WIDTH = 2
  const lead = before + marker + gap
  const prefix = toContinuation(lead)
  return [
    (lead + firstLine.slice(WRITTEN_MARKER_WIDTH)).trimEnd(),
    ...otherLines.map((line) => (line === '' ? prefix.trimEnd() : prefix + line.slice(WRITTEN_MARKER_WIDTH))),
  ]
}

/**
 * Renumbers the items that stay in a numbered list whose numbers counted up one by one. A number with another length
 * would move the content of its item, so items of several lines keep their number then, as do the items behind them.
 */
export function renumberItems(
  source: SourceText,
  edits: LineEdits,
  places: readonly Place[],
  newIndexes: ReadonlyMap<number, number>,
): void {
  const starts = places.map((place) => source.readItemStart(place))
  const numbers = starts.map((start) => Number.parseInt(start?.marker ?? '', 10))
  const [firstNumber = Number.NaN] = numbers
  if (!numbers.every((number, index) => number === firstNumber + index)) return
  for (const [index, place] of places.entries()) {
    const newIndex = newIndexes.get(index)
    const start = starts[index]
    if (newIndex === undefined || newIndex === index || !start) continue
    const marker = `${firstNumber + newIndex}${getMarkerCharacter(start.marker)}`
    const isMoved = marker.length !== start.marker.length
    if (marker.length > 10 || (isMoved && place.endLine > place.startLine + 1)) return
    edits.replaceCharacters(place.startLine, start.before.length, start.marker, marker)
  }
}
