import type { Block, List, ListItem } from '../document/types.ts'
import { indentLines } from './lines.ts'

/** The markers that a list must not have, because it would become one list with the previous or the outer list. */
export interface AdjacentMarkers {
  previous: string | undefined
  outer: string | undefined
}

const bullets = ['*', '+', '-'] as const

/** Chooses the marker of a list: the bullet, or the character after the number. */
export function chooseMarker(list: List, { previous, outer }: AdjacentMarkers): string {
  if (list.type === 'list-ordered') return previous === '.' ? ')' : '.'
  return bullets.find((bullet) => bullet !== previous && bullet !== outer) ?? '*'
}

type WriteItem = (blocks: readonly Block[], marker: string) => string[]

export function writeList(list: List, marker: string, writeItem: WriteItem): string {
  const items: string[] = []
  let number = list.type === 'list-ordered' ? (list.data.start ?? 1) : 0
  let isLoose = false
  for (const item of list.nodes) {
    const bullet =
      list.type === 'list-ordered' ? `${Math.min(number++, 999_999_999)}${marker} ` : `${marker} `
    const { text, isLoose: isItemLoose } = writeListItem(item, bullet, marker, writeItem)
    items.push(text)
    isLoose ||= isItemLoose
  }
  return items.join(isLoose ? '\n\n' : '\n')
}

function writeListItem(
  item: ListItem,
  bullet: string,
  marker: string,
  writeItem: WriteItem,
): { text: string; isLoose: boolean } {
  const writtenBlocks = writeItem(item.nodes, marker)
  const { checked } = item.data
  const [firstBlock] = item.nodes
  if (checked !== undefined) {
    const checkbox = checked ? '[x]' : '[ ]'
    // The checkbox is part of a line of text. Before any other block it is on a line of its own.
    const startsWithText =
      firstBlock?.type === 'paragraph' && firstBlock.data.align === undefined && writtenBlocks.length > 0
    if (startsWithText) writtenBlocks[0] = `${checkbox} ${writtenBlocks[0]}`
    else writtenBlocks.unshift(checkbox)
  }
  if (writtenBlocks.length === 0) return { text: bullet.trimEnd(), isLoose: false }
  const isTight = writtenBlocks.length === 1 || (writtenBlocks.length === 2 && isTextWithList(item.nodes))
  const content = writtenBlocks.join(isTight ? '\n' : '\n\n')
  return { text: bullet + indentLines(content, ' '.repeat(bullet.length)), isLoose: !isTight }
}

/**
 * Whether the nodes are a paragraph and a list that can interrupt it, so that the list needs no blank line before it.
 */
function isTextWithList(nodes: readonly Block[]): boolean {
  const [text, list, ...others] = nodes
  if (text?.type !== 'paragraph' || others.length > 0 || !list) return false
  const isList = list.type === 'list-ordered' || list.type === 'list-unordered' || list.type === 'list-tasks'
  if (!isList || (list.type === 'list-ordered' && list.data.start !== undefined)) return false
  const [item] = list.nodes
  return item !== undefined && (item.data.checked !== undefined || item.nodes[0]?.type === 'paragraph')
}
