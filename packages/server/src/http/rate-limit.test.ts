import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { minutes } from '../common/clock.ts'
import { sql } from '../database/database.ts'
import { countStatuses, readError, TestApp } from '../testing/app.ts'

const limit = 5
const app = await TestApp.start({ rateLimit: limit })
// A second process on the same database.
const otherProcess = await TestApp.start({ rateLimit: limit }, { database: app.database })
afterAll(async () => {
  await otherProcess.app.close()
  await app.stop()
})

/** Both processes go by one clock. */
function advance(milliseconds: number): void {
  for (const { clock } of [app, otherProcess]) clock.advance(milliseconds)
}

/** Stands just behind the beginning of a minute that nothing was counted in: no test may run across an end. */
beforeEach(() => {
  const now = app.clock.now().getTime()
  advance(minutes - (now % minutes) + 1000)
})

const nextMinute = () => String((Math.floor(app.clock.now().getTime() / minutes) + 1) * 60)

describe('requests a minute', () => {
  test('200 has headers with the remaining requests and the time of the reset', async () => {
    const person = await app.person()

    for (const remaining of ['4', '3', '2']) {
      const { status, headers } = await person.get('/user')
      expect(status).toBe(200)
      expect(headers).toMatchObject({
        'x-ratelimit-limit': '5',
        'x-ratelimit-remaining': remaining,
        'x-ratelimit-reset': nextMinute(),
      })
      expect(headers).not.toHaveProperty('retry-after')
    }
  })

  test('429 beyond the limit, with Retry-After, until the next minute', async () => {
    const person = await app.person()
    for (let n = 0; n < limit; n++) expect((await person.get('/user')).status).toBe(200)

    const rejected = await person.get('/user')

    expect(rejected.status).toBe(429)
    expect(readError(rejected)).toMatchObject({ code: 429, message: expect.stringContaining('5 requests') })
    expect(rejected.headers).toMatchObject({ 'x-ratelimit-limit': '5', 'x-ratelimit-remaining': '0' })
    const wait = Number(rejected.headers['retry-after'])
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(60)
    advance(minutes)
    const { status, headers } = await person.get('/user')
    expect(status).toBe(200)
    expect(headers['x-ratelimit-remaining']).toBe('4')
  })

  test('429 for a write, which is not carried out', async () => {
    const person = await app.person()
    for (let n = 0; n < limit; n++) await person.get('/user')

    expect((await person.post('/orgs', { title: 'Acme' })).status).toBe(429)
    advance(minutes)
    expect((await person.get<{ count: number }>('/orgs')).body.count).toBe(0)
  })

  test('429 counts errors and unknown routes too, and they have the headers', async () => {
    const person = await app.person()
    const answers = [
      await person.get('/nope'),
      await person.get('/orgs/nope'),
      await person.post('/orgs', {}),
      await person.put('/orgs'),
      await person.delete('/user/tokens/nope'),
      await person.get('/user'),
    ]

    expect(answers.map(({ status }) => status)).toEqual([404, 404, 400, 405, 204, 429])
    expect(answers.map(({ headers }) => headers['x-ratelimit-remaining'])).toEqual([
      '4',
      '3',
      '2',
      '1',
      '0',
      '0',
    ])
  })

  test('429 for exactly the requests above the limit, if many are sent at once', async () => {
    const person = await app.person()
    const answers = await Promise.all(Array.from({ length: 20 }, () => person.get('/user')))

    expect(countStatuses(answers)).toEqual({ 200: limit, 429: 20 - limit })
  })

  test('429 for one caller does not affect another', async () => {
    const [busy, calm] = [await app.person(), await app.person()]
    for (let n = 0; n <= limit; n++) await busy.get('/user')

    expect((await busy.get('/user')).status).toBe(429)
    expect((await calm.get('/user')).headers['x-ratelimit-remaining']).toBe('4')
  })

  test('429 by address without a token, and with invalid tokens', async () => {
    const answers = []
    for (let n = 0; n < 4; n++) answers.push(await app.anonymous.get('/user'))
    for (let n = 0; n < 4; n++) {
      answers.push(await app.anonymous.get('/user', { authorization: `Bearer guess-${n}` }))
    }

    expect(countStatuses(answers)).toEqual({ 401: limit, 429: 3 })
  })

  test('429 is shared between processes', async () => {
    const person = await app.person()
    const elsewhere = { authorization: `Bearer ${person.token}` }
    for (let n = 0; n < 3; n++) await person.get('/user')
    for (let n = 0; n < 2; n++) await otherProcess.anonymous.get('/user', elsewhere)

    expect((await otherProcess.anonymous.get('/user', elsewhere)).status).toBe(429)
    expect((await person.get('/user')).status).toBe(429)
  })

  test('200 for probes without a limit', async () => {
    for (let n = 0; n < limit * 2; n++) {
      const answer = await app.app.http.inject({ url: '/healthz' })
      expect(answer.statusCode).toBe(200)
      expect(answer.headers).not.toHaveProperty('x-ratelimit-limit')
    }
  })
})

test('200 without counting when the limit is 0', async () => {
  const free = await TestApp.start({ rateLimit: 0 })
  const person = await free.person()
  const answers = await Promise.all(Array.from({ length: 50 }, () => person.get('/user')))

  expect(countStatuses(answers)).toEqual({ 200: 50 })
  expect(answers[0]?.headers).not.toHaveProperty('x-ratelimit-limit')
  expect(await free.database.rows(sql`select key from rate_limits`)).toEqual([])
  await free.stop()
})
