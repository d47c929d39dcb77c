import type { Block, Document, InlineContent, Leaf } from '../document/types.ts'
import { walkBlocks, walkInlines } from '../document/walk.ts'
import { applyTextEdits } from './match-text.ts'
import type { TextEdit } from './match-text.ts'

/** Where a text stands, as far as people tell such places apart. */
export type TextPlaceKind = 'text' | 'heading' | 'code' | 'label'

/** One line of text of a document: what is found lies in one. */
export interface SearchableText {
  kind: TextPlaceKind
  value: string
  /** Changes the text in the document that it was listed from. */
  edit: (edits: readonly TextEdit[]) => void
}

/** Stands for what is no text, such as an image. No query has it, so nothing is found across it. */
const NO_TEXT = '\n'

/**
 * Lists the texts of a document that people read and may replace words in: paragraphs, headings, cells, lines of code,
 * captions, and the labels of tabs, columns, code, images and buttons. Addresses, formulas, expressions, tags and markup of
 * the author that Verso does not know are none.
 */
export function listSearchableTexts(document: Document): SearchableText[] {
  const texts: SearchableText[] = []
  for (const { block, parents } of walkBlocks(document)) {
    addLabels(block, texts)
    for (const node of walkInlines(block)) addInlineLabels(node, texts)
    const parent = parents.at(-1)
    const isRaw = parent?.type === 'code' && parent.data.raw !== undefined
    if (hasText(block) && !isRaw) texts.push(readInlineText(block))
  }
  return texts
}

type TextBlock = Extract<Block, { type: 'paragraph' | 'heading-1' | 'heading-2' | 'heading-3' | 'code-line' }>

const hasText = (block: Block): block is TextBlock =>
  block.type === 'paragraph' || block.type === 'code-line' || block.type.startsWith('heading-')

function addLabels(block: Block, texts: SearchableText[]): void {
  switch (block.type) {
    case 'code':
    case 'tabs-item':
    case 'openapi-schemas':
      if (!(block.type === 'code' && block.data.raw !== undefined)) addLabel(texts, block.data, 'title')
      return
    case 'image':
      addLabel(texts, block.data, 'alt')
      return
    case 'prompt':
      addLabel(texts, block.data, 'description')
      return
    case 'table':
      for (const column of Object.values(block.data.definition)) addLabel(texts, column, 'title')
      return
    default:
  }
}

function addInlineLabels(node: InlineContent, texts: SearchableText[]): void {
  if (node.object === 'text') return
  if (node.type === 'button') addLabel(texts, node.data, 'label')
  else if (node.type === 'link') addLabel(texts, node.data, 'title')
  else if (node.type === 'inline-image') {
    addLabel(texts, node.data, 'alt')
    addLabel(texts, node.data, 'caption')
  }
}

function addLabel<Name extends string>(
  texts: SearchableText[],
  owner: { [Key in Name]?: string },
  name: Name,
): void {
  const value = owner[name]
  if (value === undefined) return
  texts.push({
    kind: 'label',
    value,
    edit: (edits) => {
      owner[name] = applyTextEdits(value, edits)
    },
  })
}

/** A leaf, and where its text is in that of its block. */
export interface LeafPlace {
  leaf: Leaf
  from: number
  to: number
}

function readInlineText(block: TextBlock): SearchableText {
  const places: LeafPlace[] = []
  let value = ''
  const visit = (nodes: readonly InlineContent[]): void => {
    for (const node of nodes) {
      if (node.object === 'inline') {
        if (node.type === 'link' || node.type === 'annotation') visit(node.nodes)
        else value += NO_TEXT
        continue
      }
      for (const leaf of node.leaves) {
        const from = value.length
        value += leaf.raw ? NO_TEXT : leaf.text
        if (!leaf.raw) places.push({ leaf, from, to: value.length })
      }
    }
  }
  visit(block.nodes)
  const kind = block.type === 'paragraph' ? 'text' : block.type === 'code-line' ? 'code' : 'heading'
  return {
    kind,
    value,
    edit: (edits) => editInlineText(block, places, edits),
  }
}

/** Changes the text of a block, whose leaves are at the given places of it. */
export function editInlineText(
  block: { nodes: unknown[] },
  places: readonly LeafPlace[],
  edits: readonly TextEdit[],
): void {
  for (const edit of edits.toReversed()) editLeaves(places, edit)
  // Blocks inside the block stay: only links without words are taken away.
  block.nodes = removeEmptyInlines(block.nodes as InlineContent[])
}

/** The new words look as the first of the old ones did. */
function editLeaves(places: readonly LeafPlace[], { from, to, text }: TextEdit): void {
  const owner =
    places.find((place) => place.from <= from && from < place.to) ?? places.find((place) => place.to === from)
  for (const place of places) {
    const { leaf } = place
    const start = Math.max(from, place.from) - place.from
    const end = Math.min(to, place.to) - place.from
    const isOwner = place === owner
    if (end < start || (end === start && !isOwner)) continue
    leaf.text = leaf.text.slice(0, start) + (isOwner ? text : '') + leaf.text.slice(end)
  }
}

/** Takes away links and notes that have no words left. One that shows an image keeps it. */
function removeEmptyInlines(nodes: readonly InlineContent[]): InlineContent[] {
  return nodes.filter((node) => {
    if (node.object === 'text') return true
    if (node.type === 'annotation') return hasWords(node.nodes)
    if (node.type !== 'link') return true
    node.nodes = removeEmptyInlines(node.nodes)
    return hasWords(node.nodes)
  })
}

const hasWords = (nodes: readonly InlineContent[]): boolean =>
  nodes.some((node) => node.object === 'inline' || node.leaves.some(({ text }) => text !== ''))
