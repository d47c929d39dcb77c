import { statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { needsPostgres, startPostgres, formatSuiteTitle } from './support/deployments.ts'
import { createDataFolder, createTemporaryFolder } from './support/folders.ts'
import { sendRequest } from './support/http.ts'
import { Scope } from './support/scope.ts'
import { runVerso, type Settings, VersoServer } from './support/verso.ts'

const scope = new Scope()
afterAll(() => scope.close())

const token = 'a-token-that-is-given-by-the-settings'

interface Listed {
  count: number
  items: { id: string; title: string }[]
}

/** A server with a page in a space; what it holds, and the file it was backed up to while it ran. */
async function backedUp(settings: Settings) {
  const server = await VersoServer.start(scope, { ...settings, VERSO_ADMIN_TOKEN: token })
  const send = <Body>(path: string, body?: object) =>
    sendRequest<Body>(`${server.origin}/v1${path}`, { token, ...(body && { method: 'POST', body }) })
  const organization = (await send<Listed>('/orgs')).body.items[0]?.id
  const space = (await send<{ id: string }>(`/orgs/${organization}/spaces`, { title: 'Handbook' })).body.id
  await send(`/spaces/${space}/change-requests`, {})
  const changes = [{ operation: 'insert_page', title: 'Hello', document: { markdown: 'Wörter\n' } }]
  await send(`/spaces/${space}/change-requests/1/content`, { changes })
  expect((await send(`/spaces/${space}/change-requests/1/merge`, {})).status).toBe(200)

  const file = join(createTemporaryFolder(scope), 'verso.tar.gz')
  expect(await runVerso(['backup', file], settings)).toMatchObject({
    code: 0,
    stdout: `Backed up to ${file}\n`,
  })
  return { server, space, file }
}

async function expectRestored(settings: Settings, space: string): Promise<void> {
  const server = await VersoServer.start(scope, settings)
  const page = await sendRequest(`${server.origin}/v1/spaces/${space}/content/path/hello?format=markdown`, {
    token,
  })
  expect(page).toMatchObject({ status: 200, body: { markdown: 'Wörter\n' } })
  const { stdout } = await server.stop()
  expect(stdout).not.toContain('curl ')
}

test('a backup of a running server can be restored to another data folder', async () => {
  const { server, space, file } = await backedUp({ VERSO_DATA_DIR: createDataFolder(scope) })
  expect(statSync(file).mode & 0o777).toBe(0o600)

  const again = await runVerso(['backup', file], { VERSO_DATA_DIR: server.settings['VERSO_DATA_DIR'] })
  expect(again).toMatchObject({ code: 1, stderr: `verso: ${file} exists already; choose another name.\n` })
  const busy = await runVerso(['restore', file], { VERSO_DATA_DIR: server.settings['VERSO_DATA_DIR'] })
  expect(busy.code).toBe(1)
  expect(busy.stderr).toMatch(/^verso: Another Verso \(process \d+\) is running on the data folder/)
  await server.stop()

  const settings = { VERSO_DATA_DIR: createDataFolder(scope) }
  expect(await runVerso(['restore', file], settings)).toMatchObject({ code: 0 })
  await expectRestored(settings, space)
  const twice = await runVerso(['restore', file], settings)
  expect(twice.code).toBe(1)
  expect(twice.stderr).toContain('verso: The database is not empty.')
})

describe.skipIf(needsPostgres.missing !== undefined)(`on ${formatSuiteTitle(needsPostgres)}`, () => {
  test('data can move from the embedded to an external database and back', async () => {
    const embedded = await backedUp({ VERSO_DATA_DIR: createDataFolder(scope) })
    await embedded.server.stop()
    const postgres = await startPostgres(scope)
    const external = {
      DATABASE_URL: await postgres.createDatabase(),
      VERSO_DATA_DIR: createDataFolder(scope),
    }
    expect(await runVerso(['restore', embedded.file], external)).toMatchObject({ code: 0 })
    await expectRestored(external, embedded.space)

    const file = join(createTemporaryFolder(scope), 'back.tar.gz')
    expect(await runVerso(['backup', file], external)).toMatchObject({ code: 0 })
    const settings = { VERSO_DATA_DIR: createDataFolder(scope) }
    expect(await runVerso(['restore', file], settings)).toMatchObject({ code: 0 })
    await expectRestored(settings, embedded.space)
  })
})
