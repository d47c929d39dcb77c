import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Client, type Person } from '../../packages/server/src/testing/app.ts'
import {
  ConsoleUnderTest,
  findAccessibilityProblems,
  missingBrowser,
  password,
  skipNote,
} from './support/console.ts'
import { expectSoon } from './support/expect-soon.ts'

const MINUTES_MS = 60_000

describe.skipIf(missingBrowser !== undefined)(`the account${skipNote}`, () => {
  let verso: ConsoleUnderTest
  let person: Person

  beforeAll(async () => {
    verso = await ConsoleUnderTest.start()
    ;({ admin: person } = await verso.app.organization('Fernwall'))
  }, 300_000)
  afterAll(() => verso?.stop())

  test('has a name, a language and a theme', async () => {
    await verso.open('/', person, async (page) => {
      await page.getByRole('button', { name: /^Account/ }).click()
      await page.getByRole('menuitem', { name: 'Account' }).click()
      await page.getByLabel('Name').fill('Ada 🚀 <script>alert(1)</script>')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Your profile is saved.').waitFor()
      await page.getByText('Dark', { exact: true }).click()
      expect(await page.locator('html').getAttribute('data-theme')).toBe('dark')
    })
    expect((await person.get('/user')).body).toMatchObject({
      displayName: 'Ada 🚀 <script>alert(1)</script>',
    })
  })

  test('language and theme are kept with the account, and come along to another browser', async () => {
    const { admin: traveller } = await verso.app.organization('Two homes')
    await verso.open('/account', traveller, async (page) => {
      await page.getByText('Dark', { exact: true }).click()
      await page.getByLabel('Language', { exact: true }).selectOption('Deutsch')
      await page.getByRole('heading', { name: 'Sprache und Darstellung' }).waitFor()
      await expectSoon(async () => (await traveller.get('/user/preferences')).body, {
        object: 'preferences',
        language: 'de',
        theme: 'dark',
        console: {},
      })
    })
    await verso.open(
      '/account',
      traveller,
      async (page) => {
        await page.getByRole('heading', { name: 'Sprache und Darstellung' }).waitFor()
        expect(await page.locator('html').getAttribute('data-theme')).toBe('dark')
        expect(await page.getByRole('radio', { name: 'Dunkel' }).isChecked()).toBe(true)
        // What could not be stored is said, and the choice stays for this browser.
        await page.route('**/v1/user/preferences', (route) =>
          route.fulfill({ status: 500, json: { error: { code: 500, message: 'It broke.' } } }),
        )
        await page.getByText('Hell', { exact: true }).click()
        await page.getByText('It broke.').waitFor()
        expect(await page.locator('html').getAttribute('data-theme')).toBe('light')
      },
      { expectedMessages: /500/ },
    )
  })

  test('has another e-mail address at once, where no mail can be sent', async () => {
    const { admin: mover } = await verso.app.organization('Movers')
    const email = `new-${mover.email}`
    await verso.open(
      '/account',
      mover,
      async (page) => {
        const field = page.getByLabel('New e-mail address')
        const change = page.getByRole('button', { name: 'Change address' })
        // What is refused stays, to be mended.
        await field.fill(person.email)
        await change.click()
        await page.getByText('Another account has this e-mail address.').waitFor()
        expect(await field.inputValue()).toBe(person.email)
        await field.fill(email)
        await change.click()
        await page.getByText('Your e-mail address is changed.').waitFor()
        expect(await page.getByRole('textbox', { name: 'E-mail', exact: true }).inputValue()).toBe(email)
      },
      { expectedMessages: /409/ },
    )
    expect((await mover.get('/user')).body).toMatchObject({ email })
  })

  test('an old sign-in is confirmed by the password, and the request is sent again', async () => {
    await verso.open(
      '/account/tokens',
      person,
      async (page) => {
        verso.app.clock.advance(11 * MINUTES_MS)
        await page.getByRole('button', { name: 'New token' }).click()
        await page.getByLabel('Name').fill('CI')
        await page.getByRole('button', { name: 'Create token' }).click()
        const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
        await dialog.getByLabel('Password').fill('wrong')
        await dialog.getByRole('button', { name: 'Sign in' }).click()
        await dialog.getByText('The e-mail address or the password is wrong').waitFor()
        await dialog.getByLabel('Password').fill(password)
        await dialog.getByRole('button', { name: 'Sign in' }).click()
        const shown = page.getByRole('dialog', { name: 'Copy the token now' })
        const token = await shown.getByLabel('Token').inputValue()
        expect(token).toMatch(/^verso_/)
        await shown.getByRole('button', { name: 'Done' }).click()
        await page.getByRole('button', { name: 'Revoke CI' }).click()
        await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
        await page.getByText('CI is revoked.').waitFor()
        expect(await page.getByText(token).count()).toBe(0)
      },
      { expectedMessages: /401|403/ },
    )
  })

  test('who does not confirm loses nothing', async () => {
    await verso.open(
      '/account/tokens',
      person,
      async (page) => {
        verso.app.clock.advance(11 * MINUTES_MS)
        await page.getByRole('button', { name: 'New token' }).click()
        await page.getByLabel('Name').fill('Laptop')
        await page.getByRole('button', { name: 'Create token' }).click()
        const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
        await dialog.getByRole('button', { name: 'Cancel' }).click()
        await page.getByRole('alert').waitFor()
        expect(await page.getByLabel('Name').inputValue()).toBe('Laptop')
      },
      { expectedMessages: /403/ },
    )
  })

  test('sessions are listed and ended', async () => {
    const other = await verso.browser.newContext()
    await verso.signIn(other, person)
    await verso.open('/account/sessions', person, async (page) => {
      await page.getByText('This browser').waitFor()
      await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
      await page.getByText('All other sessions are signed out.').waitFor()
    })
    expect((await other.request.get(`${verso.origin}/v1/user`)).status()).toBe(401)
    await other.close()
  })

  test('a token that is limited to one space and only reads', async () => {
    const { id: organizationId } = await verso.app.organization('Quiet Harbour')
    await verso.app.addMember(organizationId, person, 'admin')
    const space = await verso.app.space(person, organizationId, { title: 'Tides' })
    let token = ''
    await verso.open(
      '/account/tokens',
      person,
      async (page) => {
        await page.getByRole('button', { name: 'New token' }).click()
        const dialog = page.getByRole('dialog', { name: 'New token' })
        await dialog.getByLabel('Name').fill('Reader')
        await dialog.getByLabel('What it reaches').selectOption('One space')
        // Nobody takes the first of a list without looking.
        expect(await dialog.getByRole('button', { name: 'Create token' }).isDisabled()).toBe(true)
        await dialog.getByLabel('Organization').selectOption('Quiet Harbour')
        await dialog.getByLabel('Space', { exact: true }).selectOption('Tides')
        await dialog.getByLabel('Read only').check()
        expect(await findAccessibilityProblems(page)).toEqual([])
        await verso.takePicture(page, 'new-token')
        await page.route('**/v1/user/tokens', (route) =>
          route.request().method() === 'POST'
            ? route.fulfill({ status: 500, json: { error: { code: 500, message: 'It broke.' } } })
            : route.continue(),
        )
        await dialog.getByRole('button', { name: 'Create token' }).click()
        await dialog.getByText('It broke.').waitFor()
        await page.unroute('**/v1/user/tokens')
        await dialog.getByRole('button', { name: 'Create token' }).click()
        const shown = page.getByRole('dialog', { name: 'Copy the token now' })
        token = await shown.getByLabel('Token').inputValue()
        await shown.getByRole('button', { name: 'Done' }).click()
        await page.getByText('Only in Tides · Read only').waitFor()
        await verso.takePicture(page, 'tokens-limited')
      },
      { expectedMessages: /500/ },
    )
    const client = new Client(verso.app.app, token)
    expect((await client.get(`/spaces/${space.id}`)).status).toBe(200)
    expect((await client.patch(`/spaces/${space.id}`, { title: 'Renamed' })).status).toBe(403)
    expect((await client.get(`/orgs/${organizationId}`)).status).toBe(404)
  })

  test('a session says which browser on which system it is', async () => {
    const userAgent =
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.2 Safari/605.1.15'
    await verso.open(
      '/account/sessions',
      person,
      async (page) => {
        await page.getByText('Safari on macOS').first().waitFor()
        expect(await page.getByText('AppleWebKit').count()).toBe(0)
      },
      { userAgent },
    )
  })

  test('the password is changed', async () => {
    await verso.open(
      '/account',
      person,
      async (page) => {
        await page.getByLabel('Current password').fill(password)
        await page.getByLabel('New password').fill('short')
        await page.getByRole('button', { name: 'Change password' }).click()
        await page.locator('.error-text').waitFor()
        await page.getByLabel('New password').fill('eleven orange walruses')
        await page.getByRole('button', { name: 'Change password' }).click()
        await page.getByText('Your password is changed.').waitFor()
        expect(await page.getByLabel('New password').inputValue()).toBe('')
      },
      { expectedMessages: /400|422/ },
    )
  })
})
