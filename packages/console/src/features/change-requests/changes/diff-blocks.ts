import { diffArrays, diffWordsWithSpace } from 'diff'

export interface DiffPart {
  text: string
  kind: 'same' | 'added' | 'removed'
}

export interface DiffBlock {
  kind: 'same' | 'changed' | 'added' | 'removed'
  parts: DiffPart[]
}

export interface TextDiff {
  blocks: DiffBlock[]
  wordsAdded: number
  wordsRemoved: number
}

/** Longer blocks are shown as removed and added, because comparing them word by word would stop the page. */
const MAX_WORD_DIFF_LENGTH = 20_000
/** How long a comparison may take before it is given up. */
const TIMEOUT_MS = 2000
/** How much of two blocks must be the same for them to be one that was changed. */
const LEAST_LIKENESS = 0.3

/** The blocks of a Markdown text: paragraphs, headings, lists; what is between fences is one. */
export function splitBlocks(markdown: string): string[] {
  const blocks: string[] = []
  let lines: string[] = []
  let fence: string | undefined
  const finish = (): void => {
    if (lines.length > 0) blocks.push(lines.join('\n'))
    lines = []
  }
  for (const line of markdown.split(/\r?\n/)) {
    const mark = /^\s{0,3}(`{3,}|~{3,})/.exec(line)?.[1]
    if (fence === undefined && line.trim() === '') finish()
    else lines.push(line)
    if (mark === undefined) continue
    if (fence === undefined) fence = mark
    else if (mark.startsWith(fence)) fence = undefined
  }
  finish()
  return blocks
}

/** What is different between two texts, block by block, and word by word in those that were changed. */
export function diffTexts(before: string, after: string): TextDiff {
  const changes = diffArrays(splitBlocks(before), splitBlocks(after), { timeout: TIMEOUT_MS }) ?? [
    { value: splitBlocks(before), removed: true, added: false },
    { value: splitBlocks(after), removed: false, added: true },
  ]
  const blocks: DiffBlock[] = []
  for (let index = 0; index < changes.length; index++) {
    const change = changes[index]
    const next = changes[index + 1]
    if (!change) continue
    if (change.removed && next?.added) {
      blocks.push(...pairBlocks(change.value, next.value))
      index++
    } else {
      const kind = change.added ? 'added' : change.removed ? 'removed' : 'same'
      blocks.push(...change.value.map((text) => createBlock(text, kind)))
    }
  }
  return { blocks, wordsAdded: countWords(blocks, 'added'), wordsRemoved: countWords(blocks, 'removed') }
}

const createBlock = (text: string, kind: DiffPart['kind']): DiffBlock => ({ kind, parts: [{ text, kind }] })

/** Blocks that stand at the same place and are alike are one block that was changed. */
function pairBlocks(removed: readonly string[], added: readonly string[]): DiffBlock[] {
  const blocks: DiffBlock[] = []
  for (let index = 0; index < Math.max(removed.length, added.length); index++) {
    const [before, after] = [removed[index], added[index]]
    const changed = before !== undefined && after !== undefined ? diffBlock(before, after) : undefined
    if (changed) blocks.push(changed)
    else {
      if (before !== undefined) blocks.push(createBlock(before, 'removed'))
      if (after !== undefined) blocks.push(createBlock(after, 'added'))
    }
  }
  return blocks
}

function diffBlock(before: string, after: string): DiffBlock | undefined {
  if (before.length + after.length > MAX_WORD_DIFF_LENGTH) return undefined
  const changes = diffWordsWithSpace(before, after, { timeout: TIMEOUT_MS })
  if (!changes) return undefined
  const parts = changes.map(({ value, added, removed }): DiffPart => ({
    text: value,
    kind: added ? 'added' : removed ? 'removed' : 'same',
  }))
  const same = parts.reduce((sum, { kind, text }) => sum + (kind === 'same' ? text.trim().length : 0), 0)
  const isAlike = same >= LEAST_LIKENESS * Math.min(before.length, after.length)
  return isAlike ? { kind: 'changed', parts } : undefined
}

const countWords = (blocks: readonly DiffBlock[], kind: DiffPart['kind']): number =>
  blocks
    .flatMap(({ parts }) => parts)
    .filter((part) => part.kind === kind)
    .reduce((sum, { text }) => sum + (text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0), 0)
