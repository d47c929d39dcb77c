import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '../../packages/server/src/testing/app.ts'
import { ConsoleUnderTest, missingBrowser, skipNote } from './support/console.ts'

describe.skipIf(missingBrowser !== undefined)(`a menu whose code is on its way${skipNote}`, () => {
  let verso: ConsoleUnderTest
  let admin: Person
  let organizationId: string

  beforeAll(async () => {
    verso = await ConsoleUnderTest.start()
    ;({ id: organizationId, admin } = await verso.app.organization('Fernwall'))
  }, 300_000)
  afterAll(() => verso?.stop())

  test.each(['Enter', 'Space', 'ArrowDown', 'click'])('opens when it is there, after %s', async (way) => {
    // The code of menus arrives when the test says so.
    const held = Promise.withResolvers<void>()
    await verso.open(
      '/',
      undefined,
      async (_page, context) => {
        await verso.signIn(context, admin)
        const page = await context.newPage()
        await page.route(/\/assets\/menu-list-/, async (route) => {
          await held.promise
          await route.continue()
        })
        await page.goto(`${verso.origin}/app/orgs/${organizationId}`)
        const button = page.getByRole('button', { name: /^Account/ })
        await button.waitFor()
        expect(await button.getAttribute('aria-haspopup')).toBe('menu')
        expect(await button.getAttribute('aria-expanded')).toBe('false')
        if (way === 'click') await button.click()
        else await button.press(way)
        await page.locator('button[aria-expanded=true]').waitFor()
        expect(await page.getByRole('menu').count()).toBe(0)
        held.resolve()
        await page.getByRole('menu', { name: 'Account' }).waitFor()
        if (way === 'click') await page.locator('[role=menu]:focus').waitFor()
        else await page.locator('[role=menuitem]:focus').waitFor()
        await page.keyboard.press('Escape')
        await page.locator('button[aria-expanded=false]:focus').waitFor()
      },
      { expectedMessages: /401/ },
    )
  })
})
