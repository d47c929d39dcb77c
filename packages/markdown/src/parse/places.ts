import type { Token } from 'markdown-it'
import type { Block } from '../document/types.ts'

/** Where a block is in its source. */
export interface Place {
  startLine: number
  /** The line after the last one. */
  endLine: number
  /** Where the block starts in its first line, or -1 when that is not known. */
  column: number
  /** Where the text of its other lines starts. It differs from `column` for the text after a checkbox. */
  indent: number
}

/** Where a footnote is defined. */
export interface DefinitionPlace {
  label: string
  place: Place
}

/** Collects the places of one parse. */
export class PlaceRecord {
  /** The places of blocks, and of the tags and summaries from which blocks are assembled. */
  readonly places = new Map<object, Place>()
  /** The labels of footnotes, by the first block of their body. */
  readonly footnoteLabels = new Map<object, string>()
  readonly definitions: DefinitionPlace[] = []

  /** Sets the place of the entries that were created from a token. */
  addEntries(entries: readonly object[], from: number, token: Token): void {
    const place = getTokenPlace(token)
    if (place) for (let index = from; index < entries.length; index++) this.set(entries[index], place)
  }

  /** Sets the place of a block that reaches from one entry to another. */
  addRange(block: object, first: object | undefined, last: object | undefined): void {
    const firstPlace = first && this.places.get(first)
    const lastPlace = last && this.places.get(last)
    if (firstPlace && lastPlace) this.set(block, { ...firstPlace, endLine: lastPlace.endLine })
  }

  /** Sets the place of an item. The column of its marker is only known for the first item, where its list starts. */
  addItem(item: object, token: Token, listToken: Token, isFirst: boolean): void {
    if (!token.map) return
    const column = (isFirst ? getTokenPlace(listToken)?.column : undefined) ?? -1
    this.set(item, { startLine: token.map[0], endLine: token.map[1], column, indent: column })
  }

  /** Sets the place of the text after a checkbox. */
  addTaskText(blocks: readonly Block[], token: Token | undefined, checkbox: string): void {
    const place = token && getTokenPlace(token)
    if (!place) return
    const column = checkbox.includes('\n') ? -1 : place.column + checkbox.length
    for (const block of blocks) this.set(block, { ...place, column })
  }

  /** Returns the place of a definition. Only the first one of a label defines it. */
  addDefinition(label: string, token: Token, isFirst: boolean): Place | undefined {
    const place = getTokenPlace(token)
    if (place && isFirst) this.definitions.push({ label, place })
    return place
  }

  set(node: object | undefined, place: Place | undefined): void {
    if (node && place) this.places.set(node, place)
  }
}

function getTokenPlace({ map, meta }: Token): Place | undefined {
  const column: unknown = meta?.['column']
  if (!map || typeof column !== 'number') return undefined
  return { startLine: map[0], endLine: map[1], column, indent: column }
}

/** The lines of a text whose tags were separated, with the line of the original text that each comes from. */
export interface SeparatedLines {
  lines: string[]
  origins: number[]
}

/** Returns a place in the original text for a place in the text whose tags were separated. */
export function toOriginalPlace(place: Place, origins: readonly number[], firstLine: number): Place {
  const { startLine, endLine, indent } = place
  const originOf = (line: number): number => origins[line] ?? 0
  // A line that continues a line of the original text starts somewhere in it.
  const isCut = startLine > 0 && originOf(startLine) === originOf(startLine - 1)
  return {
    startLine: originOf(startLine) + firstLine,
    endLine: originOf(Math.max(endLine - 1, startLine)) + 1 + firstLine,
    column: isCut ? -1 : place.column,
    indent,
  }
}
