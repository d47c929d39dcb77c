import pg from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { needsPostgres, startPostgres, formatSuiteTitle } from '../support/deployments.ts'
import { createDataFolder } from '../support/folders.ts'
import { sendRequest } from '../support/http.ts'
import { Scope } from '../support/scope.ts'
import { waitFor } from '../../packages/server/src/testing/wait-for.ts'
import { VersoServer } from '../support/verso.ts'
import { readWelcome } from '../support/welcome.ts'

const scope = new Scope()
afterAll(() => scope.close())

interface Counted {
  count: number
}

describe.skipIf(needsPostgres.missing !== undefined)(`on ${formatSuiteTitle(needsPostgres)}`, () => {
  test('two processes that start at the same time on an empty database create one admin, and both serve', async () => {
    const postgres = await startPostgres(scope)
    const settings = {
      DATABASE_URL: await postgres.createDatabase(),
      VERSO_DATA_DIR: createDataFolder(scope),
    }
    const pair = await Promise.all([1, 2].map(() => VersoServer.start(scope, settings)))
    const welcomed = await waitFor('a welcome', () => {
      const told = pair.filter(({ stdout }) => stdout.includes('curl '))
      return told.length > 0 && told
    })
    expect(welcomed).toHaveLength(1)
    for (const server of pair) {
      const { token, organizationId } = await readWelcome(welcomed[0] ?? server)
      const organizations = await sendRequest<Counted>(`${server.origin}/v1/orgs`, { token })
      expect(organizations.body.count).toBe(1)
      const members = await sendRequest<Counted>(`${server.origin}/v1/orgs/${organizationId}/members`, {
        token,
      })
      expect(members.body.count).toBe(1)
    }
    await Promise.all(pair.map((server) => server.stop()))
    expect(pair.filter(({ stdout }) => stdout.includes('curl '))).toHaveLength(1)
  })

  test('SIGTERM finishes a running request, and rejects new ones', async () => {
    const postgres = await startPostgres(scope)
    const DATABASE_URL = await postgres.createDatabase()
    const server = await VersoServer.start(scope, { DATABASE_URL, VERSO_DATA_DIR: createDataFolder(scope) })
    const { organizationId, token } = await readWelcome(server)

    // What makes the request slow is a lock that the test holds for as long as it likes.
    const holder = new pg.Client(DATABASE_URL)
    await holder.connect()
    scope.defer(() => holder.end())
    await holder.query('begin')
    await holder.query('lock table spaces in share row exclusive mode')
    const url = `${server.origin}/v1/orgs/${organizationId}/spaces`
    const slow = sendRequest(url, { method: 'POST', token, body: { title: 'Under way' } })
    await waitFor('the request to wait for the lock', async () => {
      const { rowCount } = await holder.query(
        `select 1 from pg_locks where not granted and relation = 'spaces'::regclass`,
      )
      return rowCount === 1
    })

    server.signal('SIGTERM')
    await waitFor('the server to take no new requests', async () => !(await server.isReady()))
    expect(server.hasEnded).toBe(false)
    await holder.query('rollback')
    expect(await slow).toMatchObject({ status: 201, body: { title: 'Under way' } })
    // Process managers kill after half a minute what has not ended by then.
    await waitFor('the server to end', () => server.hasEnded, 30_000)
    expect(await server.completion).toMatchObject({ code: 0 })
  })
})
