import { setImmediate } from 'node:timers/promises'
import { parseMarkdown } from '@verso/markdown'
import { describe, expect, test } from 'vitest'
import { Invalid } from '../../../common/errors.ts'
import { CacheBudget } from '../../../common/memory-cache.ts'
import { DocumentParser } from './document-parser.ts'
import { TextWorkers } from './text-workers.ts'

const createParser = (options: { timeoutMs?: number } = {}) =>
  new DocumentParser({ caches: new CacheBudget(64 * 1024 * 1024), textWorkers: new TextWorkers(options) })

const long = 'Some *words* and a [link](./a.md).\n\n'.repeat(3000)

/** Counts the turns of the event loop that happen while work is done. */
async function countTurnsDuring(work: Promise<unknown>): Promise<number> {
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
  test('is parsed while the event loop goes on, to the same document as inline', async () => {
    const documents = createParser()
    const reading = documents.parse('hash', long)
    expect(await countTurnsDuring(reading)).toBeGreaterThan(2)
    expect(await reading).toEqual(parseMarkdown(long).document)
  })

  test('is parsed once for all who ask for it at the same time', async () => {
    const documents = createParser()
    const [first, ...others] = await Promise.all(
      Array.from({ length: 5 }, () => documents.parse('hash', long)),
    )
    expect(others.every((document) => document === first)).toBe(true)
  })

  test('that no page can have is refused, and the next one is parsed', async () => {
    const documents = createParser()
    const deep = '>'.repeat(40_000)
    await expect(documents.parse('deep', deep)).rejects.toThrow(Invalid)
    await expect(documents.parse('deep', deep)).rejects.toThrow('deeper than')
    expect(await documents.parse('hash', long)).toMatchObject({ object: 'document' })
  })

  test('that takes too long is given up, and those behind it too', async () => {
    const documents = createParser({ timeoutMs: 1 })
    const parse = (hash: string) => documents.parse(hash, long.repeat(50))
    const results = await Promise.allSettled([parse('one'), parse('other')])
    expect(results.map((result) => result.status === 'rejected' && String(result.reason))).toEqual([
      expect.stringContaining('The Markdown takes too long to read'),
      expect.stringContaining('The Markdown takes too long to read'),
    ])
  })
})

test('a short text is parsed at once', async () => {
  expect(await countTurnsDuring(createParser().parse('hash', '# Short'))).toBeLessThanOrEqual(1)
})

test('a document that is read once is not cached, and one that is cached is not parsed again', async () => {
  const documents = createParser()
  const once = await documents.parseOnce('hash', '# Short')
  const kept = await documents.parse('hash', '# Short')
  expect(kept).toEqual(once)
  expect(kept).not.toBe(once)
  expect(await documents.parseOnce('hash', '# Short')).toBe(kept)
})
