import type { Block } from '@verso/markdown'
import { listTextBlocks } from './document-rows.ts'
import type { RevertibleWords } from './build-diff.ts'
import type { DocumentRow } from './document-rows.ts'
import { type MarkupElement, readMarkupText } from './markup.ts'

/** Words of a text block, as the API takes them: from the start of its text, in UTF-16 code units. */
interface WordPlace {
  node: string
  start: number
  end: number
}

/** Words of a page, and those that stood there before. */
export interface WordRevert {
  words: WordPlace
  earlierWords: WordPlace
}

/** Says which words of the documents the shown ones are. Undefined where what is shown is not the text of one block. */
export function findWordRevert(
  { before, after }: DocumentRow,
  { before: oldElement, after: newElement, change }: RevertibleWords,
): WordRevert | undefined {
  const [earlierNode, node] = [findTextKey(before, oldElement), findTextKey(after, newElement)]
  if (earlierNode === undefined || node === undefined) return undefined
  return { words: { node, ...change.after }, earlierWords: { node: earlierNode, ...change.before } }
}

function findTextKey(block: Block | undefined, element: MarkupElement<Node>): string | undefined {
  const key = block && readKey(element.source)
  if (!block || key === undefined) return undefined
  const text = listTextBlocks(block).find((each) => each.key === key)?.text
  // Lines of code end with a line feed where they are shown.
  return text !== undefined && text === readMarkupText(element).replace(/\n$/, '') ? key : undefined
}

/** The key of the block that an element shows. Lines of code have the key of theirs, and a number. */
function readKey(source: Node): string | undefined {
  if (!(source instanceof Element)) return undefined
  const own = source.getAttribute('data-block')
  if (own !== null) return own
  if (!source.classList.contains('line')) return undefined
  const code = source.closest('[data-block]')?.getAttribute('data-block')
  const index = [...(source.parentElement?.children ?? [])].indexOf(source)
  return code === null || code === undefined ? undefined : `${code}-${index}`
}
