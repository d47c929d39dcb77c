import type { BrowserContext, CDPSession, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAccountRecovery } from '../../packages/server/src/areas/sign-in/index.ts'
import type { RecoveryCodes } from '../../packages/server/src/areas/sign-in/second-factors/schema.ts'
import { sql } from '../../packages/server/src/database/database.ts'
import type { Person } from '../../packages/server/src/testing/app.ts'
import {
  ConsoleUnderTest,
  findAccessibilityProblems,
  missingBrowser,
  password,
  skipNote,
} from './support/console.ts'

/** The start page of an organization that has no content yet. */
async function expectHome(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'Begin with a space' }).waitFor()
  expect(page.url()).toContain('/app/orgs/')
}

/** What an authenticator keeps, secret keys included. */
type Credentials = Awaited<ReturnType<typeof readCredentials>>

/** Gives the page an authenticator that says yes or no by itself. It is gone when another page is opened. */
async function addAuthenticator(context: BrowserContext, page: Page, credentials: Credentials = []) {
  const session = await context.newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'usb',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  for (const credential of credentials) {
    await session.send('WebAuthn.addCredential', { authenticatorId, credential })
  }
  return { session, authenticatorId }
}

async function readCredentials({
  session,
  authenticatorId,
}: {
  session: CDPSession
  authenticatorId: string
}) {
  return (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials
}

/** What a page of ours does with the API, as text because the types of the browser are not those of the tests. */
const send = <Body>(page: Page, method: string, path: string, body?: unknown): Promise<Body> =>
  page.evaluate<Body>(`(async () => {
    const response = await fetch(${JSON.stringify(`/v1${path}`)}, {
      method: ${JSON.stringify(method)},
      headers: { 'content-type': 'application/json' },
      body: ${JSON.stringify(JSON.stringify(body ?? {}))},
    })
    if (!response.ok) throw new Error(await response.text())
    return response.json()
  })()`)

const register = (page: Page): Promise<unknown> =>
  page.evaluate(`(async () => {
    const send = (path, body) =>
      fetch('/v1/user/passkeys' + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }).then((response) => response.json())
    const options = PublicKeyCredential.parseCreationOptionsFromJSON(await send('/options', {}))
    const credential = await navigator.credentials.create({ publicKey: options })
    return send('', { name: 'Laptop', response: credential.toJSON() })
  })()`)

const signInWithPassword = async (page: Page, person: Person) => {
  await page.getByLabel('E-mail').fill(person.email)
  await page.getByLabel('Password').fill(password)
  await page.getByLabel('Password').press('Enter')
  await page.getByText('This account asks for a second factor.').waitFor()
}

describe.skipIf(missingBrowser !== undefined)(`passkeys${skipNote}`, { timeout: 120_000 }, () => {
  let verso: ConsoleUnderTest

  beforeAll(async () => {
    verso = await ConsoleUnderTest.start()
  }, 300_000)
  afterAll(() => verso?.stop())

  /** Somebody with an organization, and a browser that has a passkey of theirs and is on the sign-in page. */
  async function open(
    use: (page: Page, tools: { person: Person; openSignIn: () => Promise<void> }) => Promise<void>,
    prepare: (page: Page) => Promise<void> = async () => undefined,
    expectedMessages = /401/,
  ): Promise<void> {
    const { admin: person } = await verso.app.organization('Fernwall')
    await verso.open(
      '/',
      person,
      async (page, context) => {
        await page.getByRole('heading', { name: 'Begin with a space' }).waitFor()
        const first = await addAuthenticator(context, page)
        await register(page)
        await prepare(page)
        const credentials = await readCredentials(first)
        const openSignIn = async () => {
          await context.clearCookies()
          await page.goto(`${verso.origin}/app/sign-in`)
          await addAuthenticator(context, page, credentials)
        }
        await use(page, { person, openSignIn })
      },
      { expectedMessages },
    )
  }

  test('sign in alone', () =>
    open(async (page, { openSignIn }) => {
      await openSignIn()
      await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
      await expectHome(page)
      expect(await page.getByLabel('Password').count()).toBe(0)
    }))

  test('of somebody who was removed let into the account, and no longer into the organization', async () => {
    const { id: organizationId } = await verso.app.organization('Left behind')
    await open(
      async (page, { person, openSignIn }) => {
        await verso.app.addMember(organizationId, person, 'admin')
        const inside = await page.request.get(`${verso.origin}/v1/orgs/${organizationId}`)
        expect(inside.status()).toBe(200)
        await verso.app.database.execute(
          sql`delete from members where organization_id = ${organizationId} and user_id = ${person.id}`,
        )
        await openSignIn()
        await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
        await expectHome(page)
        const outside = await page.request.get(`${verso.origin}/v1/orgs/${organizationId}`)
        expect(outside.status()).toBe(404)
        await page.goto(`${verso.origin}/app/orgs/${organizationId}`)
        await page.getByText('Left behind').waitFor({ state: 'detached' })
      },
      undefined,
      /40[14]/,
    )
  })

  test('that the operator has taken away sign nobody in', () =>
    open(async (page, { person, openSignIn }) => {
      const { identity, signIn } = verso.app.app.areas
      await createAccountRecovery(verso.app, identity, signIn.links).recover(person.id)
      await openSignIn()
      await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
      await page.getByText('This passkey does not sign you in here.').waitFor()
      expect((await page.request.get(`${verso.origin}/v1/user`)).status()).toBe(401)
    }))

  test('are a second factor after the password, and a recovery code is one too', async () => {
    let codes: string[] = []
    await open(
      async (page, { person, openSignIn }) => {
        await openSignIn()
        await signInWithPassword(page, person)
        expect(await findAccessibilityProblems(page)).toEqual([])
        await verso.takePicture(page, 'second-factor')
        // A ticket is no session.
        await page.goto(`${verso.origin}/app/`)
        await page.getByRole('heading', { name: 'Sign in' }).waitFor()
        await openSignIn()
        await signInWithPassword(page, person)
        await page.getByRole('button', { name: 'Start again' }).click()
        expect(await page.getByLabel('Password').inputValue()).toBe('')

        await signInWithPassword(page, person)
        await page.getByRole('button', { name: 'Use a passkey' }).click()
        await expectHome(page)

        await openSignIn()
        await signInWithPassword(page, person)
        await page.getByLabel('Recovery code').fill('aaaa-bbbb-cccc-dddd')
        await page.getByRole('button', { name: 'Use the code' }).click()
        await page.locator('.error-text').waitFor()
        await page.getByLabel('Recovery code').fill(codes[0] ?? '')
        await page.getByLabel('Recovery code').press('Enter')
        await expectHome(page)
      },
      async (page) => {
        ;({ codes } = await send<RecoveryCodes>(page, 'POST', '/user/recovery-codes'))
        await send(page, 'PUT', '/user/second-factor', { required: true })
      },
    )
  })
})
