import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDataFolder } from './support/folders.ts'
import { needsPostgres, formatSuiteTitle, startPostgres } from './support/deployments.ts'
import { findFreePort } from './support/ports.ts'
import { Scope } from './support/scope.ts'
import { runVerso, type Settings, VersoServer } from './support/verso.ts'
import { readWelcome } from './support/welcome.ts'

const readSecret = (url: string): string => url.trim().split('#')[1] ?? ''

const post = (server: VersoServer, path: string, body: object): Promise<Response> =>
  fetch(`${server.origin}/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

/** Who is signed in with the cookie of a response, at one of the servers. */
const readUser = async (server: VersoServer, response: Response): Promise<unknown> => {
  const cookie = response.headers.getSetCookie()[0]?.split(';', 1)[0] ?? ''
  const user = await fetch(`${server.origin}/v1/user`, { headers: { cookie } })
  return user.json()
}

describe.skipIf(needsPostgres.missing !== undefined)(
  `links on two processes: ${formatSuiteTitle(needsPostgres)}`,
  () => {
    const scope = new Scope()
    let first: VersoServer
    let second: VersoServer
    let settings: Settings

    beforeAll(async () => {
      const postgres = await startPostgres(scope)
      const port = String(await findFreePort())
      settings = {
        DATABASE_URL: await postgres.createDatabase(),
        VERSO_DATA_DIR: createDataFolder(scope),
        VERSO_PUBLIC_URL: `http://127.0.0.1:${port}`,
      }
      first = await VersoServer.start(scope, { ...settings, VERSO_PORT: port })
      second = await VersoServer.start(scope, settings)
    })
    afterAll(() => scope.close())

    test('the link that one printed sets up the installation at the other, once', async () => {
      const { setupUrl, email } = await readWelcome(first)
      expect(second.stdout).not.toContain('/app/setup#')
      const secret = readSecret(setupUrl)
      const inspected = await post(second, '/sign-in/links/inspect', { secret })
      expect(await inspected.json()).toMatchObject({ purpose: 'setup', state: 'valid', email })
      const form = {
        secret,
        displayName: 'Ada Lovelace',
        password: 'seven purple otters',
        organization: 'Analytical Engines',
        language: 'en',
      }
      const answers = await Promise.all([post(first, '/setup', form), post(second, '/setup', form)])
      const succeeded = answers.filter(({ status }) => status === 201)
      expect(succeeded).toHaveLength(1)
      for (const answer of succeeded) {
        expect(await readUser(first, answer)).toMatchObject({ email, displayName: 'Ada Lovelace' })
      }
      expect((await post(first, '/setup', form)).status).toBe(404)
      const signedIn = await post(first, '/user/sessions', { email, password: form.password })
      expect(await readUser(second, signedIn)).toMatchObject({ email })
    })

    test('`verso login-link` prints one that works at either, once, and no log has it', async () => {
      await runVerso(['user', 'create', 'grace@acme.example'], settings)
      const { code, stdout, stderr } = await runVerso(['login-link', 'grace@acme.example'], settings)
      expect(code).toBe(0)
      expect(stdout).toMatch(/^http:\S+\/app\/sign-in\/link#verso_link_\S+\n$/)
      expect(stderr).toContain('signed in as grace@acme.example')
      const secret = readSecret(stdout)
      const signedIn = await post(second, '/user/sessions/link', { secret })
      expect(signedIn.status).toBe(201)
      expect(await readUser(first, signedIn)).toMatchObject({ email: 'grace@acme.example' })
      expect((await post(first, '/user/sessions/link', { secret })).status).toBe(404)
      for (const { stdout: output, stderr: log } of [first, second])
        expect(output + log).not.toContain(secret)
    })

    test('`verso user recover` lets somebody in who has lost everything, and ends what was open', async () => {
      const email = 'lise@acme.example'
      await runVerso(['user', 'create', email], settings)
      const old = readSecret((await runVerso(['login-link', email], settings)).stdout)
      const session = await post(first, '/user/sessions/link', { secret: old })
      const unused = readSecret((await runVerso(['login-link', email], settings)).stdout)
      const { code, stdout, stderr } = await runVerso(['user', 'recover', email], settings)
      expect(code).toBe(0)
      expect(stderr).toContain(`Recovered the account ${email}: passkeys deleted: 0`)
      expect(stderr).toContain('sessions ended: 1')
      const cookie = session.headers.getSetCookie()[0]?.split(';', 1)[0] ?? ''
      expect((await fetch(`${second.origin}/v1/user`, { headers: { cookie } })).status).toBe(401)
      expect((await post(second, '/user/sessions/link', { secret: unused })).status).toBe(404)
      const signedIn = await post(second, '/user/sessions/link', { secret: readSecret(stdout) })
      expect(await readUser(first, signedIn)).toMatchObject({ email })
    })

    test('`verso user change-email` gives an account another address, and ends links to the old one', async () => {
      await runVerso(['user', 'create', 'emmy@acme.example'], settings)
      await runVerso(['user', 'create', 'taken@acme.example'], settings)
      const old = readSecret((await runVerso(['login-link', 'emmy@acme.example'], settings)).stdout)
      const change = (from: string, to: string) => runVerso(['user', 'change-email', from, to], settings)
      for (const wrong of ['Taken@acme.example', 'nothing']) {
        const { code, stderr } = await change('emmy@acme.example', wrong)
        expect(code).toBe(1)
        expect(stderr.toLowerCase()).toContain(wrong.toLowerCase())
      }
      const { code, stdout } = await change('emmy@acme.example', 'Emmy@new.example')
      expect(code).toBe(0)
      expect(stdout).toContain('emmy@new.example')
      expect((await post(first, '/user/sessions/link', { secret: old })).status).toBe(404)
      const { stdout: link } = await runVerso(['login-link', 'emmy@new.example'], settings)
      const signedIn = await post(second, '/user/sessions/link', { secret: readSecret(link) })
      expect(await readUser(first, signedIn)).toMatchObject({ email: 'emmy@new.example' })
    })
  },
)
