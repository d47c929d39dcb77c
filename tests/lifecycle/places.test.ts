import { execFileSync } from 'node:child_process'
import { chownSync, mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { findDatabaseFolder, createDataFolder, createTemporaryFolder } from '../support/folders.ts'
import { sendRequest } from '../support/http.ts'
import { installForOrdinaryUser, isRoot } from '../support/ordinary-user.ts'
import { Scope } from '../support/scope.ts'
import { VersoServer } from '../support/verso.ts'
import { readWelcome } from '../support/welcome.ts'

const scope = new Scope()
afterAll(() => scope.close())

// If an ordinary user runs the tests, all other tests show that Verso works without root.
describe.runIf(isRoot)('started by root', () => {
  test('puts the database elsewhere and says where, if only root may enter the data folder', async () => {
    const VERSO_DATA_DIR = createDataFolder(scope, { closed: true })
    const settings = { VERSO_DATA_DIR, VERSO_LOG_LEVEL: 'info' }
    const first = await VersoServer.start(scope, settings)
    const { token } = await readWelcome(first)
    const { stdout } = await first.stop()
    const home = findDatabaseFolder(VERSO_DATA_DIR)
    expect(home.startsWith(VERSO_DATA_DIR)).toBe(false)
    expect(stdout).toContain(`It lives in ${home}`)
    const { uid, mode } = statSync(home)
    expect(uid).not.toBe(0)
    expect(mode & 0o777).toBe(0o700)

    const second = await VersoServer.start(scope, settings)
    expect((await sendRequest(`${second.origin}/v1/user`, { token })).status).toBe(200)
    await second.stop()
    expect(findDatabaseFolder(VERSO_DATA_DIR)).toBe(home)
  })

  test('runs the database under the account that owns it, even if a better one exists', async () => {
    const VERSO_DATA_DIR = createDataFolder(scope)
    const first = await VersoServer.start(scope, { VERSO_DATA_DIR })
    const { token } = await readWelcome(first)
    await first.stop()
    // As if it had been created before PostgreSQL was installed on this machine with its own account.
    execFileSync('chown', ['-R', 'nobody', findDatabaseFolder(VERSO_DATA_DIR)])
    const second = await VersoServer.start(scope, { VERSO_DATA_DIR })
    expect((await sendRequest(`${second.origin}/v1/user`, { token })).status).toBe(200)
    await second.stop()
  })

  test('also runs under an ordinary user', async () => {
    const installation = installForOrdinaryUser(scope)
    const { uid = 0, gid = 0 } = installation
    const home = join(createTemporaryFolder(scope), 'home')
    mkdirSync(home, { mode: 0o700 })
    chownSync(home, uid, gid)
    const settings = { VERSO_DATA_DIR: join(home, 'data'), HOME: home }
    const first = await VersoServer.start(scope, settings, installation)
    const { token } = await readWelcome(first)
    await first.stop()
    expect(statSync(findDatabaseFolder(settings.VERSO_DATA_DIR)).uid).toBe(uid)

    const second = await VersoServer.start(scope, settings, installation)
    expect((await sendRequest(`${second.origin}/v1/user`, { token })).status).toBe(200)
    await second.stop()
  })
})
