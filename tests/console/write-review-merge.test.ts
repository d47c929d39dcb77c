import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectStatus, type Person } from '../../packages/server/src/testing/app.ts'
import { findPageId, writePages } from '../../packages/server/src/testing/content.ts'
import { waitFor } from '../../packages/server/src/testing/wait-for.ts'
import {
  ChangeRequestUnderTest,
  findTextField,
  typeText,
  waitUntilSaved,
  writesMarkdown,
} from './support/change-requests.ts'
import { ConsoleUnderTest, missingBrowser, skipNote } from './support/console.ts'

describe.skipIf(missingBrowser !== undefined)(`writing, reviewing and merging${skipNote}`, () => {
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

  test('two people take a page from the first word to the space', { timeout: 300_000 }, async () => {
    const space = await verso.app.space(writer, organizationId, { title: 'Relay guide' })
    await writePages(writer, space.id, [{ title: 'Retries', markdown: 'Relay waits five seconds.\n' }])
    const pageId = await findPageId(writer, space.id, 'retries')
    await verso.open(
      `/spaces/${space.id}/change-requests`,
      writer,
      async (writing) => {
        await writing.getByText('Nothing is in review').waitFor()
        await writing.getByRole('button', { name: 'Edit' }).click()
        await writing.getByRole('button', { name: 'Change the subject: Untitled' }).click()
        await writing.getByRole('textbox', { name: 'Subject' }).fill('Wait for ten seconds')
        await writing.keyboard.press('Enter')
        await writing.getByRole('textbox', { name: 'Title' }).waitFor()
        const id = /change-requests\/(\w+)/.exec(writing.url())?.[1] ?? ''
        const changeRequest = new ChangeRequestUnderTest(writer, space.id, id)
        await findTextField(writing).click()
        await writing.keyboard.press('Control+A')
        await writing.keyboard.type('Relay waits ten seconds. <script>alert(1)</script>')
        await waitUntilSaved(writing)
        await changeRequest.waitForText(pageId, 'ten seconds')
        expect((await changeRequest.get()).subject).toBe('Wait for ten seconds')

        await writing
          .getByRole('link', { name: /^Review/ })
          .first()
          .click()
        await writing.getByRole('button', { name: 'Ask somebody' }).click()
        const dialog = writing.getByRole('dialog', { name: 'Ask somebody' })
        await dialog.getByRole('searchbox').fill('reviewer')
        await dialog.getByRole('checkbox').click()
        await dialog.getByRole('button', { name: 'Ask' }).click()
        await dialog.waitFor({ state: 'detached' })
        await writing.getByText('0 of 1 approved').waitFor()

        await verso.open(`/spaces/${space.id}/change-requests?show=waiting`, reviewer, async (reviewing) => {
          await reviewing.getByRole('link', { name: /Wait for ten seconds/ }).click()
          // Whoever may not merge has no button for it.
          await reviewing.getByRole('link', { name: /^Changes/ }).click()
          await reviewing.locator('del', { hasText: 'five' }).waitFor()
          await reviewing.locator('ins', { hasText: 'ten' }).waitFor()
          await reviewing.getByText('<script>alert(1)</script>').first().waitFor()
          await verso.takePicture(reviewing, 'changes')
          await reviewing.getByRole('radio', { name: 'Request changes' }).click()
          await reviewing
            .getByRole('textbox', { name: 'What should the author know?' })
            .fill('No scripts, please')
          await reviewing.getByRole('button', { name: 'Submit review' }).click()
          await reviewing.getByText('Your review is sent.').waitFor()

          await writing.reload()
          await writing.getByText('No scripts, please').waitFor()
          await writing.getByRole('textbox', { name: /^Reply to/ }).fill('Taken out')
          await writing.getByRole('button', { name: 'Send' }).first().click()
          await writing.getByText('Taken out').waitFor()
          await writing.getByRole('link', { name: 'Write' }).click()
          await findTextField(writing).click()
          await writing.keyboard.press('Control+A')
          await writing.keyboard.type('Relay waits ten seconds.')
          await changeRequest.waitForText(pageId, 'ten seconds.')
          await waitFor(
            'the script to go',
            async () => !(await changeRequest.readPage(pageId)).markdown.includes('script'),
          )

          await reviewing.reload()
          await reviewing.getByRole('radio', { name: 'Approve' }).click()
          await reviewing.getByRole('button', { name: 'Submit review' }).click()
          await reviewing.getByText('Your review is sent.').waitFor()
          await reviewing.getByText('1 of 1 approved').waitFor()
          await verso.takePicture(reviewing, 'review')
        })

        await writing
          .getByRole('link', { name: /^Review/ })
          .first()
          .click()
        await writing.reload()
        await writing.getByText('1 of 1 approved').waitFor()
        await writing.getByRole('button', { name: 'Resolve' }).click()
        await writing.getByRole('button', { name: /Show resolved ones/ }).waitFor()
        await writing.keyboard.press('Shift+Control+Enter')
        await writing.getByText('“Wait for ten seconds” is merged.').waitFor()
        expect((await changeRequest.get()).status).toBe('merged')
        const merged = await writer.get<{ markdown: string }>(
          `/spaces/${space.id}/content/page/${pageId}?format=markdown`,
        )
        expect(expectStatus(200, merged).markdown).toContain('Relay waits ten seconds.')
        await writing.getByText('This change request is merged').waitFor()
        expect(await writing.getByRole('button', { name: 'Merge' }).count()).toBe(0)
      },
      writesMarkdown(verso.origin),
    )
  })

  test('conflicts are listed, brought in and resolved', { timeout: 300_000 }, async () => {
    const space = await verso.app.space(writer, organizationId, { title: 'Conflicts' })
    await writePages(writer, space.id, [{ title: 'Limits', markdown: 'The limit is 10.\n' }])
    const pageId = await findPageId(writer, space.id, 'limits')
    const mine = await ChangeRequestUnderTest.create(writer, space.id, 'Mine')
    const theirs = await ChangeRequestUnderTest.create(writer, space.id, 'Theirs')
    const write = (markdown: string) => [{ operation: 'update_page', page: pageId, document: { markdown } }]
    await mine.change(write('The limit is 20.\n'))
    await theirs.change(write('The limit is 30.\n'))
    expectStatus(200, await writer.post(`${theirs.address}/merge`))
    const resolveConflict = async (page: Page): Promise<void> => {
      await page.getByText('1 conflict with the space').waitFor()
      await page.getByRole('button', { name: 'Merge' }).first().click()
      await page.getByText('Not merged: there are conflicts.').waitFor()
      expect((await mine.get()).status).toBe('draft')
      await page.getByRole('button', { name: 'Update', exact: true }).click()
      await page.getByText('One conflict came in').waitFor()
      await page.getByRole('link', { name: 'In Limits' }).click()
      // Both versions are there, each with what takes it.
      const conflict = page.getByRole('group', { name: 'This page has a conflict with the space' })
      await conflict.getByRole('region', { name: 'This change request' }).getByText('limit is 20').waitFor()
      await conflict.getByRole('region', { name: 'The space' }).getByText('limit is 30').waitFor()
      // What both came from is shown too, as the page looks and as Markdown.
      const base = conflict.getByRole('region', { name: 'Before both' })
      await base.getByRole('textbox').getByText('limit is 10').waitFor()
      await verso.takePicture(page, 'conflict-as-page')
      await conflict.getByText('Markdown', { exact: true }).click()
      await base.locator('pre').getByText('limit is 10').waitFor()
      // A choice can be taken back.
      await conflict.getByRole('button', { name: 'Take: The space' }).click()
      await conflict.waitFor({ state: 'detached' })
      await page.getByRole('button', { name: 'Undo' }).click()
      await base.getByText('limit is 10').waitFor()
      await verso.takePicture(page, 'marked-conflict')
      await conflict.getByRole('button', { name: 'Take: The space' }).click()
      await conflict.waitFor({ state: 'detached' })
      await findTextField(page).getByText('The limit is 30.').click()
      await page.keyboard.press('Control+A')
      await page.keyboard.type('The limit is 25.')
      await mine.waitForText(pageId, 'The limit is 25.')
      await waitUntilSaved(page)
      // Until the merge, it can be decided again.
      await page.getByRole('link', { name: 'Review' }).click()
      await page.getByText('A conflict was decided').waitFor()
      expect(await verso.findProblemsInLooks(page, 'settled-conflict', ['light', 'dark'])).toEqual([])
      await page.getByRole('button', { name: 'Decide again: Limits' }).click()
      await page.getByText('1 conflict with the space').waitFor()
      expect((await mine.readPage(pageId)).markdown).toMatch(/limit is 20[^]*limit is 30/)
      const toast = page.locator('.toast', { hasText: 'The conflict in Limits is back.' })
      await toast.getByRole('button', { name: 'Undo' }).click()
      await page.getByText('A conflict was decided').waitFor()
      expect((await mine.readPage(pageId)).markdown).toContain('The limit is 25.')
      await page.getByRole('button', { name: 'Merge' }).first().click()
      await page.getByText('“Mine” is merged.').waitFor()
    }
    // A page that asks for what others wrote, right after the merge, is told that it is closed.
    await verso.open(`${mine.address}/review`, writer, resolveConflict, { expectedMessages: /409/ })
  })

  test(
    'a rule that is not met, and a merge that fails, are said in words',
    { timeout: 300_000 },
    async () => {
      const space = await verso.app.space(writer, organizationId, { title: 'Rules' })
      await writePages(writer, space.id, [{ title: 'Start', markdown: 'One.\n' }])
      const pageId = await findPageId(writer, space.id, 'start')
      const changeRequest = await ChangeRequestUnderTest.create(writer, space.id, 'Two')
      await verso.open(
        `${changeRequest.address}/pages/${pageId}`,
        writer,
        async (page) => {
          await typeText(page, ' Two.')
          await page.route('**/merge', (route) =>
            route.fulfill({
              status: 409,
              contentType: 'application/json',
              body: JSON.stringify({ error: { code: 409, message: 'An approval is missing.' } }),
            }),
          )
          await page.getByRole('button', { name: 'Merge' }).first().click()
          await page.getByText('An approval is missing.').waitFor()
          // What was typed was saved before the merge was tried.
          expect((await changeRequest.readPage(pageId)).markdown).toContain('Two.')
          await page.unroute('**/merge')
          await page.getByRole('button', { name: 'Merge' }).first().click()
          await page.getByText('“Two” is merged.').waitFor()
        },
        { expectedMessages: /409/ },
      )
    },
  )
})
