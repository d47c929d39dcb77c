import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { keepsTags, parseMarkdown, segmentsOf, segmentsOfText } from '../../packages/markdown/src/index.ts'
import { garbage } from '../../packages/markdown/src/testing/garbage.ts'
import { ApertiumEngine } from '../../packages/server/src/areas/translation/engines/apertium.ts'
import { missingApertium } from '../support/apertium.ts'

const missing = await missingApertium()

/** Text that is meant to be anything but text. */
const segments = (count: number): string[] => {
  const { seed } = fc.readConfigureGlobal() ?? {}
  const options = { numRuns: count, ...(seed !== undefined && { seed }) }
  return [
    ...new Set([
      ...fc.sample(garbage, options).flatMap((markdown) => segmentsOf(parseMarkdown(markdown).document)),
      ...fc.sample(fc.string({ unit: 'binary', maxLength: 60 }), options).flatMap(segmentsOfText),
      ...['^a<n>$ b', '[[t:b:1]]word[[/]] x^', 'a~b', 'house '.repeat(3000), '😀 smile'].flatMap(
        segmentsOfText,
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

  test('answers every text, whatever it holds, and hardly ever breaks a tag', async () => {
    const all = segments(1000)
    const answers = await translate(all)
    expect(answers.filter((answer) => answer === undefined)).toEqual([])
    const broken = all.filter((segment, index) => !keepsTags(segment, answers[index] ?? ''))
    expect(broken.length / all.length).toBeLessThan(0.01)
  })

  test('says the same of a text, whatever stands beside it', async () => {
    const all = segments(12)
    const together = await translate(all)
    for (const [index, segment] of all.entries())
      expect(await translate([segment])).toEqual([together[index]])
  })
})
