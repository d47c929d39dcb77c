import { execFileSync } from 'node:child_process'
import { chownSync, mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { databaseHome, dataFolder, temporaryFolder } from '../support/folders.ts'
import { ask } from '../support/http.ts'
import { installForOrdinaryUser, isRoot } from '../support/ordinary-user.ts'
import { Scope } from '../support/scope.ts'
import { VersoServer } from '../support/verso.ts'
import { readWelcome } from '../support/welcome.ts'

const scope = new Scope()
afterAll(() => scope.close())

// Where an ordinary user runs the tests, every other one of them is the proof.
describe.runIf(isRoot)('started by root', () => {
  test('in a folder that only root may enter, it puts the database elsewhere and says where', async () => {
    const VERSO_DATA_DIR = dataFolder(scope, { closed: true })
    const settings = { VERSO_DATA_DIR, VERSO_LOG_LEVEL: 'info' }
    const first = await VersoServer.start(scope, settings)
    const { token } = await readWelcome(first)
    const { stdout } = await first.stop()
    const home = databaseHome(VERSO_DATA_DIR)
    expect(home.startsWith(VERSO_DATA_DIR)).toBe(false)
    expect(stdout).toContain(`It lives in ${home}`)
    const { uid, mode } = statSync(home)
    expect(uid).not.toBe(0)
    expect(mode & 0o777).toBe(0o700)

    const second = await VersoServer.start(scope, settings)
    expect((await ask(`${second.origin}/v1/user`, { token })).status).toBe(200)
    await second.stop()
    expect(databaseHome(VERSO_DATA_DIR)).toBe(home)
  })

  test('it keeps to the account that the database belongs to, also when a better one appears', async () => {
    const VERSO_DATA_DIR = dataFolder(scope)
    const first = await VersoServer.start(scope, { VERSO_DATA_DIR })
    const { token } = await readWelcome(first)
    await first.stop()
    // As if it had been made before PostgreSQL was installed on this machine, with the account it brings.
    execFileSync('chown', ['-R', 'nobody', databaseHome(VERSO_DATA_DIR)])
    const second = await VersoServer.start(scope, { VERSO_DATA_DIR })
    expect((await ask(`${second.origin}/v1/user`, { token })).status).toBe(200)
    await second.stop()
  })

  test('an ordinary user starts it just as well', async () => {
    const installation = installForOrdinaryUser(scope)
    const { uid = 0, gid = 0 } = installation
    const home = join(temporaryFolder(scope), 'home')
    mkdirSync(home, { mode: 0o700 })
    chownSync(home, uid, gid)
    const settings = { VERSO_DATA_DIR: join(home, 'data'), HOME: home }
    const first = await VersoServer.start(scope, settings, installation)
    const { token } = await readWelcome(first)
    await first.stop()
    expect(statSync(databaseHome(settings.VERSO_DATA_DIR)).uid).toBe(uid)

    const second = await VersoServer.start(scope, settings, installation)
    expect((await ask(`${second.origin}/v1/user`, { token })).status).toBe(200)
    await second.stop()
  })
})
