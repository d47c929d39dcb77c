import fc from 'fast-check'
import markdownIt from 'markdown-it'
import { expect, test } from 'vitest'
import { arbitraryGarbage } from '../testing/garbage.ts'
import { markdownByBlockType } from '../testing/markdown-samples.ts'
import { getRunOptions } from '../testing/run-options.ts'
import { usePlainStates } from './parser-states.ts'

const library = markdownIt('default', { html: true })
const plain = markdownIt('default', { html: true })
usePlainStates(plain)

test('text is parsed to the tokens of markdown-it', () => {
  fc.assert(
    fc.property(arbitraryGarbage, (text) => {
      expect(plain.parse(text, {})).toEqual(library.parse(text, {}))
    }),
    getRunOptions(300),
  )
  for (const text of Object.values(markdownByBlockType)) {
    expect(plain.parse(text, {})).toEqual(library.parse(text, {}))
    expect(plain.render(text)).toBe(library.render(text))
  }
})

test('tokens have the methods of those of markdown-it', () => {
  const [token] = plain.parse('[a](b)', {})[1]?.children ?? []
  expect(token).toBeInstanceOf(markdownIt.Token)
  expect(token?.attrGet('href')).toBe('b')
})
