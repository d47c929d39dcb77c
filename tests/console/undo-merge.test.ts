import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectStatus, type Person } from '../../packages/server/src/testing/app.ts'
import { findPageId, writePages } from '../../packages/server/src/testing/content.ts'
import { waitFor } from '../../packages/server/src/testing/wait-for.ts'
import { ChangeRequestUnderTest, waitUntilSaved } from './support/change-requests.ts'
import { ConsoleUnderTest, missingBrowser, skipNote } from './support/console.ts'

describe.skipIf(missingBrowser !== undefined)(`undoing a merge${skipNote}`, () => {
  let verso: ConsoleUnderTest
  let writer: Person
  let organizationId: string

  beforeAll(async () => {
    verso = await ConsoleUnderTest.start()
    ;({ id: organizationId, admin: writer } = await verso.app.organization('Fernwall'))
  }, 300_000)
  afterAll(() => verso?.stop())

  /** A space with a page in which one change request has been merged. */
  async function mergeChange(text: string) {
    const space = await verso.app.space(writer, organizationId, { title: 'Relay guide' })
    await writePages(writer, space.id, [{ title: 'Retries', markdown: 'Relay waits five seconds.\n' }])
    const pageId = await findPageId(writer, space.id, 'retries')
    const merge = async (subject: string, markdown: string): Promise<ChangeRequestUnderTest> => {
      const changeRequest = await ChangeRequestUnderTest.create(writer, space.id, subject)
      await changeRequest.change([{ operation: 'update_page', page: pageId, document: { markdown } }])
      expectStatus(200, await writer.post(`${changeRequest.address}/merge`))
      return changeRequest
    }
    const readText = async (): Promise<string> =>
      expectStatus(
        200,
        await writer.get<{ markdown: string }>(`/spaces/${space.id}/content/page/${pageId}?format=markdown`),
      ).markdown
    return { space, pageId, merge, readText, merged: await merge('Wait longer', text) }
  }

  test('on the change request: one that reverts it is made and merged', { timeout: 300_000 }, async () => {
    const { space, merged, readText } = await mergeChange('Relay waits ten seconds.\n')
    const openDialog = 'Undo the merge of “Wait longer”?'
    await verso.open(
      `${merged.address}/changes`,
      writer,
      async (page) => {
        const undo = async (): Promise<void> => {
          await page.getByRole('button', { name: 'More for Change request' }).click()
          await page.getByRole('menuitem', { name: 'Undo this merge' }).click()
          await page
            .getByRole('dialog', { name: openDialog })
            .getByRole('button', { name: 'Make a change request' })
            .click()
        }
        await undo()
        await page.getByRole('button', { name: 'Change the subject: Undo Wait longer' }).waitFor()
        await page.locator('del', { hasText: 'ten' }).waitFor()
        await page.locator('ins', { hasText: 'five' }).waitFor()
        await verso.takePicture(page, 'undo-merge')
        await page.getByRole('button', { name: 'Merge' }).first().click()
        await page.getByText('“Undo Wait longer” is merged.').waitFor()
        expect(await readText()).toContain('five')
        // Once more, there is nothing left to undo, and the dialog says so.
        await page.goto(`${verso.origin}/app${merged.address}/changes`)
        await undo()
        await page.getByRole('alert').getByText('Nothing of what this merge changed').waitFor()
      },
      { expectedMessages: /409/ },
    )
    const reader = await verso.app.member(organizationId, 'read')
    await verso.open(`/spaces/${space.id}/revisions`, reader, async (page) => {
      await page.getByText('Wait longer').first().waitFor()
      expect(await page.getByRole('button', { name: 'Undo this merge' }).count()).toBe(0)
    })
  })

  test('in the history: what was changed since is a conflict', { timeout: 300_000 }, async () => {
    const { space, pageId, merge, readText } = await mergeChange('Relay waits ten seconds.\n')
    await merge('Wait even longer', 'Relay waits twelve seconds.\n')
    await verso.open(`/spaces/${space.id}/revisions`, writer, async (page) => {
      await page
        .getByRole('listitem')
        .filter({ hasText: 'Wait longer' })
        .getByRole('button', { name: 'Undo this merge' })
        .click()
      const dialog = page.getByRole('dialog', { name: 'Undo the merge of “Wait longer”?' })
      await verso.takePicture(page, 'undo-merge-dialog')
      await dialog.getByRole('button', { name: 'Make a change request' }).click()
      await page.getByText('One place was changed again since the merge.').waitFor()
      await page.getByText('1 conflict with the space').waitFor()
      await page.getByRole('link', { name: 'In Retries' }).click()
      const conflict = page.getByRole('group', { name: 'This page has a conflict with the space' })
      await conflict.getByRole('region', { name: 'The space' }).getByText('twelve').waitFor()
      await conflict.getByRole('region', { name: 'Before the merge' }).getByText('five').waitFor()
      await conflict.getByRole('button', { name: 'Take: Before the merge' }).click()
      await conflict.waitFor({ state: 'detached' })
      const id = /change-requests\/(\w+)/.exec(page.url())?.[1] ?? ''
      const undoing = new ChangeRequestUnderTest(writer, space.id, id)
      await waitFor(
        'the marks to go',
        async () => !(await undoing.readPage(pageId)).markdown.includes('<<<<<<<'),
      )
      await waitUntilSaved(page)
      await page.getByRole('button', { name: 'Merge' }).first().click()
      await page.getByText('“Undo Wait longer” is merged.').waitFor()
    })
    expect(await readText()).toContain('five')
  })
})
