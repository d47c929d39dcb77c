import type { Block } from '../document/types.ts'
import type { LocatedPage } from '../parse/locate.ts'
import type { Place } from '../parse/places.ts'
import { getContentHash } from './align-blocks.ts'
import { withoutLineEnding } from './line-edits.ts'

/** What is before the content of an item: `before` of its containers, its marker, and the blanks behind the marker. */
export interface ItemStart {
  before: string
  marker: string
  gap: string
}

const itemStartPattern = /^([*+-]|\d{1,9}[.)])([ \t]+|$)/
const blankLinePattern = /^[\s>]*$/

/** The source of a page, by lines and by blocks. */
export class SourceText {
  readonly page: LocatedPage
  readonly #blocksByHash = new Map<string, Block>()

  readonly #otherSource: SourceText | undefined

  /** `otherSource` is another text with blocks that may be copied from it. */
  constructor(page: LocatedPage, otherSource?: SourceText) {
    this.page = page
    this.#otherSource = otherSource
    for (const [node, place] of page.places) {
      // Only blocks that start at a known column can be copied to another place.
      if (place.column < 0 || !isBlock(node)) continue
      const hash = getContentHash(node)
      if (!this.#blocksByHash.has(hash)) this.#blocksByHash.set(hash, node)
    }
  }

  get lineCount(): number {
    return this.page.lines.length
  }

  /** Returns a line without its line ending. */
  getLine(line: number): string {
    return withoutLineEnding(this.page.lines[line] ?? '')
  }

  isBlank(line: number): boolean {
    return blankLinePattern.test(this.getLine(line))
  }

  /** Returns where a block is, without the blank lines at its end, which lists include. */
  getPlace(block: object): Place | undefined {
    const place = this.page.places.get(block)
    return place && this.trimPlace(place)
  }

  trimPlace(place: Place): Place {
    let { endLine } = place
    while (endLine > place.startLine + 1 && this.isBlank(endLine - 1)) endLine--
    return { ...place, endLine }
  }

  /** Returns what is before the lines of a block after its first one: the blanks and `>` of its containers. */
  getPrefix({ startLine, indent }: Place): string {
    return toContinuation(this.getLine(startLine).slice(0, Math.max(indent, 0)))
  }

  /** Returns the source of a block without the prefixes of its lines, or undefined when a line lacks its prefix. */
  getOwnText(place: Place): string | undefined {
    if (place.column < 0) return undefined
    const prefix = this.getPrefix(place)
    const lines = [this.getLine(place.startLine).slice(place.column)]
    for (let line = place.startLine + 1; line < place.endLine; line++) {
      const text = this.getLine(line)
      if (text.startsWith(prefix)) lines.push(text.slice(prefix.length))
      else if (text.trim() === '' || text === prefix.trimEnd()) lines.push('')
      else return undefined
    }
    return lines.join('\n')
  }

  /** Returns a block with the same content anywhere in the page. */
  findSameBlock(block: Block): Block | undefined {
    return this.#blocksByHash.get(getContentHash(block))
  }

  /** Returns the source of a block with the same content in the page or in the other text. */
  findOwnText(block: Block): string | undefined {
    const sameBlock = this.findSameBlock(block)
    const place = sameBlock && this.getPlace(sameBlock)
    return (place && this.getOwnText(place)) ?? this.#otherSource?.findOwnText(block)
  }

  readItemStart(place: Place): ItemStart | undefined {
    const line = this.getLine(place.startLine)
    const before = place.column < 0 ? (/^[ \t>]*/.exec(line)?.[0] ?? '') : line.slice(0, place.column)
    const match = itemStartPattern.exec(line.slice(before.length))
    return match ? { before, marker: match[1] ?? '', gap: match[2] ?? '' } : undefined
  }
}

const isBlock = (node: object): node is Block => 'object' in node && node.object === 'block'

/** Returns the prefix of the lines below a line with this prefix: markers become blanks, and `>` stays. */
export const toContinuation = (prefix: string): string => prefix.replaceAll(/[^>\s]/g, ' ')

export const addPrefix = (lines: readonly string[], prefix: string): string[] =>
  lines.map((line) => (line === '' ? prefix.trimEnd() : prefix + line))
