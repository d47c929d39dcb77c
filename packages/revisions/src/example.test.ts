import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { example } from './testing/example.ts'

test('the example of the README runs and has the results it states', async () => {
  expect(await example()).toEqual({
    conflicts: [],
    markdown: ['# Hello\n\n1.\n\n2.\n'],
    changed: ['edited'],
  })
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
  const code = readFileSync(new URL('testing/example.ts', import.meta.url), 'utf8')
  const body = code.slice(code.indexOf('export async function'))
  expect(readme).toContain(body)
})
