import { createServer, type Server } from 'node:http'
import { type Configuration, Provider } from 'oidc-provider'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { LinkedIdentity } from '../../packages/server/src/areas/sign-in/identities/schema.ts'
import { systemNetwork } from '../../packages/server/src/outbound/fetcher.ts'
import type { ListBody } from '../../packages/server/src/testing/app.ts'
import { readProviders } from '../../packages/server/src/testing/openid-connect.ts'
import { findFreePort } from '../support/ports.ts'
import { ConsoleUnderTest, findAccessibilityProblems, missingBrowser, skipNote } from './support/console.ts'

/** The pages of the provider ask for a font of another host, and for an icon that they do not have. */
const providerMessages = /40\d|ERR_NAME_NOT_RESOLVED/

const clientSecret = 'only+two/know%this:secret'

/** A provider that others wrote and certified. Everybody signs in with a name and any password. */
async function startProvider(port: number, callback: string): Promise<{ issuer: string; server: Server }> {
  const issuer = `http://localhost:${port}`
  const configuration: Configuration = {
    clients: [
      {
        client_id: 'verso',
        client_secret: clientSecret,
        redirect_uris: [callback],
        application_type: 'native',
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    pkce: { required: () => true },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () => ({ sub: id, email: `${id}@example.com`, email_verified: true, name: `Name of ${id}` }),
    }),
    cookies: { keys: ['a key of a test'] },
  }
  const answer = new Provider(issuer, configuration).callback()
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(port, resolve))
  return { issuer, server }
}

/** Fills in the two forms of the provider, each once it is shown. */
async function signInAtProvider(page: Page, issuer: string, name: string): Promise<void> {
  await page.waitForURL(`${issuer}/**`)
  await page.locator('input[name=login]').fill(name)
  await page.locator('input[name=password]').fill('any')
  await page.locator('input[name=password]').press('Enter')
  await page.locator('input[name=prompt][value=consent]').waitFor({ state: 'attached' })
  await page.locator('button[type=submit]').click()
}

describe.skipIf(missingBrowser !== undefined)(
  `signing in through an identity provider${skipNote}`,
  { timeout: 120_000 },
  () => {
    let verso: ConsoleUnderTest
    let server: Server
    let issuer: string

    beforeAll(async () => {
      const [port, providerPort] = [await findFreePort(), await findFreePort()]
      const publicUrl = `http://localhost:${port}`
      ;({ server, issuer } = await startProvider(providerPort, `${publicUrl}/sso/oidc/company/callback`))
      const oidcProviders = readProviders({
        VERSO_OIDC_COMPANY_ISSUER: issuer,
        VERSO_OIDC_COMPANY_CLIENT_ID: 'verso',
        VERSO_OIDC_COMPANY_CLIENT_SECRET: clientSecret,
        VERSO_OIDC_COMPANY_LABEL: 'Company account',
        VERSO_OIDC_COMPANY_SIGN_UP: 'example.com',
      })
      verso = await ConsoleUnderTest.start({ oidcProviders, passwords: false }, port, systemNetwork)
    }, 300_000)
    afterAll(async () => {
      await verso?.stop()
      server?.closeAllConnections()
      await new Promise((resolve) => server?.close(resolve))
    })

    test('leads to the provider, and back to the page that was asked for', async () => {
      await verso.open(
        '/invitations',
        undefined,
        async (page, context) => {
          const button = page.getByRole('link', { name: 'Continue with Company account' })
          await button.waitFor()
          // Passwords are turned off here.
          expect(await page.getByLabel('Password').count()).toBe(0)
          expect(await findAccessibilityProblems(page)).toEqual([])
          await verso.takePicture(page, 'sign-in-providers')
          await button.click()
          await signInAtProvider(page, issuer, 'grace')
          await page.getByText('No invitation waits for your answer.').waitFor()
          expect(new URL(page.url()).pathname).toBe('/app/invitations')

          const identities = await context.request.get(`${verso.origin}/v1/user/identities`)
          expect(((await identities.json()) as ListBody<LinkedIdentity>).items).toMatchObject([
            { provider: 'company', label: 'Company account', email: 'grace@example.com' },
          ])
        },
        { expectedMessages: providerMessages },
      )
    })

    test('says what is wrong when the person stops at the provider', async () => {
      await verso.open(
        '/sign-in',
        undefined,
        async (page) => {
          await page.getByRole('link', { name: 'Continue with Company account' }).click()
          await page.waitForURL(`${issuer}/**`)
          await page.getByRole('link', { name: /cancel/i }).click()
          await page.waitForURL(`${verso.origin}/**`)
          await page.getByRole('heading').first().waitFor()
          expect(await page.locator('body').innerText()).toMatch(/Company account|sign/i)
          expect((await page.request.get(`${verso.origin}/v1/user`)).status()).toBe(401)
        },
        { expectedMessages: providerMessages },
      )
    })
  },
)
