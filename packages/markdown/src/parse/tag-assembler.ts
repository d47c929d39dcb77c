import { rawBlock } from '../document/create-nodes.ts'
import type { Block, InlineContent } from '../document/types.ts'
import { MarkdownTooDeep } from '../errors.ts'
import { MAX_DEPTH } from './block-rules.ts'
import { constructBlock } from './tag-blocks.ts'
import { legacyApiBlocks } from './legacy-api.ts'
import { Pairing } from './pair-matcher.ts'
import { LIST_OF, tagShape } from './tag.ts'
import type { Tag, TagShape } from './tag.ts'

/** What stands in a container before its tags are paired: blocks, tags, and the summary of a `<details>`. */
export type Entry = Block | TagEntry | SummaryEntry

export interface TagEntry {
  object: 'tag'
  tag: Tag
}

export interface SummaryEntry {
  object: 'summary'
  nodes: InlineContent[]
  source: string
}

/** Makes blocks of the tags that pair up, and raw blocks of those that do not. */
export function assemble(entries: Entry[], depth: number): Block[] {
  if (entries.every((entry) => entry.object === 'block')) return entries
  return new Assembly(entries).blocks(0, entries.length, undefined, depth)
}

function shapeOf(tag: Tag): TagShape | undefined {
  return tag.name === '<details>' ? 'pair' : tagShape(tag.name)
}

class Assembly {
  readonly #entries: Entry[]
  /** For a paired opening: where its content ends, and where what follows it starts. */
  readonly #spans: Map<number, { end: number; next: number }>

  constructor(entries: Entry[]) {
    this.#entries = entries
    this.#spans = pairTags(entries)
  }

  blocks(start: number, end: number, parent: string | undefined, depth: number): Block[] {
    if (depth > MAX_DEPTH) throw new MarkdownTooDeep(MAX_DEPTH)
    const blocks: Block[] = []
    let index = start
    while (index < end) {
      const entry = this.#entries[index]
      if (entry === undefined) break
      if (entry.object === 'block') blocks.push(entry)
      else if (entry.object === 'summary') blocks.push(rawBlock(entry.source, 'html'))
      else {
        index = this.#tag(entry, index, parent, depth, blocks)
        continue
      }
      index++
    }
    return blocks
  }

  /** Adds what the tag at `index` makes and says where to go on. */
  #tag(entry: TagEntry, index: number, parent: string | undefined, depth: number, blocks: Block[]): number {
    const { tag } = entry
    const span = this.#spans.get(index)
    const shape = shapeOf(tag)
    if (!span) {
      const alone = !tag.closing && (shape === 'optional' || shape === 'void')
      blocks.push((alone ? constructBlock(tag, []) : undefined) ?? rawTag(tag))
      return index + 1
    }
    const made = this.#fits(tag, index, span.end, parent)
      ? this.#construct(tag, index, span.end, depth)
      : undefined
    if (made) {
      for (const block of made) blocks.push(block)
      return span.next
    }
    // The tags stay as written, around content that is as good as ever. The ending is met again on the way.
    blocks.push(rawTag(tag))
    for (const block of this.blocks(index + 1, span.end, undefined, depth + 1)) blocks.push(block)
    return span.end
  }

  #construct(tag: Tag, index: number, end: number, depth: number): Block[] | undefined {
    const first = this.#entries[index + 1]
    const summary =
      tag.name === '<details>' && index + 1 < end && first?.object === 'summary' ? first.nodes : undefined
    const content = this.blocks(index + (summary ? 2 : 1), end, tag.name, depth + 1)
    const block = constructBlock(tag, content, summary)
    return block ? [block] : legacyApiBlocks(tag, content)
  }

  /** An item stands in its list, and a list holds nothing else. */
  #fits(tag: Tag, index: number, end: number, parent: string | undefined): boolean {
    const shape = shapeOf(tag)
    if (shape === 'item') return parent === LIST_OF[tag.name]
    if (shape !== 'list') return true
    for (let child = index + 1; child < end;) {
      const entry = this.#entries[child]
      const span = this.#spans.get(child)
      if (entry?.object !== 'tag' || !span || LIST_OF[entry.tag.name] !== tag.name) return false
      child = span.next
    }
    return end > index + 1
  }
}

function rawTag(tag: Tag): Block {
  return rawBlock(tag.source, tag.name === '<details>' ? 'html' : 'tag')
}

function pairTags(entries: Entry[]): Map<number, { end: number; next: number }> {
  const pairing = new Pairing()
  const spans = new Map<number, { end: number; next: number }>()
  const close = (opening: { position: number; index: number }, end: number, next: number): void => {
    pairing.close(opening, end)
    spans.set(opening.index, { end, next })
  }
  /** An item that was not closed ends where its next sibling starts or its list ends. */
  const closeItem = (item: string, list: string, index: number): void => {
    const openItem = pairing.nearest(item)
    const openList = pairing.nearest(list)
    if (openItem && openList && openItem.position > openList.position) close(openItem, index, index)
  }
  for (const [index, entry] of entries.entries()) {
    if (entry.object !== 'tag') continue
    const { tag } = entry
    const shape = shapeOf(tag)
    if (!tag.closing) {
      const list = LIST_OF[tag.name]
      if (list !== undefined) closeItem(tag.name, list, index)
      if (shape !== 'void') pairing.open(tag.name, index)
      continue
    }
    if (shape === 'list') {
      const item = Object.keys(LIST_OF).find((name) => LIST_OF[name] === tag.name)
      if (item !== undefined) closeItem(item, tag.name, index)
    }
    const opening = pairing.nearest(tag.name)
    if (opening && (shape !== 'optional' || isCaption(entries, opening.index, index)))
      close(opening, index, index + 1)
  }
  return spans
}

/** What may have an end tag but needs none encloses a caption at most; anything more is not its own. */
function isCaption(entries: Entry[], start: number, end: number): boolean {
  if (end - start === 1) return true
  const between = entries[start + 1]
  return end - start === 2 && between?.object === 'block' && between.type === 'paragraph'
}
