import type * as Shiki from 'shiki'
import { expect, test, vi } from 'vitest'

const loads = { failing: 1 }

vi.mock('shiki', async (importOriginal) => {
  const shiki = await importOriginal<typeof Shiki>()
  const json = () => {
    loads.failing -= 1
    return loads.failing >= 0 ? Promise.reject(new Error('no such file')) : shiki.bundledLanguages.json()
  }
  return { ...shiki, bundledLanguages: { ...shiki.bundledLanguages, json } }
})

test('a grammar that could not be loaded is loaded again', async () => {
  // Another file of the same process may have loaded the module with the real grammars.
  vi.resetModules()
  const { tokenize } = await import('./tokenize.ts')
  await expect(tokenize('1', 'json')).rejects.toThrow('no such file')
  expect(await tokenize('1', 'json')).toEqual([[{ text: '1', kind: 'n' }]])
})
