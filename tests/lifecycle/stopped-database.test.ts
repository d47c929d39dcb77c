import { afterAll, expect, test } from 'vitest'
import { createDataFolder, readPostmasterPid, signalDatabase } from '../support/folders.ts'
import { sendRequest } from '../support/http.ts'
import { Scope } from '../support/scope.ts'
import { waitFor } from '../../packages/server/src/testing/wait-for.ts'
import { VersoServer } from '../support/verso.ts'
import { readWelcome } from '../support/welcome.ts'

const scope = new Scope()
afterAll(() => scope.close())

test('while PostgreSQL does not answer, requests end in 503 and /readyz says no; afterwards all is as before', async () => {
  const VERSO_DATA_DIR = createDataFolder(scope)
  const server = await VersoServer.start(scope, {
    VERSO_DATA_DIR,
    VERSO_DATABASE_CONNECT_TIMEOUT: '500ms',
    VERSO_DATABASE_STATEMENT_TIMEOUT: '500ms',
  })
  const { organizationId, token } = await readWelcome(server)
  const url = `${server.origin}/v1/orgs/${organizationId}/spaces`
  expect((await sendRequest(url, { token })).status).toBe(200)

  signalDatabase(VERSO_DATA_DIR, 'SIGSTOP')
  try {
    expect((await sendRequest(`${server.origin}/readyz`)).status).toBe(503)
    expect((await sendRequest(`${server.origin}/healthz`)).status).toBe(200)
    const answers = await Promise.all([
      sendRequest(url, { token }),
      sendRequest(url, { token, method: 'POST', body: {} }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([503, 503])
    expect((await sendRequest(`${server.origin}/readyz`)).status).toBe(503)
  } finally {
    signalDatabase(VERSO_DATA_DIR, 'SIGCONT')
  }

  await waitFor('the server to be ready again', () => server.isReady())
  expect((await sendRequest(url, { token, method: 'POST', body: {} })).status).toBe(201)
  await server.stop()
  expect(readPostmasterPid(VERSO_DATA_DIR)).toBeUndefined()
})
