import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Person } from '../../packages/server/src/testing/app.ts'
import { findPageId, writePages } from '../../packages/server/src/testing/content.ts'
import {
  ChangeRequestUnderTest,
  findTextField,
  typeText,
  waitUntilSaved,
  writesMarkdown,
} from './support/change-requests.ts'
import { ConsoleUnderTest, missingBrowser, skipNote } from './support/console.ts'

/** Opens the page again without streams of events: what others do is then seen only when something is saved. */
async function cutEvents(page: Page): Promise<void> {
  await page.route('**/stream*', (route) => route.abort())
  await page.reload()
  await findTextField(page).waitFor()
}

describe.skipIf(missingBrowser !== undefined)(`writing without losing anything${skipNote}`, () => {
  let verso: ConsoleUnderTest
  let admin: Person
  let organizationId: string
  let changeRequest: ChangeRequestUnderTest
  let pageId: string

  beforeAll(async () => {
    verso = await ConsoleUnderTest.start()
    ;({ id: organizationId, admin } = await verso.app.organization('Fernwall'))
  }, 300_000)
  afterAll(() => verso?.stop())

  beforeEach(async () => {
    const space = await verso.app.space(admin, organizationId, { title: 'Relay guide' })
    await writePages(admin, space.id, [
      {
        title: 'Retries',
        markdown: 'First line.\n\nSecond line.\n\nThird line.\n\nFourth line.\n\nLast line.\n',
      },
    ])
    pageId = await findPageId(admin, space.id, 'retries')
    changeRequest = await ChangeRequestUnderTest.create(admin, space.id, 'Words')
  })

  const address = () => `${changeRequest.address}/pages/${pageId}`

  test('a connection that drops while one writes', { timeout: 180_000 }, async () => {
    await verso.open(
      address(),
      admin,
      async (page, context) => {
        await typeText(page, 'Before the cut.')
        await changeRequest.waitForText(pageId, 'Before the cut.')
        await context.setOffline(true)
        await typeText(page, ' During the cut.')
        await page.getByText('Your text is not saved on the server').waitFor()
        await page.getByText('You are offline.').first().waitFor()
        expect((await changeRequest.readPage(pageId)).markdown).not.toContain('During')
        await context.setOffline(false)
        await changeRequest.waitForText(pageId, 'Before the cut. During the cut.')
        await waitUntilSaved(page)
        expect(await page.getByText('Your text is not saved on the server').count()).toBe(0)
      },
      { expectedMessages: /ERR_INTERNET_DISCONNECTED/ },
    )
  })

  test('a window that is closed before the text could be saved', { timeout: 180_000 }, async () => {
    await verso.open(
      address(),
      admin,
      async (page, context) => {
        await typeText(page, 'Kept in the browser.')
        await changeRequest.waitForText(pageId, 'Kept in the browser.')
        await context.setOffline(true)
        await typeText(page, ' Never sent.')
        await page.getByText('Your text is not saved on the server').waitFor()
        await page.close()
        await context.setOffline(false)
        const again = await context.newPage()
        await again.goto(`${verso.origin}/app${address()}`)
        const offer = again.getByRole('group', { name: 'There is text here that was not saved' })
        await offer.getByRole('button', { name: 'Show it' }).click()
        await offer.getByText('Never sent.').waitFor()
        expect((await changeRequest.readPage(pageId)).markdown).not.toContain('Never sent.')
        await offer.getByRole('button', { name: 'Restore it' }).click()
        await changeRequest.waitForText(pageId, 'Kept in the browser. Never sent.')
        await waitUntilSaved(again)
        await again.reload()
        await findTextField(again).getByText('Never sent.').waitFor()
        expect(await offer.count()).toBe(0)
      },
      { expectedMessages: /ERR_INTERNET_DISCONNECTED/ },
    )
  })

  test(
    'a server that fails is asked again, and one that refuses is quoted',
    { timeout: 180_000 },
    async () => {
      await verso.open(
        address(),
        admin,
        async (page) => {
          await cutEvents(page)
          await page.route('**/live/commits', (route) => route.fulfill({ status: 500, body: '{}' }))
          await typeText(page, 'Through a failure.')
          await page.getByText('Your text is not saved on the server').waitFor()
          await page.unroute('**/live/commits')
          await page.getByRole('button', { name: 'Try again' }).click()
          await changeRequest.waitForText(pageId, 'Through a failure.')
          await waitUntilSaved(page)
          // What is new is not asked for either: the server says it in its answer to the next words.
          await page.route('**/live/commits?*', (route) => route.abort())
          await findTextField(page).click()
          await page.keyboard.press('Control+End')
          await admin.patch(changeRequest.address, { status: 'archived' })
          await page.keyboard.insertText(' Too late.')
          const notice = page.getByRole('group', { name: 'This change request was archived while you wrote' })
          await notice.getByText('Through a failure. Too late.').waitFor()
          await findTextField(page).getByText('Too late.').waitFor()
          expect((await changeRequest.readPage(pageId)).markdown).not.toContain('Too late.')
        },
        { expectedMessages: /500|409|ERR_FAILED/ },
      )
    },
  )

  test('a page whose Markdown somebody else changes meanwhile', { timeout: 180_000 }, async () => {
    await verso.open(
      address(),
      admin,
      async (page) => {
        const write = async (markdown: string) =>
          changeRequest.change([{ operation: 'update_page', page: pageId, document: { markdown } }])
        const { markdown } = await changeRequest.readPage(pageId)
        await cutEvents(page)

        // In other lines: both are kept.
        await write(markdown.replace('First line.', 'First line, by somebody else.'))
        await typeText(page, 'By me.')
        await page.getByText('Both changes are in it now.').waitFor()
        await changeRequest.waitForText(pageId, 'By me.')
        await changeRequest.waitForText(pageId, 'First line, by somebody else.')
        await findTextField(page).getByText('First line, by somebody else.').waitFor()

        // In the same lines: both are shown.
        const both = (await changeRequest.readPage(pageId)).markdown
        await write(both.replace('By me.', 'By them.'))
        await typeText(page, ' And more by me.')
        await page.getByText('Somebody else changed this page while you wrote').waitFor()
        await page.getByRole('region', { name: 'Their text' }).getByText('By them.').waitFor()
        await page.getByRole('region', { name: 'Your text' }).getByText('And more by me.').waitFor()
        await page.getByRole('region', { name: 'Before both' }).getByText('By me.').waitFor()
        expect((await changeRequest.readPage(pageId)).markdown).toContain('By them.')
        await verso.takePicture(page, 'both-texts')
        await page.getByRole('button', { name: 'Take theirs' }).click()
        await findTextField(page).getByText('By them.').waitFor()
        await page.getByRole('button', { name: 'Undo' }).click()
        await changeRequest.waitForText(pageId, 'And more by me.')
      },
      { ...writesMarkdown(verso.origin), expectedMessages: /409|ERR_FAILED/ },
    )
  })
})
