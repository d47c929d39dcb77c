import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../../database/database.ts'
import { TestApp } from '../../../testing/app.ts'
import { computeEditDistance } from './edit-distance.ts'
import { SearchRepository } from './repository.ts'

let app: TestApp
const repository = new SearchRepository()

// Few letters, so that many words are similar; some that PostgreSQL takes for two words, or for none.
const letters = fc.constantFrom('a', 'a', 'a', 'b', 'b', 'c', 'd', 'e', 'o', '1', '.', 'ü')
const words = fc.string({ unit: letters, minLength: 4, maxLength: 14 })

beforeAll(async () => {
  app = await TestApp.start()
  const known = new Set(fc.sample(words, { numRuns: 4000, seed: 7 }))
  await app.database.execute(
    sql`insert into search_words (word) select unnest(${[...known]}::text[]) on conflict do nothing`,
  )
}, 120_000)
afterAll(() => app.stop())

test('asking for few typing errors finds the same near words as comparing with every similar one', async () => {
  const query = fc.oneof(
    words,
    fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'o', '1'), minLength: 4, maxLength: 14 }),
  )
  await fc.assert(
    fc.asyncProperty(query, fc.constantFrom(1, 2), async (word, typos) => {
      const isNear = (row: { word: string }) => computeEditDistance(word, row.word, typos) <= typos
      const similar = await app.database.rows<{ word: string }>(sql`
        select word from search_words where word % ${word} order by similarity(word, ${word}) desc, word limit 40`)
      const found = await repository.findSimilarWords(app.database, word, [], typos)
      const near = found.filter((row) => !row.contains && isNear(row))
      expect(near.map((row) => row.word)).toEqual(similar.filter(isNear).map((row) => row.word))
    }),
    { numRuns: 400 },
  )
}, 120_000)
