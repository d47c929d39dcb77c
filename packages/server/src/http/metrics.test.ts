import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TestApp } from '../testing/app.ts'

const token = 'a-token-for-the-metrics'
const guideFolder = join(import.meta.dirname, '../../../../docs/guide')

let app: TestApp
beforeAll(async () => {
  app = await TestApp.start({ metrics: { place: 'on', token } })
})
afterAll(() => app.stop())

const readMetrics = async (from = app) =>
  from.app.http.inject({ url: '/metrics', headers: { authorization: `Bearer ${token}` } })

test('401 without the token of the metrics, and with another', async () => {
  const person = await app.person()
  for (const headers of [
    {},
    { authorization: `Bearer ${person.token}` },
    { authorization: 'Bearer a-token-for-the-metric' },
  ]) {
    const answer = await app.app.http.inject({ url: '/metrics', headers })
    expect(answer.statusCode).toBe(401)
    expect(answer.body).not.toContain('verso_http')
  }
  expect((await readMetrics()).statusCode).toBe(200)
})

test('404 at the usual address when the metrics are off or have an address of their own', async () => {
  const off = await TestApp.start({ metrics: { place: 'off', token: undefined } })
  expect((await readMetrics(off)).body).not.toContain('verso_http')
  expect(off.app.metricsServer).toBeUndefined()
  await off.stop()
  const apart = await TestApp.start({ metrics: { place: { host: '127.0.0.1', port: 0 }, token } })
  expect((await readMetrics(apart)).body).not.toContain('verso_http')
  const server = apart.app.metricsServer
  const address = await server?.listen({ host: '127.0.0.1', port: 0 })
  expect((await fetch(`${address}/metrics`)).status).toBe(401)
  const answer = await fetch(`${address}/metrics`, { headers: { authorization: `Bearer ${token}` } })
  expect(await answer.text()).toContain('verso_queue_waiting')
  expect((await fetch(`${address}/v1/user`)).status).toBe(404)
  await apart.stop()
})

test('requests have the name of what they asked for, whatever path that was', async () => {
  for (const url of [
    '/acme/docs',
    '/acme/docs/setup.md',
    '/acme/docs/~verso/search?q=x',
    '/acme/docs/llms.txt',
    '/openapi.json',
    '/v1/nothing/here',
  ]) {
    await app.app.http.inject({ url })
  }
  const { body } = await readMetrics()
  const operations = new Set([...body.matchAll(/operation="([^"]*)"/g)].map(([, name]) => name))
  expect(operations).not.toContain('none')
  expect(body).not.toContain('setup.md')
  for (const operation of ['published-page', 'published-markdown', 'published-search', 'published-llms']) {
    expect(operations).toContain(operation)
  }
})

const listNames = (text: string) => new Set(text.match(/\b(verso|nodejs|process)_[a-z0-9_]+/g))

describe('what the guide names', () => {
  test.each(['monitoring.md', 'monitoring/grafana-dashboard.json', 'monitoring/alerts.yaml'])(
    'in %s is a metric',
    async (file) => {
      const names = listNames(readFileSync(join(guideFolder, file), 'utf8'))
      expect(names.size).toBeGreaterThan(5)
      const { body } = await readMetrics()
      const metrics = new Set([...body.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(listSeries))
      // Those of the embedded PostgreSQL are there only where Verso runs it.
      const missing = [...names].filter((name) => !metrics.has(name) && !name.startsWith('verso_embedded_'))
      expect(missing).toEqual([])
    },
  )
})

/** The names of the series that a metric has. */
function listSeries([, name = '', type]: RegExpExecArray): string[] {
  return type === 'histogram' ? [name, `${name}_bucket`, `${name}_count`, `${name}_sum`] : [name]
}
