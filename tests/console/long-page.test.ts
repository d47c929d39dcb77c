import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '../../packages/server/src/testing/app.ts'
import { findPageId, writePages } from '../../packages/server/src/testing/content.ts'
import { ChangeRequestUnderTest, findTextField, waitUntilSaved } from './support/change-requests.ts'
import { ConsoleUnderTest, findAccessibilityProblems, missingBrowser, skipNote } from './support/console.ts'

const notice = 'This page has more than 200,000 characters.'

/** A page of nearly a megabyte, in the spelling of somebody who writes Markdown by hand. */
const longText = Array.from(
  { length: 9000 },
  (_, index) =>
    `*  Line ${index} has some *words*,\n   wrapped by hand, and [a link](https://example.com/${index}).\n`,
).join('')

describe.skipIf(missingBrowser !== undefined)(`a page that is too long for blocks${skipNote}`, () => {
  let verso: ConsoleUnderTest
  let admin: Person
  let changeRequest: ChangeRequestUnderTest
  let pageId: string

  beforeAll(async () => {
    verso = await ConsoleUnderTest.start()
    const { id: organizationId, admin: owner } = await verso.app.organization('Fernwall')
    admin = owner
    const space = await verso.app.space(admin, organizationId, { title: 'Relay guide' })
    await writePages(admin, space.id, [{ title: 'Long', markdown: longText }])
    pageId = await findPageId(admin, space.id, 'long')
    changeRequest = await ChangeRequestUnderTest.create(admin, space.id, 'Shorten')
  }, 300_000)
  afterAll(() => verso?.stop())

  test(
    'opens as Markdown and says why; what is typed is saved and nothing else changes',
    { timeout: 180_000 },
    async () => {
      expect(longText.length).toBeGreaterThan(600_000)
      await verso.open(`${changeRequest.address}/pages/${pageId}`, admin, async (page) => {
        await page.getByText(notice).waitFor()
        const field = findTextField(page)
        await field.click()
        await page.keyboard.press('Control+End')
        await page.keyboard.type('The end.')
        await changeRequest.waitForText(pageId, 'The end.')
        expect((await changeRequest.readPage(pageId)).markdown).toBe(`${longText}The end.`)
        await waitUntilSaved(page)
        expect(await findAccessibilityProblems(page)).toEqual([])

        // The choice between page and Markdown goes on working, and loses nothing.
        await page.getByRole('radio', { name: 'Markdown' }).click()
        await page.getByText(notice).waitFor({ state: 'detached' })
        await field.getByText('The end.').waitFor({ state: 'attached' })
        await page.getByRole('radio', { name: 'Page' }).click()
        await page.getByText(notice).waitFor()

        // Who makes it shorter goes on writing where they are, and chooses the page again.
        await field.click()
        await page.keyboard.press('Control+A')
        await page.keyboard.type('Short.')
        await changeRequest.waitForText(pageId, 'Short.')
        expect((await changeRequest.readPage(pageId)).markdown).toBe('Short.')
        await page.getByText(notice).waitFor()
        await page.getByRole('radio', { name: 'Markdown' }).click()
        await page.getByRole('radio', { name: 'Page' }).click()
        await page.locator('.rich').getByText('Short.').waitFor()
      })
    },
  )
})
