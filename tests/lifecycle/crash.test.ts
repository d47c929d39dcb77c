import { afterAll, expect, test } from 'vitest'
import { SCHEMA_VERSION } from '@verso/editor'
import { TestLiveClient } from '../../packages/editor/src/testing/live-client.ts'
import type { Space } from '../../packages/server/src/areas/content/spaces/schema.ts'
import type { LivePage, LiveUpdate } from '../../packages/server/src/areas/live/schema.ts'
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

/** Makes a change request with a page, and returns the address of its live page. */
async function createLivePage(server: VersoServer, welcome: Welcome): Promise<string> {
  const send = async <Body>(path: string, body: object): Promise<Body> => {
    const url = `${server.origin}/v1${path}`
    return (await sendRequest<Body>(url, { method: 'POST', token: welcome.token, body })).body
  }
  const { id: space } = (await createSpace(server, welcome)).body
  const requests = `/spaces/${space}/change-requests`
  const { id } = await send<{ id: string }>(requests, {})
  const page = { operation: 'insert_page', title: 'Page', document: { markdown: 'Words:' } }
  const { changes } = await send<{ changes: { page: { id: string } }[] }>(
    `${requests}/${id}/content?compat=false`,
    { changes: [page] },
  )
  return `/v1${requests}/${id}/content/page/${changes[0]?.page.id}`
}

const openLivePage = (server: VersoServer, { token }: Welcome, path: string) =>
  sendRequest<LivePage>(`${server.origin}${path}/live`, { token })

/** Types in a live page until the server is gone; fills in the words that it was told were stored. */
async function typeUntilGone(
  server: VersoServer,
  welcome: Welcome,
  path: string,
  confirmed: string[],
): Promise<void> {
  const { body: page } = await openLivePage(server, welcome, path)
  const client = new TestLiveClient(`client-${page.version}`, page.document, page.version)
  for (let count = 0; !server.hasEnded; count++) {
    const word = `w${page.version}x${count}.`
    client.type('Words:', ` ${word}`)
    const body = { session: page.session, schema: SCHEMA_VERSION, client: client.id, ...client.send() }
    const url = `${server.origin}${path}/live/commits`
    const answer = await sendRequest<LiveUpdate>(url, { method: 'POST', token: welcome.token, body }).catch(
      () => undefined,
    )
    if (answer?.status !== 200) return
    client.receive(answer.body.commits)
    confirmed.push(word)
  }
}

function killDatabase(dataDir: string): void {
  const pid = readPostmasterPid(dataDir)
  if (pid === undefined) throw new Error('the database does not run')
  process.kill(pid, 'SIGKILL')
}

test('kill -9 while spaces are created and a page is written loses nothing that was acknowledged', async () => {
  const VERSO_DATA_DIR = createDataFolder(scope)
  const settings = { VERSO_DATA_DIR }
  let server = await VersoServer.start(scope, settings)
  const welcome = await readWelcome(server)
  const acknowledged: string[] = []
  const livePath = await createLivePage(server, welcome)
  const words: string[] = []

  for (const victims of ['Verso', 'Verso and PostgreSQL', 'Verso']) {
    const before = acknowledged.length
    const creating = createUntilGone(server, welcome, acknowledged)
    const typing = typeUntilGone(server, welcome, livePath, words)
    const wordsBefore = words.length
    await waitFor('creations', () => acknowledged.length > before + 50 && words.length > wordsBefore + 5)
    server.signal('SIGKILL')
    if (victims === 'Verso and PostgreSQL') killDatabase(VERSO_DATA_DIR)
    await creating
    await typing
    const { signal } = await server.completion
    expect(signal).toBe('SIGKILL')

    server = await VersoServer.start(scope, settings)
    const lost: string[] = []
    for (const id of acknowledged) {
      const { status } = await sendRequest(`${server.origin}/v1/spaces/${id}`, { token: welcome.token })
      if (status !== 200) lost.push(id)
    }
    expect(lost).toEqual([])
    const { body: page } = await openLivePage(server, welcome, livePath)
    const text = JSON.stringify(page.document)
    expect(words.filter((word) => !text.includes(word))).toEqual([])
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
