import { diffArrays } from 'diff'
import { collectWords, diffTokens, measureLikeness, splitWords } from './diff-words.ts'
import {
  ATOM_CHARACTER,
  type MarkupElement,
  type MarkupNode,
  type Merged,
  type Piece,
  readMarkupText,
  type WordChange,
} from './markup.ts'

/** How much of two elements must be the same for them to be one that was changed. */
const MIN_LIKENESS = 0.15
/** More pairs than these are not compared: what stands at the same place is then one element. */
const MAX_COMPARED_PAIRS = 2500
const TIMEOUT_MS = 1000

/** Elements that give others a place: they are the same one, whatever is in them. */
const frames = new Set(['div', 'section', 'table', 'thead', 'tbody', 'pre', 'code', 'details', 'summary'])
const cells = new Set(['td', 'th'])

/** Compares two versions of a block: an element that stays with its differences, or two that have little in common. */
export function mergeElements<Source>(
  before: MarkupElement<Source>,
  after: MarkupElement<Source>,
): Merged<Source>[] {
  return new Merger<Source>().mergePair(before, after)
}

interface Token<Source> {
  /** Tokens with the same key are the same to readers. */
  key: string
  text: string
  atom: Source | undefined
  path: readonly MarkupElement<Source>[]
}

class Merger<Source> {
  readonly #identities = new Map<MarkupNode<Source>, string>()
  readonly #words = new Map<MarkupNode<Source>, Set<string>>()

  mergePair(before: MarkupNode<Source>, after: MarkupNode<Source>): Merged<Source>[] {
    if (this.#identify(before) === this.#identify(after)) return [{ kind: 'same', node: after }]
    if (before.kind === 'element' && after.kind === 'element') {
      if (before.name === 'img' && after.name === 'img') return [mergePictures(before, after)]
      if (before.form === 'words' && after.form === 'words') return [this.#mergeWords(before, after)]
      if (before.form === 'container' && after.form === 'container') {
        return [
          { kind: 'changed', before, after, children: this.#mergeChildren(before.children, after.children) },
        ]
      }
    }
    return [
      { kind: 'removed', node: before },
      { kind: 'added', node: after },
    ]
  }

  #mergeChildren(before: readonly MarkupNode<Source>[], after: readonly MarkupNode<Source>[]) {
    const areCells = [...before, ...after].every((node) => node.kind === 'element' && cells.has(node.name))
    // Columns stay where they are, so a cell without a word in common is still the same cell.
    if (areCells && before.length === after.length) {
      return after.flatMap((node, index) => {
        const old = before[index]
        return old ? this.mergePair(old, node) : []
      })
    }
    const parts = diffArrays(
      before.map((node) => this.#identify(node)),
      after.map((node) => this.#identify(node)),
      { timeout: TIMEOUT_MS },
    ) ?? [
      { value: [...before], removed: true, added: false },
      { value: [...after], removed: false, added: true },
    ]
    const merged: Merged<Source>[] = []
    let [beforeAt, afterAt] = [0, 0]
    let [removed, added]: MarkupNode<Source>[][] = [[], []]
    const finish = (): void => {
      for (const each of this.#mergeRange(removed ?? [], added ?? [])) merged.push(each)
      ;[removed, added] = [[], []]
    }
    for (const part of parts) {
      const count = part.value.length
      if (part.removed) removed = before.slice(beforeAt, beforeAt + count)
      else if (part.added) added = after.slice(afterAt, afterAt + count)
      else {
        finish()
        for (const node of after.slice(afterAt, afterAt + count)) merged.push({ kind: 'same', node })
      }
      if (!part.added) beforeAt += count
      if (!part.removed) afterAt += count
    }
    finish()
    return merged
  }

  /** Pairs elements that are alike, in their order, and lists the others as removed and added. */
  #mergeRange(before: readonly MarkupNode<Source>[], after: readonly MarkupNode<Source>[]): Merged<Source>[] {
    const merged: Merged<Source>[] = []
    let [beforeAt, afterAt] = [0, 0]
    const listUpTo = (beforeEnd: number, afterEnd: number): void => {
      for (const node of before.slice(beforeAt, beforeEnd)) merged.push({ kind: 'removed', node })
      for (const node of after.slice(afterAt, afterEnd)) merged.push({ kind: 'added', node })
    }
    for (const [beforeIndex, afterIndex] of this.#pairAlike(before, after)) {
      listUpTo(beforeIndex, afterIndex)
      const [old, node] = [before[beforeIndex], after[afterIndex]]
      if (old && node) merged.push(...this.mergePair(old, node))
      ;[beforeAt, afterAt] = [beforeIndex + 1, afterIndex + 1]
    }
    listUpTo(before.length, after.length)
    return merged
  }

  /** Finds the pairs with the greatest likeness in total. */
  #pairAlike(
    before: readonly MarkupNode<Source>[],
    after: readonly MarkupNode<Source>[],
  ): [before: number, after: number][] {
    if (before.length * after.length > MAX_COMPARED_PAIRS) {
      return before.slice(0, after.length).map((_, index) => [index, index])
    }
    const width = after.length + 1
    const totals = new Float64Array((before.length + 1) * width)
    const totalAt = (a: number, b: number): number => totals[a * width + b] ?? 0
    const worths = new Map<number, number>()
    for (let a = before.length - 1; a >= 0; a--) {
      for (let b = after.length - 1; b >= 0; b--) {
        const worth = this.#measure(before[a], after[b])
        worths.set(a * width + b, worth)
        const paired = worth > 0 ? worth + totalAt(a + 1, b + 1) : 0
        totals[a * width + b] = Math.max(totalAt(a + 1, b), totalAt(a, b + 1), paired)
      }
    }
    const pairs: [number, number][] = []
    for (let [a, b] = [0, 0]; a < before.length && b < after.length;) {
      const worth = worths.get(a * width + b) ?? 0
      if (worth > 0 && totalAt(a, b) === worth + totalAt(a + 1, b + 1)) pairs.push([a++, b++])
      else if (totalAt(a, b) === totalAt(a + 1, b)) a++
      else b++
    }
    return pairs
  }

  #measure(before: MarkupNode<Source> | undefined, after: MarkupNode<Source> | undefined): number {
    if (before?.kind !== 'element' || after?.kind !== 'element' || before.name !== after.name) return 0
    const likeness = measureLikeness(this.#collectWords(before), this.#collectWords(after))
    if (before.name === 'img' || frames.has(before.name)) return 0.1 + likeness
    return likeness >= MIN_LIKENESS ? likeness : 0
  }

  #mergeWords(before: MarkupElement<Source>, after: MarkupElement<Source>): Merged<Source> {
    const [oldTokens, newTokens] = [listTokens(before), listTokens(after)]
    const pieces: Piece<Source>[] = []
    const changes: WordChange[] = []
    const [oldOffsets, newOffsets] = [listOffsets(oldTokens), listOffsets(newTokens)]
    let afterAt = 0
    const push = (kind: Piece<Source>['kind'], tokens: readonly Token<Source>[], change?: number): void => {
      for (const { text, atom, path } of tokens) pieces.push({ kind, change, text, atom, path })
    }
    const keysOf = (tokens: readonly Token<Source>[]): string[] => tokens.map(({ key }) => key)
    for (const range of diffTokens(keysOf(oldTokens), keysOf(newTokens))) {
      push('same', newTokens.slice(afterAt, range.afterStart))
      const index = changes.length
      changes.push({
        before: { start: oldOffsets[range.beforeStart] ?? 0, end: oldOffsets[range.beforeEnd] ?? 0 },
        after: { start: newOffsets[range.afterStart] ?? 0, end: newOffsets[range.afterEnd] ?? 0 },
      })
      push('removed', oldTokens.slice(range.beforeStart, range.beforeEnd), index)
      push('added', newTokens.slice(range.afterStart, range.afterEnd), index)
      afterAt = range.afterEnd
    }
    push('same', newTokens.slice(afterAt))
    return { kind: 'words', before, after, pieces, changes }
  }

  /** What a node is with everything in it. */
  #identify(node: MarkupNode<Source>): string {
    const known = this.#identities.get(node)
    if (known !== undefined) return known
    const identity =
      node.kind === 'text'
        ? JSON.stringify(node.text)
        : `<${node.identity}>${node.children.map((child) => this.#identify(child)).join('')}</>`
    this.#identities.set(node, identity)
    return identity
  }

  #collectWords(node: MarkupNode<Source>): Set<string> {
    const words = this.#words.get(node) ?? collectWords(readSpacedText(node))
    this.#words.set(node, words)
    return words
  }
}

/** The text of an element in which the words of different cells and lines do not grow together. */
const readSpacedText = <Source>(node: MarkupNode<Source>): string =>
  node.kind === 'element' && node.form === 'container'
    ? node.children.map(readSpacedText).join(' ')
    : readMarkupText(node)

/** A picture with another address is another picture. What else is said of it is a setting. */
const mergePictures = <Source>(
  before: MarkupElement<Source>,
  after: MarkupElement<Source>,
): Merged<Source> => ({ kind: 'picture', before: before.source, after: after.source })

function listTokens<Source>(element: MarkupElement<Source>): Token<Source>[] {
  const tokens: Token<Source>[] = []
  const visit = (node: MarkupNode<Source>, path: readonly MarkupElement<Source>[]): void => {
    const look = path.map(({ identity }) => identity).join('>')
    if (node.kind === 'text') {
      for (const text of splitWords(node.text)) {
        // A blank looks the same wherever it is.
        const key = text.trim() === '' ? text : `${text}|${look}`
        tokens.push({ key, text, atom: undefined, path })
      }
    } else if (node.form === 'atom') {
      const text = node.name === 'br' ? '\n' : ATOM_CHARACTER
      tokens.push({ key: `<${node.identity}>|${look}`, text, atom: node.source, path })
    } else {
      for (const child of node.children) visit(child, [...path, node])
    }
  }
  for (const child of element.children) visit(child, [])
  return tokens
}

/** Where each token starts in the text of all, and where the last one ends. */
function listOffsets<Source>(tokens: readonly Token<Source>[]): number[] {
  const offsets = [0]
  for (const { text } of tokens) offsets.push((offsets.at(-1) ?? 0) + text.length)
  return offsets
}
