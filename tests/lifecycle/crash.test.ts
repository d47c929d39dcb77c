import { afterAll, expect, test } from 'vitest'
import type { Space } from '../../packages/server/src/areas/content/spaces/schema.ts'
import { createDataFolder, readPostmasterPid } from '../support/folders.ts'
import { sendRequest } from '../support/http.ts'
import { Scope } from '../support/scope.ts'
import { waitFor } from '../../packages/server/src/testing/wait-for.ts'
import { VersoServer } from '../support/verso.ts'
import { readWelcome, type Welcome } from '../support/welcome.ts'

const scope = new Scope()
afterAll(() => scope.close())

const createSpace = (server: VersoServer, { organizationId, token }: Welcome) =>
  sendRequest<Space>(`${server.origin}/v1/orgs/${organizationId}/spaces`, { method: 'POST', token, body: {} })

/** Creates spaces, several at a time, until the server is gone; fills in those it was told were created. */
async function createUntilGone(server: VersoServer, welcome: Welcome, acknowledged: string[]): Promise<void> {
  const worker = async () => {
    while (!server.hasEnded) {
      const answer = await createSpace(server, welcome).catch(() => undefined)
      if (answer?.status !== 201) return
      acknowledged.push(answer.body.id)
    }
  }
  await Promise.all([worker(), worker(), worker(), worker()])
}

function killDatabase(dataDir: string): void {
  const pid = readPostmasterPid(dataDir)
  if (pid === undefined) throw new Error('the database does not run')
  process.kill(pid, 'SIGKILL')
}

test('kill -9 while spaces are created loses none that was acknowledged', async () => {
  const VERSO_DATA_DIR = createDataFolder(scope)
  const settings = { VERSO_DATA_DIR }
  let server = await VersoServer.start(scope, settings)
  const welcome = await readWelcome(server)
  const acknowledged: string[] = []

  for (const victims of ['Verso', 'Verso and PostgreSQL', 'Verso']) {
    const before = acknowledged.length
    const creating = createUntilGone(server, welcome, acknowledged)
    await waitFor('creations', () => acknowledged.length > before + 50)
    server.signal('SIGKILL')
    if (victims === 'Verso and PostgreSQL') killDatabase(VERSO_DATA_DIR)
    await creating
    const { signal } = await server.completion
    expect(signal).toBe('SIGKILL')

    server = await VersoServer.start(scope, settings)
    const lost: string[] = []
    for (const id of acknowledged) {
      const { status } = await sendRequest(`${server.origin}/v1/spaces/${id}`, { token: welcome.token })
      if (status !== 200) lost.push(id)
    }
    expect(lost).toEqual([])
  }
})

test('kill -9 of the database: Verso restarts it and continues to answer', async () => {
  const VERSO_DATA_DIR = createDataFolder(scope)
  const server = await VersoServer.start(scope, { VERSO_DATA_DIR })
  const welcome = await readWelcome(server)
  const before = await createSpace(server, welcome)
  const killed = readPostmasterPid(VERSO_DATA_DIR)
  killDatabase(VERSO_DATA_DIR)

  const statuses = new Set<number>()
  const after = await waitFor('Verso to create spaces again', async () => {
    const answer = await createSpace(server, welcome)
    statuses.add(answer.status)
    const pid = readPostmasterPid(VERSO_DATA_DIR)
    return answer.status === 201 && pid !== undefined && pid !== killed && answer.body
  })
  // In between it says that the database is away, and nothing worse.
  expect([...statuses].filter((status) => status !== 201 && status !== 503)).toEqual([])
  await server.waitUntilReady()
  for (const { id } of [before.body, after]) {
    const { status } = await sendRequest(`${server.origin}/v1/spaces/${id}`, { token: welcome.token })
    expect(status).toBe(200)
  }
  const { stdout } = await server.stop()
  expect(stdout).toContain('The database stopped by itself; starting it again')
})
