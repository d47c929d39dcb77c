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

/** On which place the page is that is meant; 0 for the first. */
async function placeOf({ language: language, query, title }: ExpectedResult): Promise<number> {
  const path = `/spaces/${spaces.get(language)}/search?limit=10&query=${encodeURIComponent(query)}`
  const { items } = expectStatus(200, await admin.get<ListBody<SearchPage>>(path))
  const place = items.findIndex((page) => page.title === title)
  return place < 0 ? Infinity : place
}

/** Nothing, where it is no more than this share of all queries. */
const beyond = (share: number, missed: string[]): string[] =>
  missed.length <= share * handbookQueries.length ? [] : missed

test('the page that is meant comes first for nearly every query, and among five for all but a few', async () => {
  const notFirst: string[] = []
  const notAmongFive: string[] = []
  for (const wish of handbookQueries) {
    const place = await placeOf(wish)
    const told = `${wish.language} ${wish.difficulty}: ${wish.query} (${wish.title} is at ${place})`
    if (place > 0) notFirst.push(told)
    if (place >= 5) notAmongFive.push(told)
  }
  expect(handbookQueries.length).toBeGreaterThanOrEqual(60)
  expect(beyond(0.05, notFirst)).toEqual([])
  expect(beyond(0.02, notAmongFive)).toEqual([])
})
