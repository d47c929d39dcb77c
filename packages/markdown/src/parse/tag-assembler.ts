import { createRawBlock } from '../document/create-nodes.ts'
import type { Block, InlineContent } from '../document/types.ts'
import { MarkdownTooDeep } from '../errors.ts'
import { MAX_BLOCK_DEPTH } from './block-rules.ts'
import { createTagBlock } from './tag-blocks.ts'
import { convertLegacyApiTag } from './legacy-api.ts'
import { PairMatcher } from './pair-matcher.ts'
import type { PlaceRecord } from './places.ts'
import { listTagByItem, getTagShape } from './tag.ts'
import type { Tag, TagShape } from './tag.ts'

/** The content of a container before its tags are paired: blocks, tags, and the summary of a `<details>`. */
export type BlockEntry = Block | TagEntry | SummaryEntry

export interface TagEntry {
  object: 'tag'
  tag: Tag
}

export interface SummaryEntry {
  object: 'summary'
  nodes: InlineContent[]
  source: string
}

/** Converts paired tags to blocks, and unpaired tags to raw blocks. */
export function assembleBlocks(entries: BlockEntry[], depth: number, placeRecord: PlaceRecord): Block[] {
  if (entries.every((entry) => entry.object === 'block')) return entries
  return new TagAssembler(entries, placeRecord).assembleRange(0, entries.length, undefined, depth)
}

function getShape(tag: Tag): TagShape | undefined {
  return tag.name === '<details>' ? 'pair' : getTagShape(tag.name)
}

class TagAssembler {
  readonly #entries: BlockEntry[]
  /** For the index of a paired start tag: the end of its content, and the index of the next entry after it. */
  readonly #spans: Map<number, { end: number; next: number }>

  readonly #placeRecord: PlaceRecord

  constructor(entries: BlockEntry[], placeRecord: PlaceRecord) {
    this.#placeRecord = placeRecord
    this.#entries = entries
    this.#spans = pairTags(entries)
  }

  assembleRange(start: number, end: number, parent: string | undefined, depth: number): Block[] {
    if (depth > MAX_BLOCK_DEPTH) throw new MarkdownTooDeep(MAX_BLOCK_DEPTH)
    const blocks: Block[] = []
    let index = start
    while (index < end) {
      const entry = this.#entries[index]
      if (entry === undefined) break
      if (entry.object === 'block') blocks.push(entry)
      else if (entry.object === 'summary')
        blocks.push(this.#placeBlock(createRawBlock(entry.source, 'html'), index, index))
      else {
        index = this.#addTag(entry, index, parent, depth, blocks)
        continue
      }
      index++
    }
    return blocks
  }

  /** Adds the blocks of the tag at `index` and returns the index of the next entry. */
  #addTag(
    entry: TagEntry,
    index: number,
    parent: string | undefined,
    depth: number,
    blocks: Block[],
  ): number {
    const { tag } = entry
    const span = this.#spans.get(index)
    const shape = getShape(tag)
    if (!span) {
      const standsAlone = !tag.closing && (shape === 'optional' || shape === 'void')
      const block = (standsAlone ? createTagBlock(tag, []) : undefined) ?? createRawTag(tag)
      blocks.push(this.#placeBlock(block, index, index))
      return index + 1
    }
    const createdBlocks = this.#isAllowedHere(tag, index, span.end, parent)
      ? this.#createBlocks(tag, index, span.end, depth)
      : undefined
    if (createdBlocks) {
      for (const block of createdBlocks) blocks.push(this.#placeBlock(block, index, span.next - 1))
      return span.next
    }
    // The tags stay as raw blocks around the content. The end tag is handled when the loop reaches it.
    blocks.push(this.#placeBlock(createRawTag(tag), index, index))
    for (const block of this.assembleRange(index + 1, span.end, undefined, depth + 1)) blocks.push(block)
    return span.end
  }

  #placeBlock(block: Block, firstIndex: number, lastIndex: number): Block {
    this.#placeRecord.addRange(block, this.#entries[firstIndex], this.#entries[lastIndex])
    return block
  }

  #createBlocks(tag: Tag, index: number, end: number, depth: number): Block[] | undefined {
    const firstEntry = this.#entries[index + 1]
    const summary =
      tag.name === '<details>' && index + 1 < end && firstEntry?.object === 'summary'
        ? firstEntry.nodes
        : undefined
    const content = this.assembleRange(index + (summary ? 2 : 1), end, tag.name, depth + 1)
    const block = createTagBlock(tag, content, summary)
    if (summary && block?.type === 'expandable')
      this.#placeRecord.addRange(block.fragments[0] ?? block, firstEntry, firstEntry)
    return block ? [block] : convertLegacyApiTag(tag, content)
  }

  /** Whether the tag may be here: an item has to be in its list, and a list has to contain only its items. */
  #isAllowedHere(tag: Tag, index: number, end: number, parent: string | undefined): boolean {
    const shape = getShape(tag)
    if (shape === 'item') return parent === listTagByItem[tag.name]
    if (shape !== 'list') return true
    for (let child = index + 1; child < end;) {
      const entry = this.#entries[child]
      const span = this.#spans.get(child)
      if (entry?.object !== 'tag' || !span || listTagByItem[entry.tag.name] !== tag.name) return false
      child = span.next
    }
    return end > index + 1
  }
}

function createRawTag(tag: Tag): Block {
  return createRawBlock(tag.source, tag.name === '<details>' ? 'html' : 'tag')
}

function pairTags(entries: BlockEntry[]): Map<number, { end: number; next: number }> {
  const pairMatcher = new PairMatcher()
  const spans = new Map<number, { end: number; next: number }>()
  const closeTag = (opening: { position: number; index: number }, end: number, next: number): void => {
    pairMatcher.close(opening)
    spans.set(opening.index, { end, next })
  }
  /** Closes an item without an end tag. It ends where its next sibling starts or its list ends. */
  const closeItem = (item: string, list: string, index: number): void => {
    const openItem = pairMatcher.findNearest(item)
    const openList = pairMatcher.findNearest(list)
    if (openItem && openList && openItem.position > openList.position) closeTag(openItem, index, index)
  }
  for (const [index, entry] of entries.entries()) {
    if (entry.object !== 'tag') continue
    const { tag } = entry
    const shape = getShape(tag)
    if (!tag.closing) {
      const list = listTagByItem[tag.name]
      if (list !== undefined) closeItem(tag.name, list, index)
      if (shape !== 'void') pairMatcher.open(tag.name, index)
      continue
    }
    if (shape === 'list') {
      const item = Object.keys(listTagByItem).find((name) => listTagByItem[name] === tag.name)
      if (item !== undefined) closeItem(item, tag.name, index)
    }
    const opening = pairMatcher.findNearest(tag.name)
    if (opening && (shape !== 'optional' || isCaption(entries, opening.index, index)))
      closeTag(opening, index, index + 1)
  }
  return spans
}

/** A tag with an optional end tag contains at most a caption. Other content does not belong to it. */
function isCaption(entries: BlockEntry[], start: number, end: number): boolean {
  if (end - start === 1) return true
  const contentEntry = entries[start + 1]
  return end - start === 2 && contentEntry?.object === 'block' && contentEntry.type === 'paragraph'
}
