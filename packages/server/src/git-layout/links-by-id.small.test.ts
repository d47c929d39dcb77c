import { describe, expect, test } from 'vitest'
import { replaceLinksById } from './links-by-id.ts'

const paths = new Map([
  ['p1', 'guide/retries.md'],
  ['p2', 'guide/limits/README.md'],
  ['p3', 'README.md'],
  ['p4', 'guide/snake_case.md'],
])

const replace = (text: string): string => replaceLinksById(text, 'guide/start.md', paths)

describe('a mention by id', () => {
  test('shows the name of the file that it leads to', () => {
    expect(replace('See [p1](/pages/p1 "mention").')).toBe('See [retries.md](retries.md "mention").')
    expect(replace('[p3](/pages/p3 "mention")')).toBe('[README.md](../README.md "mention")')
    expect(replace('[p1](/spaces/s1/pages/p1 "mention")')).toBe('[retries.md](retries.md "mention")')
  })

  test('shows the folder that a README is for', () => {
    expect(replace('[p2](/pages/p2 "mention")')).toBe('[limits](limits/README.md "mention")')
  })

  test('escapes what Markdown would understand', () => {
    expect(replace('[p4](/pages/p4 "mention")')).toBe(String.raw`[snake\_case.md](snake_case.md "mention")`)
  })

  test('keeps a label that somebody wrote, and one of a page that has no file', () => {
    expect(replace('[Retries](/pages/p1 "mention")')).toBe('[Retries](retries.md "mention")')
    expect(replace('[gone](/pages/gone "mention")')).toBe('[gone](/pages/gone "mention")')
  })
})
