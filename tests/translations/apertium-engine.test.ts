import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  hasSameTags,
  parseMarkdown,
  extractSegments,
  extractTextSegments,
} from '../../packages/markdown/src/index.ts'
import { arbitraryGarbage } from '../../packages/markdown/src/testing/garbage.ts'
import { ApertiumEngine } from '../../packages/server/src/areas/translation/engines/apertium.ts'
import { describeMissingApertium } from '../support/apertium.ts'

const missing = await describeMissingApertium()

/** Random segments, many of them with unusual characters and markup. */
const generateSegments = (count: number): string[] => {
  const { seed } = fc.readConfigureGlobal() ?? {}
  const options = { numRuns: count, ...(seed !== undefined && { seed }) }
  return [
    ...new Set([
      ...fc
        .sample(arbitraryGarbage, options)
        .flatMap((markdown) => extractSegments(parseMarkdown(markdown).document)),
      ...fc.sample(fc.string({ unit: 'binary', maxLength: 60 }), options).flatMap(extractTextSegments),
      ...['^a<n>$ b', '[[t:b:1]]word[[/]] x^', 'a~b', 'house '.repeat(3000), '😀 smile'].flatMap(
        extractTextSegments,
      ),
    ]),
  ]
}

describe.skipIf(missing !== undefined)(`Apertium${missing ? ` (${missing})` : ''}`, () => {
  const apertium = new ApertiumEngine({ folder: '/usr/share/apertium' })
  const translate = (segments: string[], signal = new AbortController().signal) =>
    apertium.translate(segments, { source: 'en', target: 'es', instructions: '', glossary: [], signal })

  test('translates', async () => {
    expect(await translate(['The red house.', 'Open <x1>the red door</x1> with <x2/>.'])).toEqual([
      'La casa roja.',
      'Abierto <x1>la puerta roja</x1> con <x2/>.',
    ])
  })

  test('translates any text and keeps the tags of at least 99 %', async () => {
    const segments = generateSegments(1000)
    const translations = await translate(segments)
    expect(translations.filter((translation) => translation === undefined)).toEqual([])
    const broken = segments.filter((segment, index) => !hasSameTags(segment, translations[index] ?? ''))
    expect(broken.length / segments.length).toBeLessThan(0.01)
  })

  test('translates a text independently of the texts beside it', async () => {
    const segments = generateSegments(12)
    const together = await translate(segments)
    for (const [index, segment] of segments.entries())
      expect(await translate([segment])).toEqual([together[index]])
  })
})
