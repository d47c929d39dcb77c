import {
  type Block,
  type Document,
  type InlineContent,
  listWords,
  parseMarkdown,
  revertWords,
  writeMarkdown,
} from '@verso/markdown'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { MarkupElement, MarkupNode, WordChange } from './markup.ts'
import { mergeElements } from './merge-markup.ts'

const words = ['relay', 'waits', 'five', 'seconds', 'then', 'tries', 'again']

/** A word as an author writes it, alone or with one mark. */
const arbitraryWord = fc
  .tuple(
    fc.constantFrom(...words),
    fc.constantFrom('', '', '', '**', '_', '`', 'link', 'other link'),
    fc.constantFrom('', '', ','),
  )
  .map(([word, mark, end]) => {
    if (mark === 'link') return `[${word}](https://a.example)${end}`
    if (mark === 'other link') return `[${word} ${word}](https://b.example)${end}`
    return `${mark}${word}${mark}${end}`
  })

/** A line, and the same line after some edits of its words. */
const arbitraryEdits = fc
  .tuple(
    fc.array(arbitraryWord, { minLength: 1, maxLength: 12 }),
    fc.array(fc.tuple(fc.nat(11), fc.nat(2), fc.array(arbitraryWord, { maxLength: 3 })), { maxLength: 4 }),
  )
  .map(([before, edits]) => {
    const after = [...before]
    for (const [place, count, added] of edits) after.splice(Math.min(place, after.length), count, ...added)
    return [before, after].map((line) => `${line.join(' ')}\n`)
  })
  .filter(([, after]) => after?.trim() !== '')

/** What the differences show of a paragraph: each mark and link is an element. */
function readMarkup(nodes: readonly InlineContent[]): MarkupNode<string>[] {
  return nodes.flatMap((node): MarkupNode<string>[] => {
    if (node.object === 'inline') {
      return node.type === 'link' ? [createElement(JSON.stringify(node.data), readMarkup(node.nodes))] : []
    }
    return node.leaves.map(({ text, marks }) =>
      marks.reduce<MarkupNode<string>>((inner, { type }) => createElement(type, [inner]), {
        kind: 'text',
        source: text,
        text,
      }),
    )
  })
}

const createElement = (identity: string, children: MarkupNode<string>[]): MarkupElement<string> => ({
  kind: 'element',
  source: identity,
  name: identity,
  identity,
  form: 'words',
  isInline: identity !== 'p',
  children,
})

const readBlock = ({ nodes: [block] }: Document): MarkupElement<string> =>
  createElement('p', block?.type === 'paragraph' ? readMarkup(block.nodes) : [])

function listChanges(before: Document, after: Document): WordChange[] {
  const [merged] = mergeElements(readBlock(before), readBlock(after))
  return merged?.kind === 'words' ? merged.changes : []
}

const readDocument = (markdown: string | undefined): Document => parseMarkdown(markdown ?? '').document
const readText = (document: Document): string => listWords(document).texts[0]?.text ?? ''

const getKey = ({ nodes: [block] }: Document): string => (block satisfies Block | undefined)?.key ?? ''

function revert(now: Document, before: Document, change: WordChange): Document {
  const reverted = revertWords(now, { node: getKey(now), ...change.after }, before, {
    node: getKey(before),
    ...change.before,
  })
  // As it is when it has been written and is read again.
  return readDocument(writeMarkdown(reverted))
}

test('reverting the words that differ one after another gives the text before', { timeout: 120_000 }, () => {
  fc.assert(
    fc.property(arbitraryEdits, fc.infiniteStream(fc.nat()), ([oldText, newText], seeds) => {
      const [before, after] = [readDocument(oldText), readDocument(newText)]
      let now = after
      // What differs is found anew each time, as it is on the screen.
      for (let changes = listChanges(before, now); changes.length > 0; changes = listChanges(before, now)) {
        const change = changes[(seeds.next().value ?? 0) % changes.length]
        if (!change) break
        const next = revert(now, before, change)
        expect(writeMarkdown(next)).not.toBe(writeMarkdown(now))
        now = next
      }
      expect(writeMarkdown(now)).toBe(writeMarkdown(before))
    }),
    { numRuns: 500 },
  )
})

test('reverting some words leaves the others', { timeout: 120_000 }, () => {
  fc.assert(
    fc.property(arbitraryEdits, fc.nat(), ([oldText, newText], seed) => {
      const [before, after] = [readDocument(oldText), readDocument(newText)]
      const changes = listChanges(before, after)
      const change = changes[seed % Math.max(1, changes.length)]
      fc.pre(change !== undefined)
      const [oldWords, newWords] = [readText(before), readText(after)]
      const expected =
        newWords.slice(0, change.after.start) +
        oldWords.slice(change.before.start, change.before.end) +
        newWords.slice(change.after.end)
      fc.pre(expected.trim() !== '')
      // Blanks at the ends of a paragraph are not written.
      expect(readText(revert(after, before, change)).trim()).toBe(expected.trim())
    }),
    { numRuns: 500 },
  )
})
