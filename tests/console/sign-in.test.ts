import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '../../packages/server/src/testing/app.ts'
import { ConsoleUnderTest, skipNote, missingBrowser, password } from './support/console.ts'

describe.skipIf(missingBrowser !== undefined)(`signing in${skipNote}`, () => {
  let verso: ConsoleUnderTest
  let admin: Person
  let organizationId: string

  beforeAll(async () => {
    verso = await ConsoleUnderTest.start()
    ;({ id: organizationId, admin } = await verso.app.organization('Fernwall'))
    await verso.givePassword(admin)
  }, 300_000)
  afterAll(() => verso?.stop())

  test('leads to the page that was asked for, and signing out ends the session', async () => {
    const space = await verso.app.space(admin, organizationId, { title: 'Relay guide' })
    await verso.open(
      `/spaces/${space.id}`,
      undefined,
      async (page) => {
        await page.getByLabel('E-mail').fill(admin.email)
        await page.getByLabel('Password').fill('not the password')
        await page.getByRole('button', { name: 'Sign in', exact: true }).click()
        await page.getByText('The e-mail address or the password is wrong').waitFor()
        await page.getByLabel('Password').fill(password)
        await page.getByLabel('Password').press('Enter')
        await page.getByRole('heading', { name: 'This space has no pages yet' }).waitFor()
        expect(new URL(page.url()).pathname).toBe(`/app/spaces/${space.id}`)

        await page.getByRole('button', { name: /^Account/ }).click()
        await page.getByRole('menuitem', { name: 'Sign out' }).click()
        await page.getByRole('heading', { name: 'Sign in' }).waitFor()
        await page.goto(`${verso.origin}/app/orgs/${organizationId}`)
        await page.getByRole('heading', { name: 'Sign in' }).waitFor()
      },
      { expectedMessages: /401/ },
    )
  })

  test('leads to the place in a page that was asked for, and loads nothing else before', async () => {
    const space = await verso.app.space(admin, organizationId, { title: 'Switch guide' })
    const requests: string[] = []
    await verso.open(`/spaces/${space.id}?view=x#comment-1`, undefined, async (page) => {
      page.on('request', (request) => requests.push(decodeURIComponent(request.url())))
      await page.reload()
      await page.getByLabel('E-mail').fill(admin.email)
      expect(requests.filter((url) => /\/v1\/.*\/(user\b|orgs|spaces)/.test(url))).toEqual([])
      await page.getByLabel('Password').fill(password)
      await page.getByLabel('Password').press('Enter')
      await page.getByRole('heading', { name: 'This space has no pages yet' }).waitFor()
      const { pathname, search, hash } = new URL(page.url())
      expect(pathname + search + hash).toBe(`/app/spaces/${space.id}?view=x#comment-1`)
    })
  })

  test('keeps whoever presses Enter in the field, to type another password', async () => {
    await verso.open(
      '/sign-in',
      undefined,
      async (page) => {
        await page.getByLabel('E-mail').fill(admin.email)
        await page.getByLabel('Password').fill('not the password')
        await page.getByLabel('Password').press('Enter')
        await page.getByText('The e-mail address or the password is wrong').waitFor()
        expect(await page.locator('input[type=password]:focus').count()).toBe(1)
      },
      { expectedMessages: /401/ },
    )
  })

  test('goes nowhere but to the console afterwards', async () => {
    for (const address of ['https://evil.example/', '//evil.example/', String.raw`/\evil.example`]) {
      await verso.open(
        `/sign-in?to=${encodeURIComponent(address)}`,
        undefined,
        async (page) => {
          await page.getByLabel('E-mail').fill(admin.email)
          await page.getByLabel('Password').fill(password)
          await page.getByLabel('Password').press('Enter')
          await page
            .getByRole('heading', { name: 'Begin with a space' })
            .or(page.getByText('Recently changed'))
            .waitFor()
          expect(new URL(page.url()).origin).toBe(verso.origin)
        },
        { expectedMessages: /401/ },
      )
    }
  })

  test('asks for the password over the page when the session has ended, and keeps the page', async () => {
    await verso.open(
      `/orgs/${organizationId}`,
      admin,
      async (page) => {
        await page.getByText('Recently changed').waitFor()
        const sessions = await admin.delete('/user/sessions')
        expect(sessions.status).toBeLessThan(300)
        await page.getByRole('link', { name: 'Relay guide' }).first().click()
        const dialog = page.getByRole('dialog', { name: 'Sign in again' })
        await dialog.getByLabel('Password').fill(password)
        await dialog.getByRole('button', { name: 'Sign in' }).click()
        await page.getByRole('heading', { name: 'This space has no pages yet' }).waitFor()
        expect(await dialog.count()).toBe(0)
      },
      { expectedMessages: /401/ },
    )
  })

  test.each(['en-US', 'ar'])('is accessible and fits in every look, for %s', async (locale) => {
    await verso.open(
      '/sign-in',
      undefined,
      async (page) => {
        await page.locator('input[type=password]').waitFor()
        expect(await verso.findProblemsInLooks(page, `sign-in-${locale}`)).toEqual([])
      },
      { locale },
    )
  })
})
