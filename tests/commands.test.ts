import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDataFolder } from './support/folders.ts'
import { sendRequest } from './support/http.ts'
import { Scope } from './support/scope.ts'
import { type ProcessResult, runVerso, VersoServer } from './support/verso.ts'

const scope = new Scope()
afterAll(() => scope.close())

/** What a command printed, when it did what it was asked. */
const result = async (running: Promise<ProcessResult>): Promise<string> => {
  const { code, stdout, stderr } = await running
  if (code !== 0) throw new Error(`it ended with ${code}: ${stderr}`)
  return stdout
}

describe('help', () => {
  test('verso --help lists the commands', async () => {
    const help = await result(runVerso(['--help'], {}))
    for (const command of ['serve', 'migrate', 'user', 'org', 'token', 'backup', 'restore']) {
      expect(help).toMatch(new RegExp(`^  ${command}\\b`, 'm'))
    }
  })

  test.concurrent.each([
    ['serve', '--role <role>'],
    ['migrate', 'schema'],
    ['user create', '<email>'],
    ['user recover', '<email>'],
    ['user change-email', '<new-email>'],
    ['login-link', '<email>'],
    ['org create', '--admin <email>'],
    ['token create', '--expires <date>'],
    ['token list', '<email>'],
    ['token revoke', '<tokenId>'],
    ['backup', '<file>'],
    ['restore', '<file>'],
  ])('verso %s --help says what it takes', async (command, told) => {
    const help = await result(runVerso([...command.split(' '), '--help'], {}))
    expect(help).toContain(`Usage: verso ${command}`)
    expect(help).toContain(told)
  })

  test('an unknown command fails and prints the help', async () => {
    const { code, stderr } = await runVerso(['publish'], {})
    expect(code).toBe(1)
    expect(stderr).toMatch(/^error: unknown command 'publish'/)
  })
})

describe('without a server', () => {
  test('commands create, migrate, fill and stop the database', async () => {
    const settings = { VERSO_DATA_DIR: createDataFolder(scope), VERSO_RATE_LIMIT: '0' }
    const run = (...args: string[]) => result(runVerso(args, settings))
    expect(await run('migrate')).toMatch(/^applied 1 .+\n(?:.+\n)*The database is at version \d+\.\n$/)
    expect(await run('migrate')).toMatch(/^The database is at version \d+\.\n$/)
    expect(await run('user', 'create', 'Ada@Acme.example')).toMatch(/^\S+\tada@acme\.example\n$/)
    const [organizationId] = (await run('org', 'create', 'Acme', '--admin', 'ada@acme.example')).split('\t')
    const token = (await run('token', 'create', 'ada@acme.example')).trim()

    const server = await VersoServer.start(scope, settings)
    const organization = await sendRequest(`${server.origin}/v1/orgs/${organizationId}`, { token })
    expect(organization).toMatchObject({ status: 200, body: { title: 'Acme', permissions: { admin: true } } })
    const { stdout } = await server.stop()
    // Somebody has an account already, so there is nobody to welcome.
    expect(stdout).not.toContain('Welcome')
  })
})

describe('beside a running server', () => {
  const email = 'grace@acme.example'
  let server: VersoServer
  const run = (...args: string[]) => runVerso(args, server.settings)
  const me = (token: string) => sendRequest(`${server.origin}/v1/user`, { token })

  beforeAll(async () => {
    server = await VersoServer.start(scope, { VERSO_DATA_DIR: createDataFolder(scope) })
  })

  test('a token is created, listed and revoked, and works in between', async () => {
    await result(run('user', 'create', email))
    const token = (await result(run('token', 'create', email, '--name', 'A script'))).trim()
    expect((await me(token)).body).toMatchObject({ email })
    const [id = '', name] = (await result(run('token', 'list', email))).split('\t')
    expect(name).toBe('A script')
    expect(await result(run('token', 'revoke', email, id))).toBe(`Revoked ${id}\n`)
    expect((await me(token)).status).toBe(401)
  })

  test.concurrent.each([
    ['an unknown e-mail address', ['token', 'create', 'nobody@acme.example'], 'nobody@acme.example'],
    ['an unknown admin', ['org', 'create', 'Acme', '--admin', 'nobody@acme.example'], 'nobody@acme.example'],
    ['an unknown token', ['token', 'revoke', 'admin@localhost', 'nowhere'], 'nowhere'],
    ['a bad date', ['token', 'create', 'admin@localhost', '--expires', 'soon'], 'soon'],
    ['a date in the past', ['token', 'create', 'admin@localhost', '--expires', '2001-01-31'], 'future'],
    ['a link for an unknown address', ['login-link', 'nobody@acme.example'], 'nobody@acme.example'],
    ['an unknown account to recover', ['user', 'recover', 'nobody@acme.example'], 'nobody@acme.example'],
    ['what is no e-mail address', ['user', 'create', 'nobody'], 'nobody'],
    ['a title that is too short', ['org', 'create', 'x', '--admin', 'admin@localhost'], 'title'],
  ])('%s is told in one line', async (_, args, named) => {
    const { code, stdout, stderr } = await run(...args)
    expect(code).toBe(1)
    expect(stdout).toBe('')
    expect(stderr).toMatch(/^verso: .+\n$/)
    expect(stderr).toContain(named)
  })
})
