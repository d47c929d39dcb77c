import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { createDataFolder } from './support/folders.ts'
import { sendRequest } from './support/http.ts'
import { findFreePort } from './support/ports.ts'
import { Scope } from './support/scope.ts'
import { waitFor } from '../packages/server/src/testing/wait-for.ts'
import { VersoServer } from './support/verso.ts'

const scope = new Scope()
afterAll(() => scope.close())

const token = 'a-token-that-is-given-by-the-settings'
const description = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Tides', version: '1' },
  paths: { '/gauges': { get: { responses: { 200: { description: 'All' } } } } },
})

interface Spec {
  slug: string
  processingState: string
  lastVersion?: string
}

test('a spec whose process is killed while it reads is read by the next process, into one version', async () => {
  const pendingResponses: ServerResponse[] = []
  let isResponding = false
  const source = createServer((_request, response) => {
    if (isResponding) response.end(description)
    else pendingResponses.push(response)
  }).listen(0, '127.0.0.1')
  await once(source, 'listening')
  scope.defer(() => {
    source.closeAllConnections()
    source.close()
  })
  const settings = {
    VERSO_DATA_DIR: createDataFolder(scope),
    VERSO_PORT: String(await findFreePort()),
    VERSO_ADMIN_TOKEN: token,
    VERSO_OUTBOUND_ALLOW: '127.0.0.1',
  }
  const killedServer = await VersoServer.start(scope, settings)
  const send = async <Body>(path: string, body?: object) =>
    (
      await sendRequest<Body>(`${killedServer.origin}/v1${path}`, {
        token,
        ...(body && { method: 'POST', body }),
      })
    ).body
  const { items } = await send<{ items: { id: string }[] }>('/orgs')
  const specs = `/orgs/${items[0]?.id}/openapi`
  const url = `http://127.0.0.1:${(source.address() as AddressInfo).port}/tides.json`
  await send<Spec>(specs, { slug: 'tides', source: { url } })
  await waitFor('a request for the description', () => pendingResponses.length > 0)
  expect((await send<Spec>(`${specs}/tides`)).processingState).toBe('progress')
  killedServer.signal('SIGKILL')
  await killedServer.completion

  isResponding = true
  const next = await VersoServer.start(scope, settings)
  expect(next.origin).toBe(killedServer.origin)
  await waitFor('the spec', async () => (await send<Spec>(`${specs}/tides`)).processingState === 'complete')
  const versions = await send<{ items: { id: string }[] }>(`${specs}/tides/versions`)
  expect(versions.items).toHaveLength(1)
  expect((await send<Spec>(`${specs}/tides`)).lastVersion).toBe(versions.items[0]?.id)
}, 300_000)
