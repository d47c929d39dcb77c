import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseMarkdown } from '../parse/parse-markdown.ts'
import { writeMarkdown } from '../write/write-markdown.ts'
import { revertBlocks } from './revert-blocks.ts'
import type { Document } from './types.ts'

const parseBlocks = (...blocks: string[]): Document => parseMarkdown(blocks.join('\n\n')).document
const listKeys = ({ nodes }: Document): string[] => nodes.map(({ key }) => key)
const getKey = (document: Document, index: number): string => document.nodes[index]?.key ?? ''
const revertToTexts = (newDocument: Document, oldDocument: Document, ...keys: string[]) =>
  writeMarkdown(revertBlocks(newDocument, oldDocument, new Set(keys)))
    .trim()
    .split('\n\n')

const TIMEOUT_MS = 60_000

test('reverting an added block removes it and no other block', () => {
  const [oldDocument, newDocument] = [parseBlocks('a', 'b'), parseBlocks('a', 'new', 'b', 'other')]
  expect(revertToTexts(newDocument, oldDocument, getKey(newDocument, 1))).toEqual(['a', 'b', 'other'])
})

test('reverting a deleted block restores it at its position', () => {
  const [oldDocument, newDocument] = [parseBlocks('a', 'b', 'c'), parseBlocks('a', 'c', 'd')]
  expect(revertToTexts(newDocument, oldDocument, getKey(oldDocument, 1))).toEqual(['a', 'b', 'c', 'd'])
})

test('reverting a changed block restores it, by its new or its old key', () => {
  const [oldDocument, newDocument] = [parseBlocks('a', 'b', 'c'), parseBlocks('a', 'B', 'C')]
  for (const key of [getKey(newDocument, 1), getKey(oldDocument, 1)]) {
    expect(revertToTexts(newDocument, oldDocument, key)).toEqual(['a', 'b', 'C'])
  }
})

test('reverting a moved block moves it back', () => {
  const [oldDocument, newDocument] = [parseBlocks('a', 'b', 'c', 'd'), parseBlocks('b', 'c', 'd', 'a')]
  expect(revertToTexts(newDocument, oldDocument, getKey(oldDocument, 0))).toEqual(['a', 'b', 'c', 'd'])
})

test('a heading is not a changed version of a paragraph at the same position', () => {
  const [oldDocument, newDocument] = [parseBlocks('a', 'b'), parseBlocks('a', '## h')]
  expect(revertToTexts(newDocument, oldDocument, getKey(newDocument, 1))).toEqual(['a'])
  expect(revertToTexts(newDocument, oldDocument, getKey(oldDocument, 1))).toEqual(['a', 'b', '## h'])
})

const arbitraryBlocks = fc.array(fc.constantFrom('a', 'b', 'c', '## a', '> b', 'd', '- e'), { maxLength: 12 })

test(
  'reverting all blocks gives the old document, and reverting none gives the new one',
  { timeout: TIMEOUT_MS },
  () => {
    fc.assert(
      fc.property(arbitraryBlocks, arbitraryBlocks, (oldBlocks, newBlocks) => {
        const [oldDocument, newDocument] = [parseBlocks(...oldBlocks), parseBlocks(...newBlocks)]
        const keys = new Set([...oldDocument.nodes, ...newDocument.nodes].map(({ key }) => key))
        expect(listKeys(revertBlocks(newDocument, oldDocument, keys))).toEqual(listKeys(oldDocument))
        expect(listKeys(revertBlocks(newDocument, oldDocument, new Set()))).toEqual(listKeys(newDocument))
      }),
    )
  },
)

test('reverting one block keeps every other block exactly once', { timeout: TIMEOUT_MS }, () => {
  fc.assert(
    fc.property(arbitraryBlocks, arbitraryBlocks, fc.nat(), (oldBlocks, newBlocks, seed) => {
      const [oldDocument, newDocument] = [parseBlocks(...oldBlocks), parseBlocks(...newBlocks)]
      const key = newDocument.nodes[seed % Math.max(1, newDocument.nodes.length)]?.key ?? ''
      const otherKeys = listKeys(newDocument).filter((otherKey) => otherKey !== key)
      const result = listKeys(revertBlocks(newDocument, oldDocument, new Set([key])))
      expect(result.filter((otherKey) => otherKeys.includes(otherKey))).toEqual(otherKeys)
    }),
  )
})
