import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { NewToken } from '../../packages/server/src/areas/identity/tokens/schema.ts'
import type { Space } from '../../packages/server/src/areas/content/spaces/schema.ts'
import { findDatabaseFolder, createDataFolder, readPostmasterPid } from '../support/folders.ts'
import { sendRequest } from '../support/http.ts'
import { Scope } from '../support/scope.ts'
import { waitFor } from '../../packages/server/src/testing/wait-for.ts'
import { runVerso, VersoServer } from '../support/verso.ts'
import { readWelcome } from '../support/welcome.ts'

const scope = new Scope()
afterAll(() => scope.close())

describe('the first start', () => {
  test('prints what an admin needs once, and the curl command works when pasted', async () => {
    const VERSO_DATA_DIR = createDataFolder(scope)
    const first = await VersoServer.start(scope, { VERSO_DATA_DIR })
    const welcome = await readWelcome(first)
    expect(welcome).toMatchObject({
      url: first.origin.replace('127.0.0.1', 'localhost'),
      email: 'admin@localhost',
    })
    const pasted = execFileSync('sh', ['-c', welcome.curl], { encoding: 'utf8', stdio: 'pipe' })
    const space = JSON.parse(pasted) as Space
    expect(space).toMatchObject({ object: 'space', organization: welcome.organizationId })
    await first.stop()
    expect(first.stdout.split(welcome.token)).toHaveLength(3)
    expect(readPostmasterPid(VERSO_DATA_DIR)).toBeUndefined()

    const second = await VersoServer.start(scope, { VERSO_DATA_DIR })
    const response = await sendRequest(`${second.origin}/v1/spaces/${space.id}`, { token: welcome.token })
    expect(response).toMatchObject({ status: 200, body: { id: space.id, title: space.title } })
    const { stdout, stderr } = await second.stop()
    expect(`${stdout}${stderr}`).not.toMatch(/Welcome|token/i)
  })

  test('prints how to use a token from the settings, without printing it', async () => {
    const VERSO_ADMIN_TOKEN = randomBytes(24).toString('base64url')
    const VERSO_ADMIN_EMAIL = 'Ada@Acme.example'
    const server = await VersoServer.start(scope, {
      VERSO_DATA_DIR: createDataFolder(scope),
      VERSO_ADMIN_TOKEN,
      VERSO_ADMIN_EMAIL,
    })
    const { curl, token } = await readWelcome(server)
    expect(token).toBe('the one in VERSO_ADMIN_TOKEN')
    const env = { PATH: process.env['PATH'], VERSO_ADMIN_TOKEN }
    const pasted = execFileSync('sh', ['-c', curl], { encoding: 'utf8', stdio: 'pipe', env })
    expect(JSON.parse(pasted)).toMatchObject({ object: 'space' })
    const me = await sendRequest(`${server.origin}/v1/user`, { token: VERSO_ADMIN_TOKEN })
    expect(me).toMatchObject({ status: 200, body: { email: 'ada@acme.example' } })
  })
})

test('no secret appears in the output or the logs, at any log level', async () => {
  const VERSO_DATA_DIR = createDataFolder(scope)
  const VERSO_ADMIN_TOKEN = randomBytes(24).toString('base64url')
  const settings = { VERSO_DATA_DIR, VERSO_ADMIN_TOKEN, VERSO_LOG_LEVEL: 'trace' }
  const server = await VersoServer.start(scope, settings)
  const token = VERSO_ADMIN_TOKEN
  const tokens = `${server.origin}/v1/user/tokens`
  const created = await sendRequest<NewToken>(tokens, {
    method: 'POST',
    token,
    body: { name: 'For a script' },
  })
  expect(created.status).toBe(201)
  const wrongToken = randomBytes(24).toString('base64url')
  expect((await sendRequest(`${server.origin}/v1/user`, { token: wrongToken })).status).toBe(401)
  expect((await sendRequest(tokens, { method: 'POST', token, body: { name: 7 } })).status).toBe(400)
  const { stdout, stderr } = await server.stop()
  expect(stdout).toContain('"operation":"createToken"')
  const outputs = [
    stdout,
    stderr,
    readFileSync(join(findDatabaseFolder(VERSO_DATA_DIR), 'postgres.log'), 'utf8'),
  ]
  for (const secret of [VERSO_ADMIN_TOKEN, created.body.token, wrongToken]) {
    expect(outputs.join('\n').includes(secret)).toBe(false)
  }
})

describe('an invalid setting', () => {
  const invalidSettings = {
    VERSO_PORT: '65536',
    DATABASE_URL: 'mysql://root:hidden@localhost/verso',
    VERSO_ADMIN_TOKEN: 'hidden',
  }

  test.each(Object.entries(invalidSettings))(
    '%s=%s is named, and Verso does not start',
    async (name, value) => {
      const { code, stdout, stderr } = await runVerso(['serve'], {
        VERSO_DATA_DIR: createDataFolder(scope),
        [name]: value,
      })
      expect(code).toBe(1)
      expect(stdout).toBe('')
      expect(stderr).toMatch(new RegExp(`^verso: ${name} is .+\\n$`))
      expect(stderr).not.toContain('hidden')
    },
  )

  test('an unreachable database stops the start, without printing its password', async () => {
    const DATABASE_URL = 'postgres://verso:hidden@127.0.0.1:1/verso'
    const { code, stdout, stderr } = await runVerso(['serve'], {
      VERSO_DATA_DIR: createDataFolder(scope),
      DATABASE_URL,
    })
    expect(code).toBe(1)
    expect(stderr).toMatch(/^verso: .*DATABASE_URL.*\n$/)
    expect(`${stdout}${stderr}`).not.toContain('hidden')
  })
})

test('SIGTERM during the start stops the database too', async () => {
  const VERSO_DATA_DIR = createDataFolder(scope)
  const server = await VersoServer.launch(scope, { VERSO_DATA_DIR, VERSO_LOG_LEVEL: 'info' })
  await waitFor('the database to start', () => readPostmasterPid(VERSO_DATA_DIR))
  expect(await server.end('SIGTERM')).toMatchObject({ code: 0 })
  expect(readPostmasterPid(VERSO_DATA_DIR)).toBeUndefined()
})

describe('beside a running server', () => {
  test('a second server on its data folder or its port fails to start and leaves no database running', async () => {
    const VERSO_DATA_DIR = createDataFolder(scope)
    const running = await VersoServer.start(scope, { VERSO_DATA_DIR })
    const sameFolder = await runVerso(['serve'], { VERSO_DATA_DIR })
    expect(sameFolder.code).toBe(1)
    expect(sameFolder.stderr).toBe(
      `verso: Another Verso (process ${running.pid}) is running on the data folder ${VERSO_DATA_DIR}. ` +
        'Stop it first, or choose another folder with VERSO_DATA_DIR.\n',
    )

    const otherFolder = createDataFolder(scope)
    const samePort = await VersoServer.launch(scope, {
      VERSO_DATA_DIR: otherFolder,
      VERSO_PORT: running.settings['VERSO_PORT'],
    })
    const result = await samePort.completion
    expect(result.code).toBe(1)
    expect(result.stderr).toMatch(/^verso: .*VERSO_PORT.*\n$/)
    // It has created the first admin, so it has printed the token.
    expect(result.stdout).toContain('Access token')
    expect(readPostmasterPid(otherFolder)).toBeUndefined()
    expect(await running.isReady()).toBe(true)
  })
})
