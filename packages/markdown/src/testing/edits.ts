import { copyJson } from '../document/copy-json.ts'
import { createParagraph, createText } from '../document/create-nodes.ts'
import { walkBlocks } from '../document/walk.ts'
import type { Block, Document, InlineContent, Leaf } from '../document/types.ts'

/** A generator of numbers from 0 to below 1, the same for the same seed. */
export function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let value = Math.imul(state ^ (state >>> 15), 1 | state)
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** An edit of a document that a person could make. It returns undefined where the document has nothing to edit so. */
export type Edit = (document: Document, random: () => number) => Document | undefined

const pick = <Item>(items: readonly Item[], random: () => number): Item | undefined =>
  items[Math.floor(random() * items.length)]

function listLeaves(nodes: readonly (Block | InlineContent)[]): Leaf[] {
  return nodes.flatMap((node) => {
    if (node.object === 'text') return node.leaves.filter((leaf) => !leaf.raw && /\w/.test(leaf.text))
    return node.object === 'inline' && node.type === 'link' ? listLeaves(node.nodes) : []
  })
}

function listBlocksWith<Type extends Block['type']>(
  document: Document,
  ...types: Type[]
): Array<Extract<Block, { type: Type }>> {
  return walkBlocks(document)
    .map(({ block }) => block)
    .filter((block): block is Extract<Block, { type: Type }> => types.some((type) => type === block.type))
}

/** Edits of a page, by what a person would say of them. */
export const edits = {
  'a word of a text': (document, random) => {
    const copy = copyJson(document)
    const leaves = walkBlocks(copy).flatMap(({ block }) => ('nodes' in block ? listLeaves(block.nodes) : []))
    const leaf = pick(leaves, random)
    if (!leaf) return undefined
    const words = [...leaf.text.matchAll(/\w+/g)]
    const { index = 0, 0: word = '' } = pick(words, random) ?? {}
    leaf.text = `${leaf.text.slice(0, index)}${word}changed${leaf.text.slice(index + word.length)}`
    return copy
  },
  'a new paragraph': (document, random) => {
    const copy = copyJson(document)
    const index = Math.floor(random() * (copy.nodes.length + 1))
    copy.nodes.splice(index, 0, createParagraph([createText('A new paragraph.')]))
    return copy
  },
  'a deleted block': (document, random) => {
    const copy = copyJson(document)
    if (copy.nodes.length === 0) return undefined
    copy.nodes.splice(Math.floor(random() * copy.nodes.length), 1)
    return copy
  },
  'a moved block': (document, random) => {
    const copy = copyJson(document)
    if (copy.nodes.length < 2) return undefined
    const [block] = copy.nodes.splice(Math.floor(random() * copy.nodes.length), 1)
    if (block) copy.nodes.splice(Math.floor(random() * (copy.nodes.length + 1)), 0, block)
    return copy
  },
  'a new item of a list': (document, random) => {
    const copy = copyJson(document)
    const list = pick(listBlocksWith(copy, 'list-ordered', 'list-unordered', 'list-tasks'), random)
    if (!list) return undefined
    const data = list.type === 'list-tasks' ? { checked: false } : {}
    const nodes = [createParagraph([createText('A new item')])]
    const item = { object: 'block', type: 'list-item', key: '', isVoid: false, data, nodes } as const
    list.nodes.splice(Math.floor(random() * (list.nodes.length + 1)), 0, item)
    return copy
  },
  'a setting of a tag': (document, random) => {
    const copy = copyJson(document)
    const block = pick(listBlocksWith(copy, 'hint', 'tabs-item'), random)
    if (block?.type === 'hint') block.data.style = block.data.style === 'danger' ? 'info' : 'danger'
    else if (block?.type === 'tabs-item') block.data.title = `${block.data.title ?? ''} changed`
    return block && copy
  },
  'a new row of a table': (document, random) => {
    const copy = copyJson(document)
    const table = pick(listBlocksWith(copy, 'table'), random)
    if (!table || table.data.cellMerges) return undefined
    const rows = Object.values(table.data.records).sort((a, b) => (a.orderIndex < b.orderIndex ? -1 : 1))
    const text = Object.values(table.data.definition).find(({ type }) => type === 'text')
    if (!text) return undefined
    const neighbour = pick(rows, random)
    table.data.records['new'] = {
      orderIndex: neighbour ? `${neighbour.orderIndex}5` : '5',
      values: { [text.id]: 'new-cell' },
    }
    const nodes = [createParagraph([createText('A new cell')])]
    table.fragments.push({ object: 'fragment', key: '', fragment: 'new-cell', type: 'table-cell', nodes })
    return copy
  },
} satisfies Record<string, Edit>

/** Counts the lines of a text that are not in another, and those of the other that are not in it. */
export function countChangedLines(before: string, after: string): number {
  const [oldLines, newLines] = [before.split('\n'), after.split('\n')]
  let head = 0
  while (head < oldLines.length && head < newLines.length && oldLines[head] === newLines[head]) head++
  let tail = 0
  const length = Math.min(oldLines.length, newLines.length) - head
  while (tail < length && oldLines[oldLines.length - 1 - tail] === newLines[newLines.length - 1 - tail])
    tail++
  return Math.max(oldLines.length, newLines.length) - head - tail
}
