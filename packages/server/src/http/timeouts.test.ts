import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../testing/app.ts'
import { RawConnection } from '../testing/raw-connection.ts'
import { waitFor } from '../testing/wait-for.ts'

let app: TestApp
let port: number
const connections: RawConnection[] = []

beforeAll(async () => {
  app = await TestApp.start({ httpTimeouts: { headersMs: 300, requestMs: 900, keepAliveMs: 300 } })
  await app.app.http.listen({ host: '127.0.0.1', port: 0 })
  port = (app.app.http.server.address() as AddressInfo).port
})
afterEach(() => {
  for (const connection of connections.splice(0)) connection.destroy()
})
afterAll(() => app.stop())

async function open(): Promise<RawConnection> {
  const connection = await RawConnection.open(port)
  connections.push(connection)
  return connection
}

const postHead = (length: number) =>
  `POST /v1/orgs HTTP/1.1\r\nHost: verso\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`

/** A connection is over for the server only when the server itself has let go of it. */
const waitUntilServerHasNoConnections = () =>
  waitFor('the server to have no connections', () => {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    app.app.http.server.getConnections((_error, count) => resolve(count === 0))
    return promise
  })

test('408 for headers that never end, and the connection is closed though the client keeps it', async () => {
  const client = await open()
  client.send('GET /healthz HTTP/1.1\r\nHost: ver')
  await client.closed
  expect(client.received).toMatch(/^HTTP\/1\.1 408 /)
  expect(client.received).toContain('"code":408')
  await waitUntilServerHasNoConnections()
})

test('408 for a body that never comes', async () => {
  const admin = await app.person()
  const client = await open()
  client.send(postHead(100).replace('\r\n\r\n', `\r\nAuthorization: Bearer ${admin.token}\r\n\r\n{"title": `))
  await client.closed
  expect(client.received).toMatch(/^HTTP\/1\.1 408 /)
  expect(client.received).not.toContain('HTTP/1.1 400')
  await waitUntilServerHasNoConnections()
})

test('408 for a body that comes one byte at a time', async () => {
  const admin = await app.person()
  const client = await open()
  client.send(postHead(100_000).replace('\r\n\r\n', `\r\nAuthorization: Bearer ${admin.token}\r\n\r\n`))
  const timer = setInterval(() => client.send(' '), 20)
  await client.closed.finally(() => clearInterval(timer))
  expect(client.received).toMatch(/^HTTP\/1\.1 408 /)
})

test('a connection without a request, before the first one or after it, is closed', async () => {
  const silent = await open()
  const used = await open()
  used.send('GET /healthz HTTP/1.1\r\nHost: verso\r\n\r\n')
  await used.closed
  expect(used.received).toMatch(/^HTTP\/1\.1 200 /)
  await silent.closed
  await waitUntilServerHasNoConnections()
})

test('200 for others while many requests do not arrive', async () => {
  const slow = await Promise.all(Array.from({ length: 50 }, open))
  for (const client of slow) client.send(postHead(100))
  const client = await open()
  client.send('GET /healthz HTTP/1.1\r\nHost: verso\r\nConnection: close\r\n\r\n')
  await client.closed
  expect(client.received).toMatch(/^HTTP\/1\.1 200 /)
  await Promise.all(slow.map(({ closed }) => closed))
})
