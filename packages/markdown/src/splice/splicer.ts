import { hasSameContent } from '../document/find-difference.ts'
import { isList } from '../document/is-list.ts'
import type { Block, Document, Expandable, ListItem } from '../document/types.ts'
import type { Place } from '../parse/places.ts'
import { writeBlocks } from '../write/write-markdown.ts'
import { alignBlocks, getContentHash, isTextBlock } from './align-blocks.ts'
import { dropPairsOnSharedLines, findSharedEnd, listPlaces, unknownContainer } from './container-edits.ts'
import type { BlockGap, BlockLists, Container } from './container-edits.ts'
import { deletePlace, FootnoteEdits } from './footnote-edits.ts'
import { LineEdits } from './line-edits.ts'
import { addItems, chooseOtherMarkers, renumberItems } from './list-edits.ts'
import { replaceSourceMarkers, replaceWrittenMarkers } from './list-edits.ts'
import { mergeText } from './merge-text.ts'
import { editTable } from './table-edits.ts'
import { addPrefix } from './source-text.ts'
import type { SourceText } from './source-text.ts'
import { isTagContainer, mergeTag, writeOpeningTag } from './tag-containers.ts'
import type { TagContainer } from './tag-containers.ts'

/**
 * How finely an edit is written: the characters that changed, the smallest blocks that changed, the blocks at the top
 * of the page that changed, or these with their neighbours.
 */
export const splicedFinenesses = ['characters', 'blocks', 'tops', 'neighbours'] as const
export type SplicedFineness = (typeof splicedFinenesses)[number]

/** Writes the differences between the document of a page and an edited one into the source of the page. */
export class Splicer {
  readonly #source: SourceText
  readonly #document: Document
  readonly #fineness: SplicedFineness
  readonly #edits = new LineEdits()
  readonly #footnotes: FootnoteEdits
  /** Markers for lists that would otherwise become one list with the list before them. */
  readonly #otherMarkers = new Map<Block, string>()

  constructor(source: SourceText, document: Document, fineness: SplicedFineness) {
    this.#source = source
    this.#document = document
    this.#fineness = fineness
    this.#footnotes = new FootnoteEdits(source, this.#edits, fineness === 'characters')
  }

  /** Returns the edited source, or undefined when the edits cannot be written so finely. */
  splice(): string | undefined {
    const { page } = this.#source
    this.#footnotes.editDefinitions(this.#document)
    const [oldBlocks, oldDefinitions] = splitUnusedFootnotes(page.document.nodes)
    const [newBlocks, newDefinitions] = splitUnusedFootnotes(this.#document.nodes)
    const container: Container = { isTop: true, firstLine: page.bodyLine, prefix: '' }
    if (!this.#editBlocks(oldBlocks, newBlocks, container)) return undefined
    this.#editUnusedFootnotes(oldDefinitions, newDefinitions)
    return this.#edits.apply(page.lines)
  }

  #editUnusedFootnotes(oldDefinitions: readonly Block[], newDefinitions: readonly Block[]): void {
    const oldHashes = new Set(oldDefinitions.map(getContentHash))
    const newHashes = new Set(newDefinitions.map(getContentHash))
    for (const block of oldDefinitions) {
      const place = this.#source.getPlace(block)
      if (place && !newHashes.has(getContentHash(block))) deletePlace(this.#source, this.#edits, place)
    }
    const end = this.#source.lineCount
    for (const block of newDefinitions) {
      if (!oldHashes.has(getContentHash(block)))
        this.#edits.replaceLines(end, end, ['', ...this.#write([block]).split('\n')])
    }
  }

  #editBlocks(oldBlocks: readonly Block[], newBlocks: readonly Block[], container: Container): boolean {
    const places = listPlaces(this.#source, oldBlocks)
    if (!places) return false
    const allPairs = alignBlocks(oldBlocks, newBlocks)
    const pairs = dropPairsOnSharedLines({ oldBlocks, newBlocks, places, pairs: allPairs })
    const lists: BlockLists = { oldBlocks, newBlocks, places, pairs }
    for (const [block, marker] of chooseOtherMarkers(this.#source, oldBlocks, newBlocks, pairs))
      this.#otherMarkers.set(block, marker)
    let [start, newStart] = [0, 0]
    for (const [oldIndex, newIndex] of [...pairs, [oldBlocks.length, newBlocks.length] as const]) {
      const gap = { start, end: oldIndex, addedBlocks: newBlocks.slice(newStart, newIndex) }
      if (!this.#editGap(lists, gap, container)) return false
      if (oldIndex < oldBlocks.length && !this.#editPair(lists, oldIndex, newIndex, container)) return false
      ;[start, newStart] = [oldIndex + 1, newIndex + 1]
    }
    const isNumbered = oldBlocks[0]?.type === 'list-item'
    if (isNumbered) renumberItems(this.#source, this.#edits, places, new Map(pairs))
    return true
  }

  #editPair(lists: BlockLists, oldIndex: number, newIndex: number, container: Container): boolean {
    const oldBlock = lists.oldBlocks[oldIndex]
    const newBlock = lists.newBlocks[newIndex]
    const place = lists.places[oldIndex]
    if (!oldBlock || !newBlock || !place) return false
    const marker = this.#otherMarkers.get(newBlock)
    if (getContentHash(oldBlock) !== getContentHash(newBlock)) {
      return marker === undefined
        ? this.#changeBlock(oldBlock, newBlock, place, container)
        : this.#rewriteBlock(oldBlock, newBlock, place, container)
    }
    if (marker !== undefined && isList(oldBlock))
      return replaceSourceMarkers(this.#source, this.#edits, oldBlock, marker)
    if (
      this.#fineness !== 'neighbours' ||
      !container.isTop ||
      !hasChangedNeighbour(lists, oldIndex, newIndex)
    )
      return true
    return this.#rewriteBlock(oldBlock, newBlock, place, container)
  }

  #editGap(lists: BlockLists, gap: BlockGap, container: Container): boolean {
    const { oldBlocks, places } = lists
    const { start, end, addedBlocks } = gap
    if (oldBlocks[0]?.type === 'list-item' && addedBlocks.length > 0) {
      return addItems(this.#source, this.#edits, { places, start, end, newItems: addedBlocks }, (blocks) =>
        this.#write(blocks),
      )
    }
    // A container whose blocks are all deleted is written as a whole.
    if (end - start === oldBlocks.length && end > start && !container.isTop) return false
    const deletedFrom = addedBlocks.length > 0 && end > start ? findSharedEnd(places, start) : start
    if (addedBlocks.length > 0 && !this.#addBlocks(lists, gap, container)) return false
    for (let index = deletedFrom; index < end;) {
      const sharedEnd = findSharedEnd(places, index)
      if (!this.#deleteBlocks(lists, index, sharedEnd, container)) return false
      index = sharedEnd
    }
    return true
  }

  /** Adds blocks between two others, or in place of those that are deleted. */
  #addBlocks({ places }: BlockLists, { start, end, addedBlocks }: BlockGap, container: Container): boolean {
    const [previous, next, replaced] = [
      places[start - 1],
      places[end],
      end > start ? places[start] : undefined,
    ]
    const sample = [next, previous, replaced].find((place) => place && place.column >= 0)
    const prefix = sample ? this.#source.getPrefix(sample) : container.prefix
    if (prefix === undefined || (!sample && places.length > 0)) return false
    const lines = addedBlocks.flatMap((block, index) => [
      ...(index > 0 ? [''] : []),
      ...this.#writeLines(block),
    ])
    if (replaced) {
      const before = this.#source.getLine(replaced.startLine).slice(0, Math.max(replaced.column, 0))
      const endLine = places[findSharedEnd(places, start) - 1]?.endLine ?? replaced.endLine
      const [firstLine = '', ...otherLines] = lines
      const text = [before + firstLine, ...addPrefix(otherLines, prefix)]
      this.#replaceLines(replaced.startLine, endLine, text, prefix, container)
      return true
    }
    const line = previous ? previous.endLine : (next?.startLine ?? container.firstLine)
    // What is first in an item shares its line with the marker.
    if (!previous && next && this.#source.getLine(line).slice(0, next.column) !== prefix) return false
    const isPartedBefore = line === 0 || this.#source.isBlank(line - 1)
    const needsBlankBefore =
      previous !== undefined || (!isPartedBefore && (container.isTop || line > container.firstLine))
    const needsBlankAfter =
      line < this.#source.lineCount && !this.#source.isBlank(line) && (next !== undefined || container.isTop)
    const partedLines = [...(needsBlankBefore ? [''] : []), ...lines, ...(needsBlankAfter ? [''] : [])]
    this.#edits.replaceLines(line, line, addPrefix(partedLines, prefix))
    return true
  }

  /** Deletes blocks with the blank lines behind them, or before them where they are the last. */
  #deleteBlocks({ places }: BlockLists, start: number, end: number, container: Container): boolean {
    const [first, last, previous, next] = [places[start], places[end - 1], places[start - 1], places[end]]
    if (!first || !last) return false
    let { startLine } = first
    let { endLine } = last
    if (next) {
      const before = this.#source.getLine(startLine).slice(0, Math.max(first.column, 0))
      if (/[^\s>]/.test(before)) return false
      // Where no blank line is before it, the one behind it separates its neighbours.
      if (!previous || previous.endLine < startLine)
        while (endLine < next.startLine && this.#source.isBlank(endLine)) endLine++
    } else {
      const firstLine = previous?.endLine ?? container.firstLine
      while (startLine > firstLine && this.#source.isBlank(startLine - 1)) startLine--
    }
    this.#edits.replaceLines(startLine, endLine, [])
    return true
  }

  /** Replaces lines. At the coarsest level blank lines separate them from what is directly before and behind them. */
  #replaceLines(
    startLine: number,
    endLine: number,
    lines: string[],
    prefix: string,
    container: Container,
  ): void {
    const isParted = this.#fineness === 'neighbours' && container.isTop
    const needsBlankBefore = isParted && startLine > 0 && !this.#source.isBlank(startLine - 1)
    const needsBlankAfter = isParted && endLine < this.#source.lineCount && !this.#source.isBlank(endLine)
    const blank = prefix.trimEnd()
    const partedLines = [...(needsBlankBefore ? [blank] : []), ...lines, ...(needsBlankAfter ? [blank] : [])]
    this.#edits.replaceLines(startLine, endLine, partedLines)
  }

  /** Writes a changed block: only what changed inside it where that is possible, otherwise the block. */
  #changeBlock(oldBlock: Block, newBlock: Block, place: Place, container: Container): boolean {
    const isFine = this.#fineness === 'characters' || this.#fineness === 'blocks'
    if (isFine && this.#edits.attempt(() => this.#editInside(oldBlock, newBlock, place))) return true
    return this.#rewriteBlock(oldBlock, newBlock, place, container)
  }

  #editInside(oldBlock: Block, newBlock: Block, place: Place): boolean {
    if (oldBlock.type === 'expandable' && newBlock.type === 'expandable')
      return this.#editExpandable(oldBlock, newBlock)
    if (isList(oldBlock) && isList(newBlock)) {
      if (oldBlock.type !== newBlock.type || !hasSameContent(oldBlock.data, newBlock.data)) return false
      return this.#editBlocks(oldBlock.nodes, newBlock.nodes, unknownContainer)
    }
    if (oldBlock.type === 'list-item' && newBlock.type === 'list-item')
      return this.#editItem(oldBlock, newBlock, place)
    if (oldBlock.type === 'blockquote' && newBlock.type === 'blockquote') {
      // A quote may also be HTML.
      if (!this.#source.getLine(place.startLine).startsWith('>', place.column)) return false
      return this.#editBlocks(oldBlock.nodes, newBlock.nodes, unknownContainer)
    }
    if (isTagContainer(oldBlock) && isTagContainer(newBlock) && oldBlock.type === newBlock.type)
      return this.#editTagContainer(oldBlock, newBlock, place)
    return false
  }

  #editExpandable(oldBlock: Expandable, newBlock: Expandable): boolean {
    const [oldTitle, oldBody] = oldBlock.fragments
    const [newTitle, newBody] = newBlock.fragments
    if (!oldTitle || !oldBody || !newTitle || !newBody) return false
    if (!hasSameContent(oldBlock.data, newBlock.data)) return false
    if (getContentHash(oldTitle) !== getContentHash(newTitle)) {
      const place = this.#source.page.places.get(oldTitle)
      if (!place || place.column < 0 || place.endLine !== place.startLine + 1) return false
      const writeSummary = (block: Expandable): string =>
        this.#write([block])
          .split('\n')
          .find((line) => line.startsWith('<summary>')) ?? ''
      this.#mergeLine(place, writeSummary(oldBlock), writeSummary(newBlock))
    }
    if (getContentHash(oldBody) === getContentHash(newBody)) return true
    return this.#editBlocks(oldBody.nodes, newBody.nodes, unknownContainer)
  }

  #editItem(oldItem: ListItem, newItem: ListItem, place: Place): boolean {
    if (!hasSameContent(oldItem.data, newItem.data)) {
      const start = this.#source.readItemStart(place)
      if (!start || oldItem.data.checked === undefined || newItem.data.checked === undefined) return false
      const column = start.before.length + start.marker.length + start.gap.length
      const checkbox = this.#source.getLine(place.startLine).slice(column, column + 3)
      if (!/^\[[ xX]\]$/.test(checkbox)) return false
      this.#edits.replaceCharacters(place.startLine, column, checkbox, newItem.data.checked ? '[x]' : '[ ]')
    }
    return this.#editBlocks(oldItem.nodes, newItem.nodes, unknownContainer)
  }

  #editTagContainer(oldBlock: TagContainer, newBlock: TagContainer, place: Place): boolean {
    if (!hasSameContent(oldBlock.data, newBlock.data)) {
      const tag = this.#source.getLine(place.startLine).slice(place.column)
      if (place.column < 0 || !/^\{%[^%]*%\}\s*$/.test(tag)) return false
      const write = (block: TagContainer): string =>
        writeOpeningTag(block, (blocks: readonly Block[]) => this.#write(blocks))
      this.#mergeLine(place, write(oldBlock), write(newBlock), mergeTag)
    }
    const prefix = this.#source.getPrefix(place)
    const container: Container = { isTop: false, firstLine: place.startLine + 1, prefix }
    return this.#editBlocks(oldBlock.nodes, newBlock.nodes, container)
  }

  /** Puts a change into the first line of a place. */
  #mergeLine({ startLine, column }: Place, base: string, changed: string, merge = mergeText): void {
    const line = this.#source.getLine(startLine)
    const text = this.#fineness === 'characters' ? merge(base, line.slice(column), changed) : changed
    this.#edits.replaceLines(startLine, startLine + 1, [line.slice(0, column) + text])
  }

  #rewriteBlock(oldBlock: Block, newBlock: Block, place: Place, container: Container): boolean {
    if (place.column < 0 || oldBlock.type === 'list-item') return false
    const before = this.#source.getLine(place.startLine).slice(0, place.column)
    // A checkbox belongs to the text behind it.
    if (place.column !== place.indent && (oldBlock.type !== 'paragraph' || newBlock.type !== 'paragraph'))
      return false
    const prefix = this.#source.getPrefix(place)
    const [firstLine = '', ...otherLines] = this.#writeChanged(oldBlock, newBlock, place).split('\n')
    const lines = [before + firstLine, ...addPrefix(otherLines, prefix)]
    this.#replaceLines(place.startLine, place.endLine, lines, prefix, container)
    return true
  }

  /** Writes a changed block in the way of its author, as far as the fineness allows. */
  #writeChanged(oldBlock: Block, newBlock: Block, place: Place): string {
    const copiedText = this.#copyText(newBlock)
    if (copiedText !== undefined) return copiedText
    const isSameKind = oldBlock.type === newBlock.type || (isTextBlock(oldBlock) && isTextBlock(newBlock))
    const isMerged = this.#fineness === 'characters' && isSameKind && !this.#otherMarkers.has(newBlock)
    const ownText = isMerged ? this.#source.getOwnText(place) : undefined
    if (ownText === undefined) return this.#writeLines(newBlock).join('\n')
    if (oldBlock.type === 'table' && newBlock.type === 'table') {
      const tableText = editTable(ownText, oldBlock, newBlock, this.#footnotes)
      if (tableText !== undefined) return tableText
    }
    return mergeText(this.#write([oldBlock]), ownText, this.#write([newBlock]))
  }

  /** Writes a block as lines. A block that was moved has the lines that it had. */
  #writeLines(block: Block): string[] {
    const copiedText = this.#copyText(block)
    if (copiedText !== undefined) return copiedText.split('\n')
    const marker = this.#otherMarkers.get(block)
    const lines = this.#write([block]).split('\n')
    return marker === undefined ? lines : replaceWrittenMarkers(lines, block, marker)
  }

  /** Returns the source of the same block, if there is one and the fineness allows to copy it. */
  #copyText(block: Block): string | undefined {
    const isCopied = this.#fineness === 'characters' || this.#fineness === 'blocks'
    return isCopied && !this.#otherMarkers.has(block) ? this.#source.findOwnText(block) : undefined
  }

  #write(blocks: readonly Block[]): string {
    return writeBlocks(blocks, this.#footnotes)
  }
}

/** Separates the definitions of footnotes without a reference. They come last, wherever they are in the source. */
function splitUnusedFootnotes(blocks: readonly Block[]): [Block[], Block[]] {
  const start = blocks.findLastIndex((block) => !isFootnoteDefinition(block)) + 1
  return [blocks.slice(0, start), blocks.slice(start)]
}

/** Whether the block before or behind a pair of the same blocks is another one than before. */
function hasChangedNeighbour(
  { oldBlocks, newBlocks }: BlockLists,
  oldIndex: number,
  newIndex: number,
): boolean {
  return [-1, 1].some((offset) => {
    const [oldBlock, newBlock] = [oldBlocks[oldIndex + offset], newBlocks[newIndex + offset]]
    if (!oldBlock || !newBlock) return oldBlock !== newBlock
    return getContentHash(oldBlock) !== getContentHash(newBlock)
  })
}

const isFootnoteDefinition = (block: Block): boolean => block.type === 'code' && block.data.raw === 'footnote'
