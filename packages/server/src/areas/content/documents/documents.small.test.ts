import { setImmediate } from 'node:timers/promises'
import { parseMarkdown } from '@verso/markdown'
import { describe, expect, test } from 'vitest'
import { Invalid } from '../../../common/errors.ts'
import { Documents } from './documents.ts'
import { ParserThread } from './parser-thread.ts'

const long = 'Some *words* and a [link](./a.md).\n\n'.repeat(3000)

/** How often others had their turn while something was done. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  const over = new AbortController()
  const ended = work.then(
    () => over.abort(),
    () => over.abort(),
  )
  let turns = 0
  for (; !over.signal.aborted; turns++) await setImmediate()
  await ended
  return turns
}

// A thread is slow to come up on a busy machine.
describe('a long text', { timeout: 60_000 }, () => {
  test('is read while others have their turn, and is the document it is', async () => {
    const documents = new Documents()
    const reading = documents.parse('hash', long)
    expect(await turnsDuring(reading)).toBeGreaterThan(2)
    expect(await reading).toEqual(parseMarkdown(long).document)
  })

  test('is read once for all who ask for it', async () => {
    const documents = new Documents()
    const [first, ...others] = await Promise.all(
      Array.from({ length: 5 }, () => documents.parse('hash', long)),
    )
    expect(others.every((document) => document === first)).toBe(true)
  })

  test('that no page may have is told, and the next one is read', async () => {
    const documents = new Documents()
    const deep = '>'.repeat(40_000)
    await expect(documents.parse('deep', deep)).rejects.toThrow(Invalid)
    await expect(documents.parse('deep', deep)).rejects.toThrow('deeper than')
    expect(await documents.parse('hash', long)).toMatchObject({ object: 'document' })
  })

  test('that takes too long is given up, and those behind it are read', async () => {
    const thread = new ParserThread({ longest: 1 })
    const [one, other] = await Promise.all([thread.parse(long.repeat(50)), thread.parse(long.repeat(50))])
    expect([one, other]).toEqual([
      { refused: 'The Markdown takes too long to read' },
      { refused: 'The Markdown takes too long to read' },
    ])
  })
})

test('a short text is read at once', async () => {
  expect(await turnsDuring(new Documents().parse('hash', '# Short'))).toBeLessThanOrEqual(1)
})
