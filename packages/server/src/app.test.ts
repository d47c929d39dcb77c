import { afterAll, expect, test } from 'vitest'
import type { ProcessRole } from './app.ts'
import { TestApp } from './testing/app.ts'

const started: TestApp[] = []
afterAll(() => Promise.all(started.map((app) => app.stop())))

test.each<[ProcessRole, number]>([
  ['all', 200],
  ['api', 200],
  ['worker', 404],
])('a process of the role %s answers its probes, and the API with %i', async (role, status) => {
  const app = await TestApp.start({}, { role })
  started.push(app)
  const person = await app.person()
  expect((await person.get('/user')).status).toBe(status)
  for (const url of ['/healthz', '/readyz', '/metrics']) {
    expect((await app.app.http.inject({ url })).statusCode).toBe(200)
  }
})
