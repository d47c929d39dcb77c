import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '../../packages/server/src/testing/app.ts'
import { findPageId, writePages } from '../../packages/server/src/testing/content.ts'
import { ChangeRequestUnderTest } from './support/change-requests.ts'
import { ConsoleUnderTest, missingBrowser, skipNote } from './support/console.ts'
import { expectSoon } from './support/expect-soon.ts'

const PAGE_COUNT = 14

const write = (page: string, markdown: string) => ({
  operation: 'update_page',
  page,
  document: { markdown },
})

describe.skipIf(missingBrowser !== undefined)(`the changes of a change request${skipNote}`, () => {
  let verso: ConsoleUnderTest
  let writer: Person
  let reviewer: Person
  let organizationId: string

  beforeAll(async () => {
    verso = await ConsoleUnderTest.start()
    ;({ id: organizationId, admin: writer } = await verso.app.organization('Fernwall'))
    reviewer = await verso.app.member(organizationId, 'review', 'reviewer@example.com')
  }, 300_000)
  afterAll(() => verso?.stop())

  test('each person marks the pages they have viewed', { timeout: 300_000 }, async () => {
    const space = await verso.app.space(writer, organizationId, { title: 'Relay guide' })
    const titles = Array.from({ length: PAGE_COUNT }, (_, index) => `Page ${index + 1}`)
    await writePages(
      writer,
      space.id,
      titles.map((title) => ({ title, markdown: 'Relay waits five seconds.\n' })),
    )
    const changeRequest = await ChangeRequestUnderTest.create(writer, space.id, 'Wait longer')
    const pageIds = await Promise.all(
      titles.map((title) => findPageId(writer, space.id, title.toLowerCase().replace(' ', '-'))),
    )
    await changeRequest.change(pageIds.map((page) => write(page, 'Relay waits ten seconds.\n')))

    await verso.open(`${changeRequest.address}/changes`, reviewer, async (page) => {
      await page.locator('ins', { hasText: 'ten' }).waitFor()
      // All are listed, however many they are.
      await page.getByRole('link', { name: /changed Page 14 / }).waitFor()
      const viewed = page.getByRole('checkbox', { name: 'Viewed' })
      const readRow = (title: string) => page.getByRole('link', { name: new RegExp(`${title} .*Viewed`) })
      await page.getByText('Viewed').first().click()
      await readRow('Page 1').waitFor()
      await page.getByText('1 viewed').waitFor()
      expect(await viewed.isChecked()).toBe(true)
      // By keyboard: the next page, and its mark.
      await page.keyboard.press('j')
      await page.getByRole('heading', { name: 'Page 2', exact: true }).waitFor()
      await expectSoon(() => viewed.isChecked(), false)
      await page.keyboard.press('v')
      await page.getByText('2 viewed').waitFor()
      await verso.takePicture(page, 'changes-viewed')

      // What is changed again has to be looked at again, and is shown so at once.
      await changeRequest.change([write(pageIds[1] ?? '', 'Relay waits twelve seconds.\n')])
      await page.getByText('1 viewed').waitFor()
      await page.locator('ins', { hasText: 'twelve' }).waitFor()
      await expectSoon(() => viewed.isChecked(), false)
      await page.reload()
      await readRow('Page 1').waitFor()
      expect(await readRow('Page 2').count()).toBe(0)
      await page.keyboard.press('k')
      await page.getByRole('heading', { name: 'Page 1', exact: true }).waitFor()
      await page.keyboard.press('v')
      await readRow('Page 1').waitFor({ state: 'detached' })
    })
    await verso.open(`${changeRequest.address}/changes`, writer, async (page) => {
      await page.locator('ins', { hasText: 'ten' }).waitFor()
      expect(await page.getByRole('checkbox', { name: 'Viewed' }).isChecked()).toBe(false)
    })
  })

  test('one block is reverted and the others stay, and that is undone', { timeout: 300_000 }, async () => {
    const space = await verso.app.space(writer, organizationId, { title: 'Relay guide' })
    const before = 'Relay waits.\n\nIt tries again.\n\n* One\n* Two\n'
    const after = 'Relay waits long.\n\nIt tries twice.\n\n* One\n* Three\n'
    await writePages(writer, space.id, [{ title: 'Retries', markdown: before }])
    const pageId = await findPageId(writer, space.id, 'retries')
    const changeRequest = await ChangeRequestUnderTest.create(writer, space.id, 'Wait longer')
    await changeRequest.change([write(pageId, after)])
    const readText = async () => (await changeRequest.readPage(pageId)).markdown
    await verso.open(`${changeRequest.address}/changes`, writer, async (page) => {
      const findRow = (text: string) => page.locator('.diff-row', { hasText: text })
      await findRow('It tries').getByRole('button', { name: 'Revert this block' }).press('Enter')
      await page.getByText('The block is as it is in the space.').waitFor()
      await expectSoon(readText, after.replace('twice', 'again'))
      await page.getByRole('button', { name: 'Undo' }).click()
      await expectSoon(readText, after)
      await findRow('Three').getByRole('button', { name: 'Revert this block' }).click()
      await expectSoon(readText, after.replace('Three', 'Two'))
    })
    await verso.open(`${changeRequest.address}/changes`, reviewer, async (page) => {
      await page.locator('ins', { hasText: 'twice' }).waitFor()
      await page.getByRole('button', { name: 'Comment on this' }).first().waitFor({ state: 'attached' })
      expect(await verso.findProblemsInLooks(page, 'changes-blocks')).toEqual([])
    })
  })
})
