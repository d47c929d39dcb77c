import { afterAll, expect, test } from 'vitest'
import { minutes } from '../common/clock.ts'
import { sql } from '../database/database.ts'
import { TestApp } from '../testing/app.ts'
import { createCleanUpHandler } from './clean-up.ts'

const app = await TestApp.start({ rateLimit: 100 })
afterAll(() => app.stop())

test('deletes the rate-limit counts of past minutes, but not those of the current one', async () => {
  const [early, late] = [await app.person(), await app.person()]
  const counted = () => app.database.rows(sql`select key from rate_limits`)
  await early.get('/user')
  app.clock.advance(3 * minutes)
  await late.get('/user')
  expect(await counted()).toHaveLength(2)

  await createCleanUpHandler(app.database, app.clock, [])()
  expect(await counted()).toHaveLength(1)
  await createCleanUpHandler(app.database, app.clock, [])()
  expect((await late.get('/user')).headers['x-ratelimit-limit']).toBe('100')
  expect(await counted()).toHaveLength(1)
})

test('is scheduled every ten minutes', async () => {
  const schedules = await app.database.rows(sql`select name, cron from pgboss.schedule`)

  expect(schedules).toContainEqual({ name: 'clean-up', cron: '*/10 * * * *' })
})
