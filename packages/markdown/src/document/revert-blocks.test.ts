import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseMarkdown } from '../parse/parse-markdown.ts'
import { writeMarkdown } from '../write/write-markdown.ts'
import { revertBlocks } from './revert-blocks.ts'
import type { Document } from './types.ts'

const documentOf = (...blocks: string[]): Document => parseMarkdown(blocks.join('\n\n')).document
const keysOf = ({ nodes }: Document): string[] => nodes.map(({ key }) => key)
const keyOf = (document: Document, index: number): string => document.nodes[index]?.key ?? ''
const revert = (now: Document, then: Document, ...keys: string[]) =>
  writeMarkdown(revertBlocks(now, then, new Set(keys)))
    .trim()
    .split('\n\n')

test('what was added goes, and nothing else', () => {
  const [then, now] = [documentOf('a', 'b'), documentOf('a', 'new', 'b', 'other')]
  expect(revert(now, then, keyOf(now, 1))).toEqual(['a', 'b', 'other'])
})

test('what was deleted comes back to its place', () => {
  const [then, now] = [documentOf('a', 'b', 'c'), documentOf('a', 'c', 'd')]
  expect(revert(now, then, keyOf(then, 1))).toEqual(['a', 'b', 'c', 'd'])
})

test('what was changed is as it was, by the key it has or had', () => {
  const [then, now] = [documentOf('a', 'b', 'c'), documentOf('a', 'B', 'C')]
  for (const key of [keyOf(now, 1), keyOf(then, 1)]) {
    expect(revert(now, then, key)).toEqual(['a', 'b', 'C'])
  }
})

test('what was moved goes back', () => {
  const [then, now] = [documentOf('a', 'b', 'c', 'd'), documentOf('b', 'c', 'd', 'a')]
  expect(revert(now, then, keyOf(then, 0))).toEqual(['a', 'b', 'c', 'd'])
})

test('a heading is not taken for the paragraph that was there', () => {
  const [then, now] = [documentOf('a', 'b'), documentOf('a', '## h')]
  expect(revert(now, then, keyOf(now, 1))).toEqual(['a'])
  expect(revert(now, then, keyOf(then, 1))).toEqual(['a', 'b', '## h'])
})

const blocks = fc.array(fc.constantFrom('a', 'b', 'c', '## a', '> b', 'd', '- e'), { maxLength: 12 })

test('all of it is the earlier document, nothing of it is the later one', () => {
  fc.assert(
    fc.property(blocks, blocks, (before, after) => {
      const [then, now] = [documentOf(...before), documentOf(...after)]
      const keys = new Set([...then.nodes, ...now.nodes].map(({ key }) => key))
      expect(keysOf(revertBlocks(now, then, keys))).toEqual(keysOf(then))
      expect(keysOf(revertBlocks(now, then, new Set()))).toEqual(keysOf(now))
    }),
  )
})

test('whatever is reverted, no block that was left alone is lost or doubled', () => {
  fc.assert(
    fc.property(blocks, blocks, fc.nat(), (before, after, seed) => {
      const [then, now] = [documentOf(...before), documentOf(...after)]
      const key = now.nodes[seed % Math.max(1, now.nodes.length)]?.key ?? ''
      const left = keysOf(now).filter((each) => each !== key)
      const result = keysOf(revertBlocks(now, then, new Set([key])))
      expect(result.filter((each) => left.includes(each))).toEqual(left)
    }),
  )
})
