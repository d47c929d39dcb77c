import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { splitFrontMatter } from './front-matter.ts'

const words = fc.string({
  unit: fc.constantFrom(
    ...Array.from('abzATZ019 ,.;()/\'"!?_-:#&*[]{}|>%@`~=+\t'),
    'true',
    'null',
    ': ',
    ' #',
    '- ',
  ),
  maxLength: 12,
})
const line = fc.oneof(
  fc
    .tuple(fc.constantFrom('title', 'description', 'icon', 'x-y', 'true', '1'), words)
    .map((pair) => pair.join(': ')),
  fc
    .tuple(
      fc.constantFrom('hidden', 'cover'),
      fc.constantFrom('true', 'False', 'NULL', '~', 'yes', '1', '>-'),
    )
    .map((pair) => pair.join(': ')),
  words,
)

test('front matter says what YAML says, whatever stands in it', () => {
  fc.assert(
    fc.property(fc.array(line, { maxLength: 4 }), (lines) => {
      const source = lines.map((each) => `${each}\n`).join('')
      fc.pre(!/^(?:---|\.\.\.)/m.test(source))
      const { frontMatter } = splitFrontMatter(`---\n${source}---\nText`)
      expect(frontMatter).toEqual(inYaml(source))
    }),
    { numRuns: 5000 },
  )
})

function inYaml(source: string): unknown {
  try {
    const value: unknown =
      parse(source, { maxAliasCount: 0, schema: 'core', uniqueKeys: false, logLevel: 'error' }) ?? {}
    return typeof value === 'object' && !Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}
