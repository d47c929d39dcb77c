import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectStatus, type ListBody, type Person, TestApp } from '../../testing/app.ts'
import { writePages } from '../../testing/content.ts'
import { handbooks } from '../../testing/search/pages.ts'
import { handbookQueries, type ExpectedResult } from '../../testing/search/queries.ts'
import type { SearchPage } from './schema.ts'

let app: TestApp
let admin: Person
const spaces = new Map<string, string>()

beforeAll(async () => {
  app = await TestApp.start()
  const { id: organization, admin: person } = await app.organization()
  admin = person
  for (const [language, pages] of Object.entries(handbooks)) {
    const { id } = await app.space(admin, organization, { language })
    await writePages(admin, id, pages)
    spaces.set(language, id)
  }
})
afterAll(() => app.stop())

/** The position of the expected page among the results, from 0; Infinity if it is not among them. */
async function findPosition({ language, query, title }: ExpectedResult): Promise<number> {
  const path = `/spaces/${spaces.get(language)}/search?limit=10&query=${encodeURIComponent(query)}`
  const { items } = expectStatus(200, await admin.get<ListBody<SearchPage>>(path))
  const position = items.findIndex((page) => page.title === title)
  return position < 0 ? Infinity : position
}

/** The queries that missed; empty if they are no more than this share of all queries. */
const listMissesBeyond = (share: number, misses: string[]): string[] =>
  misses.length <= share * handbookQueries.length ? [] : misses

test('the expected page is first for 95 % of the queries and among the first five for 98 %', async () => {
  const notFirst: string[] = []
  const notAmongFive: string[] = []
  for (const expected of handbookQueries) {
    const { language, difficulty, query, title } = expected
    const position = await findPosition(expected)
    const description = `${language} ${difficulty}: ${query} (${title} is at ${position})`
    if (position > 0) notFirst.push(description)
    if (position >= 5) notAmongFive.push(description)
  }
  expect(handbookQueries.length).toBeGreaterThanOrEqual(60)
  expect(listMissesBeyond(0.05, notFirst)).toEqual([])
  expect(listMissesBeyond(0.02, notAmongFive)).toEqual([])
})
