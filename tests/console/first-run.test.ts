import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bootstrap } from '../../packages/server/src/cli/bootstrap.ts'
import { readConfig } from '../../packages/server/src/config.ts'
import {
  ConsoleUnderTest,
  findAccessibilityProblems,
  missingBrowser,
  password,
  skipNote,
} from './support/console.ts'

const fill = async (page: Page, chosen: string) => {
  await page.getByLabel('Your name').fill('Ada Lovelace')
  await page.getByLabel('Password').fill(chosen)
  await page.getByRole('textbox', { name: 'Organization' }).fill('Analytical Engines')
}

describe.skipIf(missingBrowser !== undefined)(`the first run${skipNote}`, { timeout: 120_000 }, () => {
  let verso: ConsoleUnderTest
  /** The address that the server printed, below `/app`. */
  let path: string

  beforeAll(async () => {
    verso = await ConsoleUnderTest.start()
    const config = readConfig({ VERSO_PUBLIC_URL: verso.origin })
    const admin = await bootstrap(verso.app.database, verso.app.app.areas, config)
    path = admin?.setupUrl?.replace(`${verso.origin}/app`, '') ?? ''
  }, 300_000)
  afterAll(() => verso?.stop())

  test('is accessible and fits in every look', async () => {
    await verso.open(path, undefined, async (page) => {
      await page.locator('input[type=password]').fill('correct-horse-1')
      expect(await verso.findProblemsInLooks(page, 'setup')).toEqual([])
    })
  })

  test('says where the link is, on a page without one and on the sign-in page', async () => {
    await verso.open('/setup', undefined, async (page) => {
      await page.getByRole('heading', { name: 'Open the link that the server printed' }).waitFor()
      await page.getByText('verso login-link admin@localhost').waitFor()
      expect(await findAccessibilityProblems(page)).toEqual([])
      await verso.takePicture(page, 'setup-without-link')
      await page.getByRole('link', { name: 'Go to the sign-in page' }).click()
      await page.getByText('Verso is not set up yet').waitFor()
    })
  })

  test('a link that never was says what to do', async () => {
    for (const secret of ['verso_link_nothing', 'x'.repeat(5000), '%E0%A4%A']) {
      await verso.open(
        `/setup#${secret}`,
        undefined,
        async (page) => {
          await page.getByRole('heading', { name: 'This link does not work' }).waitFor()
          await page.getByText('verso login-link admin@localhost').waitFor()
          expect(await page.getByRole('textbox').count()).toBe(0)
        },
        { expectedMessages: /40[04]/ },
      )
    }
  })

  test('loses nothing that was typed when the server fails, and puts its word at the field', async () => {
    await verso.open(
      path,
      undefined,
      async (page) => {
        await page.getByRole('button', { name: 'Create organization' }).click()
        await page.getByText('Enter your name.').waitFor()
        await page.getByText('Enter a password.').waitFor()

        await page.route('**/v1/setup', (route) =>
          route.fulfill({ status: 500, json: { error: { code: 500, message: 'It broke.' } } }),
        )
        await fill(page, password)
        await page.getByRole('button', { name: 'Create organization' }).click()
        await page.getByRole('alert').getByText('It broke.').waitFor()
        expect(await page.getByLabel('Your name').inputValue()).toBe('Ada Lovelace')
        expect(await page.getByLabel('Password').inputValue()).toBe(password)
        await page.unroute('**/v1/setup')

        await fill(page, 'password1234')
        await page.getByRole('button', { name: 'Create organization' }).click()
        await page.getByText('This password is among the first that somebody would try').waitFor()
        expect(await page.getByLabel('Password').getAttribute('aria-invalid')).toBe('true')
        expect(await page.getByRole('textbox', { name: 'Organization' }).inputValue()).toBe(
          'Analytical Engines',
        )
      },
      { expectedMessages: /400|500/ },
    )
  })

  test('leads from the printed link to the start page, and leaves the secret nowhere', async () => {
    const secret = path.split('#')[1] ?? ''
    await verso.open(
      path,
      undefined,
      async (page) => {
        const addresses: string[] = []
        page.on('request', (request) => addresses.push(request.url()))
        await page.getByLabel('Your name').waitFor()
        expect(page.url()).toBe(`${verso.origin}/app/setup`)
        expect(await page.getByLabel('E-mail').inputValue()).toBe('admin@localhost')
        await fill(page, password)
        await page.getByRole('textbox', { name: 'Organization' }).press('Enter')
        await page.getByRole('heading', { name: 'Begin with a space' }).waitFor()
        await page.getByRole('button', { name: /Ada Lovelace/ }).waitFor()
        await page.getByText('Analytical Engines').first().waitFor()
        const stored = await page.evaluate<string>(
          'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state, document.cookie])',
        )
        expect(stored).not.toContain(secret)
        expect(addresses.join('\n')).not.toContain(secret)

        // The way back does not open the form again.
        await page.goBack().catch(() => undefined)
        expect(page.url()).not.toContain(secret)
      },
      { expectedMessages: /401/ },
    )
  })

  test('the link works once, and a page without one says that all is done', async () => {
    await verso.open(path, undefined, async (page) => {
      await page.getByRole('heading', { name: 'This link has been used' }).waitFor()
      await verso.takePicture(page, 'setup-used')
    })
    await verso.open('/setup', undefined, async (page) => {
      await page.getByRole('heading', { name: 'Verso is set up already' }).waitFor()
      await page.getByRole('link', { name: 'Go to the sign-in page' }).click()
      await page.getByLabel('E-mail').fill('admin@localhost')
      await page.getByLabel('Password').fill(password)
      await page.getByLabel('Password').press('Enter')
      await page.getByRole('heading', { name: 'Begin with a space' }).waitFor()
      expect(page.url()).toContain('/app/orgs/')
    })
  })
})
