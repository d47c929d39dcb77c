import type { Block, List, ListItem } from '../document/types.ts'
import { indent } from './lines.ts'

/** What a list must differ from: two lists in a row, or one that starts another's item, would become one. */
export interface ListMarkers {
  previous: string | undefined
  around: string | undefined
}

const BULLETS = ['*', '+', '-'] as const

/** The marker of a list: the bullet, or what follows the number. */
export function markerOf(list: List, { previous, around }: ListMarkers): string {
  if (list.type === 'list-ordered') return previous === '.' ? ')' : '.'
  return BULLETS.find((bullet) => bullet !== previous && bullet !== around) ?? '*'
}

type WriteItem = (blocks: readonly Block[], marker: string) => string[]

export function writeList(list: List, marker: string, writeItem: WriteItem): string {
  const items: string[] = []
  let number = list.type === 'list-ordered' ? (list.data.start ?? 1) : 0
  let isLoose = false
  for (const item of list.nodes) {
    const bullet =
      list.type === 'list-ordered' ? `${Math.min(number++, 999_999_999)}${marker} ` : `${marker} `
    const { text, loose } = writeListItem(item, bullet, marker, writeItem)
    items.push(text)
    isLoose ||= loose
  }
  return items.join(isLoose ? '\n\n' : '\n')
}

function writeListItem(
  item: ListItem,
  bullet: string,
  marker: string,
  writeItem: WriteItem,
): { text: string; loose: boolean } {
  const written = writeItem(item.nodes, marker)
  const { checked } = item.data
  const [first] = item.nodes
  if (checked !== undefined) {
    const box = checked ? '[x]' : '[ ]'
    // The box belongs to a line of text, and stands on its own before anything else.
    const startsWithText = first?.type === 'paragraph' && first.data.align === undefined && written.length > 0
    if (startsWithText) written[0] = `${box} ${written[0]}`
    else written.unshift(box)
  }
  if (written.length === 0) return { text: bullet.trimEnd(), loose: false }
  const isTight = written.length === 1 || (written.length === 2 && isShort(item.nodes))
  const content = written.join(isTight ? '\n' : '\n\n')
  return { text: bullet + indent(content, ' '.repeat(bullet.length)), loose: !isTight }
}

/** A line of text and a list below it: the list needs no blank line before it if it may interrupt the text. */
function isShort(nodes: readonly Block[]): boolean {
  const [text, list, ...others] = nodes
  if (text?.type !== 'paragraph' || others.length > 0 || !list) return false
  const isList = list.type === 'list-ordered' || list.type === 'list-unordered' || list.type === 'list-tasks'
  if (!isList || (list.type === 'list-ordered' && list.data.start !== undefined)) return false
  const [item] = list.nodes
  return item !== undefined && (item.data.checked !== undefined || item.nodes[0]?.type === 'paragraph')
}
