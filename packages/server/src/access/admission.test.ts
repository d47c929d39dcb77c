import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, TestApp } from '../testing/app.ts'

let app: TestApp
let organization: string
let admin: Person

beforeAll(async () => {
  app = await TestApp.start({ rateLimit: 1000 })
  ;({ id: organization, admin } = await app.organization())
})
afterAll(() => app.stop())

const statements = (work: () => Promise<unknown>) => app.countStatements(work)

test('authenticating, counting and finding the subject take one statement', async () => {
  const space = await app.space(admin, organization)
  const collection = await app.collection(admin, organization)
  for (const path of [`/spaces/${space.id}`, `/collections/${collection.id}`, `/orgs/${organization}`]) {
    expect(await statements(() => admin.get(path))).toBe(1)
  }
})

test('concurrent requests share one statement, and each is counted', async () => {
  const reader = await app.member(organization, 'read')
  const space = await app.space(admin, organization)
  const remaining: unknown[] = []
  const statementCount = await statements(async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, () => reader.get(`/spaces/${space.id}`)))
    for (const { status, headers } of answers) {
      expect(status).toBe(200)
      remaining.push(headers['x-ratelimit-remaining'])
    }
  })
  expect(statementCount).toBeLessThan(10)
  expect(new Set(remaining)).toEqual(new Set(Array.from({ length: 40 }, (_, index) => String(999 - index))))
})

test('callers that share a statement get their own results', async () => {
  const [mine, theirs] = [await app.organization('Mine'), await app.organization('Theirs')]
  const space = await app.space(mine.admin, mine.id)
  const rounds = Array.from({ length: 20 }, () => [mine.admin, theirs.admin, app.anonymous])
  const responses = await Promise.all(rounds.flat().map((caller) => caller.get(`/spaces/${space.id}`)))
  expect(responses.map(({ status }) => status)).toEqual(rounds.flatMap(() => [200, 404, 401]))
})

test('a request with an invalid id does not affect the others of its batch', async () => {
  const space = await app.space(admin, organization)
  const odd = ['%00', '%F0%9F%92%A5', "'; drop table spaces; --", 'x'.repeat(400), '..%2F..']
  const answers = await Promise.all([
    ...odd.map((id) => admin.get(`/spaces/${id}`)),
    admin.get(`/spaces/${space.id}`),
  ])
  expect(answers.map(({ status }) => status)).toEqual([...odd.map(() => 404), 200])
})
