import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../database/database.ts'
import { TestApp } from '../testing/app.ts'
import { TestNetwork } from '../testing/network.ts'
import { waitFor } from '../testing/wait-for.ts'
import { Jobs } from './jobs.ts'

// A worker looks once a minute by itself. What these tests wait for would take longer if it were not told.

const network = new TestNetwork()
let app: TestApp
/** Enqueues as another process would. */
let jobs: Jobs
/** The bodies of the requests that revalidation has sent. */
const bodies: string[] = []
let refusals = 0

beforeAll(async () => {
  const { url } = await network.listen((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      if (refusals > 0) {
        refusals -= 1
        response.writeHead(500).end()
        return
      }
      bodies.push(body)
      response.writeHead(200).end()
    })
  })
  app = await TestApp.start({ revalidate: { url, secret: 'the secret' } }, { role: 'all', network })
  jobs = new Jobs(app.database, () => undefined)
  await jobs.start(undefined)
})
afterAll(async () => {
  await jobs.stop()
  await app.stop()
  await network.close()
})

const enqueue = (tags: string[], startAfter = new Date(0)) =>
  app.database.transaction(async (tx) => {
    for (const tag of tags) await jobs.enqueue(tx, 'revalidate', { tags: [tag] }, startAfter)
  })

const waitForTag = (tag: string) =>
  waitFor(`the request for ${tag}`, () => bodies.some((body) => body.includes(`"${tag}"`)))

test('all jobs of a transaction are run, although one notification stands for them', async () => {
  const tags = Array.from({ length: 6 }, (_, n) => `together-${n}`)
  await enqueue(tags)
  for (const tag of tags) expect(await waitForTag(tag)).toBe(true)
})

test('a job of a transaction that is rolled back is not run', async () => {
  const attempt = app.database.transaction(async (tx) => {
    await jobs.enqueue(tx, 'revalidate', { tags: ['rolled-back'] }, new Date(0))
    throw new Error('rolled back')
  })
  await expect(attempt).rejects.toThrow('rolled back')
  await enqueue(['after-it'])
  await waitForTag('after-it')
  expect(bodies.filter((body) => body.includes('rolled-back'))).toEqual([])
})

test('a job that fails is tried again, each time after a while', { timeout: 100_000 }, async () => {
  refusals = 2
  await enqueue(['refused'])
  await waitForTag('refused')
  expect(refusals).toBe(0)
})

test('jobs are run after the connection that listens was lost', async () => {
  await app.database.execute(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query ~ '^(un)?listen '`)
  const tags = ['lost-1', 'lost-2', 'lost-3']
  for (const tag of tags) await enqueue([tag])
  for (const tag of tags) expect(await waitForTag(tag)).toBe(true)
})
