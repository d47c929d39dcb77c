import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '../../packages/server/src/testing/app.ts'
import { commitChanges, newPage } from '../../packages/server/src/testing/direct-changes.ts'
import { ConsoleUnderTest, missingBrowser, skipNote } from './support/console.ts'
import { expectSoon } from './support/expect-soon.ts'

const LEVELS = 20
const ORGANIZATIONS = 55

/** Lets every request take this long, and comes in as slowly as on an old phone. */
const slowNetwork = { offline: false, latency: 1500, downloadThroughput: 60_000, uploadThroughput: 30_000 }

async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', slowNetwork)
}

describe.skipIf(missingBrowser !== undefined)(`bad luck${skipNote}`, { timeout: 300_000 }, () => {
  let verso: ConsoleUnderTest
  let admin: Person
  let organizationId: string

  beforeAll(async () => {
    verso = await ConsoleUnderTest.start()
    ;({ id: organizationId, admin } = await verso.app.organization('Fernwall'))
    await verso.app.space(admin, organizationId, { title: 'Relay guide' })
  }, 300_000)
  afterAll(() => verso?.stop())

  const home = () => `/orgs/${organizationId}`

  test('one read of many that fails leaves the rest of the screen, and can be tried again', async () => {
    await verso.open(
      '/account',
      admin,
      async (page) => {
        let isFailing = true
        const error = { code: 403, message: 'Not today.' }
        // A screen that is shown after the read has failed tries it once more, alone.
        await page.route('**/change-requests?*requestedReviewer=*', (route) =>
          isFailing ? route.fulfill({ status: 403, json: { error } }) : route.continue(),
        )
        await page.route('**/v1/batch?*', async (route) => {
          const paths = new URL(route.request().url()).searchParams.getAll('path')
          const response = await route.fetch()
          const { responses } = (await response.json()) as { responses: object[] }
          const refused = { status: 403, body: { error }, requestId: 'request-of-the-test' }
          await route.fulfill({
            response,
            json: {
              responses: responses.map((answer, index) =>
                isFailing && paths[index]?.includes('requestedReviewer') === true ? refused : answer,
              ),
            },
          })
        })
        await page.goto(`${verso.origin}/app${home()}`)
        await page.getByRole('alert').getByText('Not today.').waitFor()
        await page.getByRole('main').getByRole('link', { name: 'Relay guide' }).waitFor()
        isFailing = false
        await page.getByRole('button', { name: 'Try again' }).click()
        await page.getByText('Nothing waits for your review').first().waitFor()
        expect(await page.getByText('Not today.').count()).toBe(0)
      },
      { expectedMessages: /403/ },
    )
  })

  test('a slow network: the frame is there first, and a write that was sent once is done once', async () => {
    await verso.open(home(), admin, async (page) => {
      await page.getByRole('main').getByRole('link', { name: 'Relay guide' }).waitFor()
      await slowDown(page)
      await page.reload()
      await page.getByRole('main').getByRole('link', { name: 'Relay guide' }).waitFor()
      await page.getByRole('button', { name: 'New space', exact: true }).last().click()
      await page.getByLabel('Name').fill('Slowly made')
      const button = page.getByRole('button', { name: 'Create space' })
      await button.dblclick()
      await page.getByRole('navigation').getByRole('link', { name: 'Slowly made' }).first().waitFor()
      const { body } = await admin.get<{ items: { title: string }[] }>(`/orgs/${organizationId}/spaces`)
      expect(body.items.filter(({ title }) => title === 'Slowly made')).toHaveLength(1)
    })
  })

  test('pages 20 levels deep can be reached, read and left, on a phone too', async () => {
    const space = await verso.app.space(admin, organizationId, { title: 'Deep' })
    await commitChanges(
      verso.app,
      admin,
      space.id,
      Array.from({ length: LEVELS }, (_, level) =>
        newPage(`level-${level}`, `Level ${level}`, 'Text.', {}, level === 0 ? null : `level-${level - 1}`),
      ),
    )
    const last = `Level ${LEVELS - 1}`
    await verso.open(`/spaces/${space.id}/pages/level-${LEVELS - 1}`, admin, async (page) => {
      await page.getByRole('heading', { level: 1, name: last }).waitFor()
      const row = page.getByRole('treegrid').getByRole('row', { name: last })
      await row.waitFor()
      expect(await row.getAttribute('aria-level')).toBe(String(LEVELS))
      // The name of the deepest page has room.
      const width = await row.getByRole('link').evaluate((link) => link.getBoundingClientRect().width)
      expect(width).toBeGreaterThan(60)
      await row.getByRole('link').focus()
      await page.keyboard.press('ArrowLeft')
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { level: 1, name: `Level ${LEVELS - 2}` }).waitFor()
      await page.setViewportSize({ width: 320, height: 640 })
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
      await page.goBack()
      await page.getByRole('heading', { level: 1, name: last }).waitFor()
    })
  })

  test('somebody in 55 organizations gets to each of them', async () => {
    const person = await verso.app.person()
    const titles = Array.from({ length: ORGANIZATIONS }, (_, index) => `Company ${index + 1}`)
    for (const title of titles) await person.post('/orgs', { title })
    await verso.open('/', person, async (page) => {
      const switcher = page.getByRole('button', { name: /Switch organization/ })
      await switcher.waitFor()
      await switcher.click()
      const menu = page.getByRole('menu')
      await expectSoon(async () => (await menu.getByRole('menuitem').count()) > 0, true)
      const shown = await menu.getByRole('menuitem').allTextContents()
      expect(shown.toSorted()).toEqual(titles.toSorted())
      await page.keyboard.type(`Company ${ORGANIZATIONS}`)
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: new RegExp(`Company ${ORGANIZATIONS}$`) }).waitFor()
      await page.goBack()
      await page
        .getByRole('button', { name: /Company 1?$|Company \d+$/ })
        .first()
        .waitFor()
    })
  })

  test('two tabs: what one of them writes shows in the other', async () => {
    const member = await verso.app.member(organizationId, 'admin')
    await verso.open(`/orgs/${organizationId}/content`, member, async (page, context) => {
      const other = await context.newPage()
      await other.goto(`${verso.origin}/app${home()}`)
      await other.getByRole('main').getByRole('link', { name: 'Relay guide' }).waitFor()
      await page.getByRole('button', { name: 'New space', exact: true }).last().click()
      await page.getByLabel('Name').fill('From the first tab')
      await page.getByRole('button', { name: 'Create space' }).click()
      await other.getByRole('main').getByRole('link', { name: 'From the first tab' }).waitFor()
      expect(await other.getByRole('alert').count()).toBe(0)
    })
  })
})
