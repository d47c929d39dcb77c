import assert from 'node:assert/strict'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SecondFactorRequest } from '../../packages/server/src/areas/sign-in/accounts/schema.ts'
import type { Passkey } from '../../packages/server/src/areas/sign-in/passkeys/schema.ts'
import type { RecoveryCodes } from '../../packages/server/src/areas/sign-in/second-factors/schema.ts'
import { minutes } from '../../packages/server/src/common/clock.ts'
import { type ListBody, type Person, TestApp } from '../../packages/server/src/testing/app.ts'
import { findChromium } from '../support/chromium.ts'
import { findFreePort } from '../support/ports.ts'
import { Scope } from '../support/scope.ts'

const found = await findChromium()
const missing = 'missing' in found ? found.missing : undefined
const password = 'seven purple otters'

interface Answer<Body> {
  status: number
  body: Body
}

/** What a page of ours does: it sends requests, and asks the browser for passkeys. */
class OwnPage {
  readonly #page: Page
  readonly context: BrowserContext

  constructor(page: Page, context: BrowserContext) {
    this.#page = page
    this.context = context
  }

  send<Body = unknown>(method: string, path: string, body?: unknown): Promise<Answer<Body>> {
    return this.#page.evaluate(
      async ([sentMethod, sentPath, json]) => {
        const response = await fetch(`/v1${sentPath}`, {
          method: sentMethod,
          ...(json !== undefined && { body: json, headers: { 'content-type': 'application/json' } }),
        })
        const text = await response.text()
        return { status: response.status, body: (text === '' ? undefined : JSON.parse(text)) as Body }
      },
      [method, path, body === undefined ? undefined : JSON.stringify(body)] as const,
    )
  }

  /** Lets the authenticator answer a challenge, and returns what it says as JSON. */
  answer(kind: 'create' | 'get', options: unknown): Promise<unknown> {
    // As text, because the types of the browser are not those of the tests.
    return this.#page.evaluate(`(async () => {
      const json = ${JSON.stringify(options)}
      const credential = ${
        kind === 'create'
          ? 'await navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(json) })'
          : 'await navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(json) })'
      }
      return credential.toJSON()
    })()`)
  }

  async signInWithPassword(person: Person): Promise<Answer<SecondFactorRequest>> {
    return this.send('POST', '/user/sessions', { email: person.email, password })
  }

  async register(name = 'My key'): Promise<Answer<Passkey>> {
    const options = await this.send('POST', '/user/passkeys/options')
    assert.equal(options.status, 200)
    const response = await this.answer('create', options.body)
    return this.send('POST', '/user/passkeys', { name, response })
  }

  async createAssertion(ticket?: string): Promise<unknown> {
    const options = await this.send(
      'POST',
      '/sign-in/passkey-options',
      ticket === undefined ? {} : { ticket },
    )
    assert.equal(options.status, 200)
    return this.answer('get', options.body)
  }

  readUserId = async (): Promise<string | undefined> =>
    (await this.send<{ id?: string }>('GET', '/user')).body.id
}

describe.skipIf(missing !== undefined)(
  `passkeys in a browser${missing === undefined ? '' : ` (${missing})`}`,
  { timeout: 120_000 },
  () => {
    const scope = new Scope()
    let app: TestApp
    let twin: TestApp
    let origin: string
    let browser: Browser

    beforeAll(async () => {
      const port = await findFreePort()
      origin = `http://localhost:${port}`
      app = await TestApp.start({ publicUrl: origin, trustProxy: [] })
      scope.defer(() => app.stop())
      await app.app.http.listen({ port, host: '127.0.0.1' })
      // Another process on the same database.
      twin = await TestApp.start({ publicUrl: origin }, { database: app.database })
      scope.defer(async () => void (await twin.app.close()))
      browser = await chromium.launch({
        executablePath: 'program' in found ? found.program : '',
        args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update'],
      })
      scope.defer(() => browser.close())
    }, 300_000)
    afterAll(() => scope.close())

    /** Opens a page of ours in a browser with an authenticator that says yes by itself. */
    async function withPage(use: (page: OwnPage, person: Person) => Promise<void>): Promise<void> {
      const context = await browser.newContext()
      try {
        const page = await context.newPage()
        const session = await context.newCDPSession(page)
        await session.send('WebAuthn.enable')
        await session.send('WebAuthn.addVirtualAuthenticator', {
          options: {
            protocol: 'ctap2',
            transport: 'internal',
            hasResidentKey: true,
            hasUserVerification: true,
            isUserVerified: true,
            automaticPresenceSimulation: true,
          },
        })
        // An empty page of our origin: the pages that people see are tested with the console.
        await page.route(`${origin}/empty`, (route) => route.fulfill({ contentType: 'text/html', body: '' }))
        await page.goto(`${origin}/empty`)
        const person = await app.person()
        await app.database.transaction((tx) =>
          app.app.areas.signIn.accounts.setPassword(tx, person.id, password),
        )
        await use(new OwnPage(page, context), person)
      } finally {
        await context.close()
      }
    }

    it('signs in with a passkey alone, which is listed, renamed and deleted', () =>
      withPage(async (page, person) => {
        expect((await page.signInWithPassword(person)).status).toBe(201)
        const { status, body: passkey } = await page.register('Laptop')
        expect(status).toBe(201)
        expect(passkey).toMatchObject({ object: 'passkey', name: 'Laptop' })
        await page.context.clearCookies()
        expect(await page.readUserId()).toBeUndefined()

        const response = await page.createAssertion()
        const signedIn = await page.send('POST', '/user/sessions/passkey', { response })
        expect([signedIn.status, signedIn.body]).toEqual([
          201,
          expect.objectContaining({ object: 'session' }),
        ])
        expect(await page.readUserId()).toBe(person.id)
        // The challenge is used up, in every process.
        expect((await page.send('POST', '/user/sessions/passkey', { response })).status).toBe(401)
        expect((await twin.anonymous.post('/user/sessions/passkey', { response })).status).toBe(401)

        const path = `/user/passkeys/${passkey.id}`
        expect((await page.send('PATCH', path, { name: 'Old laptop' })).body).toMatchObject({
          name: 'Old laptop',
          lastUsedAt: expect.any(String),
        })
        const stranger = await app.person()
        expect((await stranger.patch(path, { name: 'Mine' })).status).toBe(404)
        expect((await stranger.delete(path)).status).toBe(204)
        expect((await page.send('DELETE', path)).status).toBe(205)
        const list = await page.send<ListBody<Passkey>>('GET', '/user/passkeys')
        expect(list.body.items).toEqual([])
        const deleted = await page.createAssertion()
        expect((await page.send('POST', '/user/sessions/passkey', { response: deleted })).status).toBe(401)
      }))

    it('begins in one process and ends in another, and refuses what is late, changed, or not unlocked', () =>
      withPage(async (page, person) => {
        await page.signInWithPassword(person)
        await page.register()
        const options = await twin.anonymous.post('/sign-in/passkey-options', {})
        const response = (await page.answer('get', options.body)) as { response: Record<string, string> }
        const changed = { ...response, response: { ...response.response, userHandle: 'c29tZWJvZHk' } }
        expect((await page.send('POST', '/user/sessions/passkey', { response: changed })).status).toBe(401)
        expect((await page.send('POST', '/user/sessions/passkey', { response })).status).toBe(201)

        const late = await page.createAssertion()
        app.clock.advance(6 * minutes)
        expect((await page.send('POST', '/user/sessions/passkey', { response: late })).status).toBe(401)
        // Registering again with the same authenticator is refused by the browser; the options name the passkey.
        const again = await page.send<{ excludeCredentials: unknown[] }>('POST', '/user/passkeys/options')
        expect(again.body.excludeCredentials).toHaveLength(1)
        // Answers to somebody else's challenge count for nobody.
        const other = await app.person()
        const foreign = await other.post('/user/passkeys/options')
        const created = await page.answer('create', { ...(foreign.body as object), excludeCredentials: [] })
        const refused = await page.send('POST', '/user/passkeys', { name: 'x', response: created })
        expect(refused.status).toBe(400)
      }))

    it('needs an authenticator that has asked its owner, unless it is the second factor', () =>
      withPage(async (page, person) => {
        await page.signInWithPassword(person)
        expect((await page.register()).status).toBe(201)
        const options = await page.send<object>('POST', '/sign-in/passkey-options', {})
        const response = await page.answer('get', { ...options.body, userVerification: 'discouraged' })
        expect((await page.send('POST', '/user/sessions/passkey', { response })).status).toBe(401)
      }))

    it('is a second factor beside the password, with recovery codes for the day it is lost', () =>
      withPage(async (page, person) => {
        await page.signInWithPassword(person)
        const require = () => page.send('PUT', '/user/second-factor', { required: true })
        expect((await require()).status).toBe(409)
        const { body: passkey } = await page.register()
        expect((await require()).status).toBe(409)
        const { codes } = (await page.send<RecoveryCodes>('POST', '/user/recovery-codes')).body
        expect(codes).toHaveLength(10)
        expect((await require()).body).toEqual({
          object: 'second-factor',
          required: true,
          passkeys: 1,
          recoveryCodes: 10,
        })
        expect((await page.send('DELETE', `/user/passkeys/${passkey.id}`)).status).toBe(409)
        await page.context.clearCookies()

        const first = await page.signInWithPassword(person)
        expect(first).toMatchObject({
          status: 201,
          body: { object: 'second-factor-request', methods: ['passkey', 'recovery-code'] },
        })
        expect(await page.readUserId()).toBeUndefined()
        const { ticket } = first.body
        const complete = (body: object) =>
          page.send('POST', '/user/sessions/second-factor', { ticket, ...body })
        expect((await complete({})).status).toBe(400)
        expect((await complete({ recoveryCode: 'aaaa-bbbb-cccc-dddd' })).status).toBe(401)
        // A passkey that answered another question is no second factor.
        expect((await complete({ response: await page.createAssertion() })).status).toBe(401)
        const response = await page.createAssertion(ticket)
        expect((await complete({ response })).status).toBe(201)
        expect(await page.readUserId()).toBe(person.id)
        expect((await complete({ response })).status).toBe(401)

        await page.context.clearCookies()
        const [code = ''] = codes
        const useCode = async (recoveryCode: string) => {
          const next = await page.signInWithPassword(person)
          return page.send('POST', '/user/sessions/second-factor', { ticket: next.body.ticket, recoveryCode })
        }
        expect((await useCode(code.toUpperCase().replaceAll('-', ' '))).status).toBe(201)
        expect((await useCode(code)).status).toBe(401)
        const state = await page.send('GET', '/user/second-factor')
        expect(state.body).toMatchObject({ recoveryCodes: 9 })
      }))
  },
)
