import { spawn } from 'node:child_process'
import { once } from 'node:events'
import pg from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { RawConnection } from '../../packages/server/src/testing/raw-connection.ts'
import { waitFor } from '../../packages/server/src/testing/wait-for.ts'
import { formatSuiteTitle, needsPostgres, startPostgres } from '../support/deployments.ts'
import { createDataFolder, readPostmasterPid, signalDatabase } from '../support/folders.ts'
import { sendRequest } from '../support/http.ts'
import { findFreePort } from '../support/ports.ts'
import { Scope } from '../support/scope.ts'
import { checkout, VersoServer } from '../support/verso.ts'
import { readWelcome } from '../support/welcome.ts'

const scope = new Scope()
afterAll(() => scope.close())

async function open(origin: string): Promise<RawConnection> {
  const connection = await RawConnection.open(Number(new URL(origin).port))
  scope.defer(() => connection.destroy())
  return connection
}

test('SIGTERM: clients that send half a request, or never close their side, do not hold the process', async () => {
  const VERSO_DATA_DIR = createDataFolder(scope)
  const server = await VersoServer.start(scope, { VERSO_DATA_DIR, VERSO_SHUTDOWN_TIMEOUT: '1s' })
  const { token } = await readWelcome(server)
  const [halfBody, halfHead, idle, silent] = await Promise.all([1, 2, 3, 4].map(() => open(server.origin)))
  halfBody?.send(
    'POST /v1/orgs HTTP/1.1\r\nHost: verso\r\nContent-Type: application/json\r\nContent-Length: 100\r\n' +
      `Authorization: Bearer ${token}\r\n\r\n{"title": `,
  )
  halfHead?.send('GET /v1/orgs HTTP/1.1\r\nHost: ver')
  idle?.send('GET /healthz HTTP/1.1\r\nHost: verso\r\n\r\n')
  await waitFor('the idle connection to be idle', () => idle?.received.includes('"ok"'))
  // Connections are accepted in order, so the server has read what was sent before this answer.
  expect((await sendRequest(`${server.origin}/healthz`)).status).toBe(200)

  await server.stop()
  expect(readPostmasterPid(VERSO_DATA_DIR)).toBeUndefined()
  expect(silent?.received).toBe('')
})

// Verso waits for the database for a while before it leaves it to the next start.
test(
  'SIGTERM while PostgreSQL does not answer ends Verso, and the next start goes on',
  { timeout: 300_000 },
  async () => {
    const VERSO_DATA_DIR = createDataFolder(scope)
    const settings = { VERSO_DATA_DIR, VERSO_SHUTDOWN_TIMEOUT: '1s' }
    const server = await VersoServer.start(scope, settings)
    const { organizationId, token } = await readWelcome(server)
    signalDatabase(VERSO_DATA_DIR, 'SIGSTOP')
    const stuck = sendRequest(`${server.origin}/v1/orgs/${organizationId}`, { token }).catch(() => 'cut off')
    const { signal } = await server.end('SIGTERM')
    expect(signal).toBeNull()
    await stuck
    signalDatabase(VERSO_DATA_DIR, 'SIGCONT')

    const next = await VersoServer.start(scope, settings)
    expect((await sendRequest(`${next.origin}/v1/orgs/${organizationId}`, { token })).status).toBe(200)
    await next.stop()
  },
)

describe.skipIf(needsPostgres.missing !== undefined)(`on ${formatSuiteTitle(needsPostgres)}`, () => {
  test('SIGTERM: a request that does not end before the deadline is cut off', async () => {
    const postgres = await startPostgres(scope)
    const DATABASE_URL = await postgres.createDatabase()
    const server = await VersoServer.start(scope, {
      DATABASE_URL,
      VERSO_DATA_DIR: createDataFolder(scope),
      VERSO_SHUTDOWN_TIMEOUT: '1s',
      VERSO_DATABASE_LOCK_TIMEOUT: '0',
    })
    const { organizationId, token } = await readWelcome(server)
    const holder = new pg.Client(DATABASE_URL)
    await holder.connect()
    scope.defer(() => holder.end())
    await holder.query('begin; lock table spaces in share row exclusive mode')
    const url = `${server.origin}/v1/orgs/${organizationId}/spaces`
    const slow = sendRequest(url, { method: 'POST', token, body: {} }).then(
      () => 'answered',
      () => 'cut off',
    )
    await waitFor('the request to wait for the lock', async () => {
      const { rowCount } = await holder.query(
        `select 1 from pg_locks where not granted and relation = 'spaces'::regclass`,
      )
      return rowCount === 1
    })
    const { signal, stdout } = await server.end('SIGTERM')
    expect(await slow).toBe('cut off')
    expect(signal).toBeNull()
    expect(stdout).toContain('cut off')
  })
})

const startWithNpm = async (VERSO_DATA_DIR: string) => {
  const VERSO_PORT = String(await findFreePort())
  const npm = spawn('npm', ['start'], {
    cwd: checkout,
    stdio: 'ignore',
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      TMPDIR: process.env['TMPDIR'],
      VERSO_DATA_DIR,
      VERSO_PORT,
    },
  })
  const exited = once(npm, 'exit')
  scope.defer(() => void npm.kill('SIGKILL'))
  const isReady = async () =>
    (await fetch(`http://127.0.0.1:${VERSO_PORT}/readyz`).catch(() => undefined))?.status === 200
  await waitFor('npm start to be ready', isReady)
  return { npm, exited, isReady }
}

describe('npm start', () => {
  test.each<NodeJS.Signals>(['SIGTERM', 'SIGINT'])(
    '%s to npm stops the server and its database',
    async (signal) => {
      const VERSO_DATA_DIR = createDataFolder(scope)
      const { npm, exited, isReady } = await startWithNpm(VERSO_DATA_DIR)
      npm.kill(signal)
      await exited
      // npm may end a moment before the processes that it started.
      await waitFor('the database to stop', () => readPostmasterPid(VERSO_DATA_DIR) === undefined)
      expect(await isReady()).toBe(false)
    },
  )
})
