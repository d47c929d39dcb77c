import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type DiffPart, diffTexts, splitBlocks, type TextDiff } from './diff-blocks.ts'

/** The blocks of one side, made from the differences alone. */
const readSide = ({ blocks }: TextDiff, other: DiffPart['kind']): string[] =>
  blocks
    .filter(({ kind }) => kind !== other)
    .map(({ parts }) =>
      parts
        .filter(({ kind }) => kind !== other)
        .map(({ text }) => text)
        .join(''),
    )

const code = (line: string): string => `\`\`\`\na\n\n${line}\n\`\`\``

const word = fc.constantFrom('Relay', 'waits', 'for', 'an', 'answer', '**bold**', '`code`', 'é漢', '…')
const sentence = fc.array(word, { minLength: 1, maxLength: 8 }).map((words) => words.join(' '))
const block = fc.oneof(
  sentence,
  sentence.map((text) => `## ${text}`),
  fc
    .array(sentence, { minLength: 1, maxLength: 3 })
    .map((items) => items.map((item) => `* ${item}`).join('\n')),
  sentence.map((text) => `\`\`\`\n${text}\n\n${text}\n\`\`\``),
)
const text = fc.array(block, { maxLength: 6 }).map((blocks) => blocks.join('\n\n'))

describe('the differences of two texts', () => {
  test('have all of both, in order, and call nothing changed that is the same', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const diff = diffTexts(before, after)
        expect(readSide(diff, 'added')).toEqual(splitBlocks(before))
        expect(readSide(diff, 'removed')).toEqual(splitBlocks(after))
        for (const { kind, parts } of diff.blocks) {
          expect(parts.every((part) => part.kind === kind) || kind === 'changed').toBe(true)
        }
      }),
    )
  })

  test('are none between a text and itself', () => {
    fc.assert(
      fc.property(text, (same) => {
        const { blocks, wordsAdded, wordsRemoved } = diffTexts(same, same)
        expect(blocks.every(({ kind }) => kind === 'same')).toBe(true)
        expect([wordsAdded, wordsRemoved]).toEqual([0, 0])
      }),
    )
  })

  test('are words inside of a block that is still alike, and two blocks otherwise', () => {
    const alike = diffTexts('Relay waits five seconds.', 'Relay waits ten seconds.')
    expect(alike.blocks.map(({ kind }) => kind)).toEqual(['changed'])
    expect([alike.wordsAdded, alike.wordsRemoved]).toEqual([1, 1])
    const other = diffTexts('Relay waits five seconds.', 'Something else stands here now!')
    expect(other.blocks.map(({ kind }) => kind)).toEqual(['removed', 'added'])
  })

  test('of what is between fences are those of one block, blank lines included', () => {
    expect(diffTexts(code('b'), code('c')).blocks).toHaveLength(1)
  })
})
