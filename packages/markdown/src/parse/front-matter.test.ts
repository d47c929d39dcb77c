import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { splitFrontMatter } from './front-matter.ts'

const arbitraryWords = fc.string({
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
const arbitraryLine = fc.oneof(
  fc
    .tuple(fc.constantFrom('title', 'description', 'icon', 'x-y', 'true', '1'), arbitraryWords)
    .map((pair) => pair.join(': ')),
  fc
    .tuple(
      fc.constantFrom('hidden', 'cover'),
      fc.constantFrom('true', 'False', 'NULL', '~', 'yes', '1', '>-'),
    )
    .map((pair) => pair.join(': ')),
  arbitraryWords,
)

test('front matter is parsed as the YAML parser parses it', { timeout: 60_000 }, () => {
  fc.assert(
    fc.property(fc.array(arbitraryLine, { maxLength: 4 }), (lines) => {
      const source = lines.map((sourceLine) => `${sourceLine}\n`).join('')
      fc.pre(!/^(?:---|\.\.\.)/m.test(source))
      const { frontMatter } = splitFrontMatter(`---\n${source}---\nText`)
      expect(frontMatter).toEqual(parseYaml(source))
    }),
    { numRuns: 5000 },
  )
})

function parseYaml(source: string): unknown {
  try {
    const value: unknown =
      parse(source, { maxAliasCount: 0, schema: 'core', uniqueKeys: false, logLevel: 'error' }) ?? {}
    return typeof value === 'object' && !Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}
