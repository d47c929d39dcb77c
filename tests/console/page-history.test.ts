import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectStatus, type Person } from '../../packages/server/src/testing/app.ts'
import { findPageId, writePages } from '../../packages/server/src/testing/content.ts'
import { ChangeRequestUnderTest } from './support/change-requests.ts'
import { ConsoleUnderTest, missingBrowser, skipNote } from './support/console.ts'

describe.skipIf(missingBrowser !== undefined)(`the history of a page${skipNote}`, () => {
  let verso: ConsoleUnderTest
  let writer: Person
  let reader: Person
  let spaceId: string
  let pageId: string

  const merge = async (subject: string, ...changes: object[]): Promise<void> => {
    const changeRequest = await ChangeRequestUnderTest.create(writer, spaceId, subject)
    await changeRequest.change(changes)
    expectStatus(200, await writer.post(`${changeRequest.address}/merge`))
  }

  beforeAll(async () => {
    verso = await ConsoleUnderTest.start()
    const organization = await verso.app.organization('Fernwall')
    writer = organization.admin
    reader = await verso.app.member(organization.id, 'read')
    spaceId = (await verso.app.space(writer, organization.id, { title: 'Relay guide' })).id
    await writePages(writer, spaceId, [
      { title: 'Retries', markdown: '## Waiting\n\nRelay waits five seconds.\n' },
      { title: 'Guides', markdown: 'All guides.\n' },
    ])
    pageId = await findPageId(writer, spaceId, 'retries')
    const guides = await findPageId(writer, spaceId, 'guides')
    await merge('Wait longer', {
      operation: 'update_page',
      page: pageId,
      document: { markdown: '## Waiting\n\nRelay waits ten seconds.\n' },
    })
    await merge('Welcome people', {
      operation: 'update_page',
      page: guides,
      document: { markdown: 'Welcome.\n' },
    })
    await merge('A better name', { operation: 'update_page', page: pageId, title: 'Retrying' })
    await merge('Tidy up', { operation: 'update_page', page: pageId, into: guides })
  }, 300_000)
  afterAll(() => verso?.stop())

  test(
    'is opened from its menu, follows it through renames and moves, shows and restores',
    {
      timeout: 300_000,
    },
    async () => {
      await verso.open(`/spaces/${spaceId}/pages/${pageId}`, writer, async (page) => {
        await page.getByRole('button', { name: 'Actions of this page' }).click()
        await page.getByRole('menuitem', { name: 'History' }).click()
        await page.waitForURL(`**/pages/${pageId}/history`)
        const entries = page.getByRole('main').getByRole('listitem')
        await entries.filter({ hasText: 'Moved from the top level to Guides' }).waitFor()
        expect(await entries.count()).toBe(4)
        await entries.filter({ hasText: 'Renamed from “Retries” to “Retrying”' }).waitFor()
        // What happened to other pages is not part of it.
        expect(await entries.filter({ hasText: 'Welcome people' }).count()).toBe(0)
        await verso.takePicture(page, 'page-history')

        const edit = entries.filter({ hasText: 'Wait longer' })
        await edit.getByRole('link', { name: 'What changed' }).click()
        await page.locator('del', { hasText: 'five' }).waitFor()
        await page.locator('ins', { hasText: 'ten' }).waitFor()
        await page.goBack()

        await entries
          .filter({ hasText: 'Page created' })
          .getByRole('link', { name: 'Page as it was' })
          .click()
        await page.getByRole('heading', { name: 'Retries', level: 1 }).waitFor()
        await page.getByText('Relay waits five seconds.').waitFor()
        await page.getByText(/^The page as it was on/).waitFor()
        await verso.takePicture(page, 'page-as-it-was')
        await page.getByRole('navigation').getByRole('link', { name: 'Page history' }).click()

        await entries.filter({ hasText: 'Page created' }).getByRole('button', { name: 'Restore' }).click()
        await page.getByRole('button', { name: 'Make a change request' }).click()
        await page.waitForURL('**/change-requests/**')
        const id = /change-requests\/([^/?]+)/.exec(page.url())?.[1]
        const restored = expectStatus(
          200,
          await writer.get<{ title: string; path: string; markdown: string }>(
            `/spaces/${spaceId}/change-requests/${id}/content/page/${pageId}?format=markdown`,
          ),
        )
        // The page stays where it is.
        expect(restored).toMatchObject({ title: 'Retries', path: 'guides/retries' })
        expect(restored.markdown).toContain('five seconds')
      })
    },
  )

  test('says who wrote which line', { timeout: 300_000 }, async () => {
    await verso.open(`/spaces/${spaceId}/pages/${pageId}/history`, reader, async (page) => {
      await page.getByRole('button', { name: 'Who wrote what' }).click()
      await page.waitForURL(`**/pages/${pageId}/blame`)
      const written = page.getByRole('listitem', { name: 'Lines 1 to 2' })
      await written.getByText('## Waiting').waitFor()
      const changed = page.getByRole('listitem', { name: 'Line 3' })
      await changed.getByText('Relay waits ten seconds.').waitFor()
      expect(await page.getByRole('main').getByRole('listitem').count()).toBe(2)
      await verso.takePicture(page, 'page-blame')
      await changed.getByRole('link', { name: 'Wait longer' }).click()
      await page.getByText(/^The page as it was on/).waitFor()
      await page.getByText('Relay waits ten seconds.').waitFor()
    })
  })

  test('of a deleted page is found in the history of the space', { timeout: 300_000 }, async () => {
    await merge('Less is more', { operation: 'delete_page', page: pageId })
    await verso.open(`/spaces/${spaceId}/revisions`, reader, async (page) => {
      const newest = page.getByRole('listitem').filter({ hasText: 'Less is more' })
      await newest.getByRole('button', { name: 'What changed' }).click()
      await newest.getByRole('link', { name: 'Retrying' }).click()
      const entries = page.getByRole('main').getByRole('listitem')
      await entries.filter({ hasText: 'Page deleted' }).waitFor()
      expect(await entries.count()).toBe(5)
      // Readers see all of it, and restore nothing.
      expect(await page.getByRole('button', { name: 'Restore' }).count()).toBe(0)
      expect(await page.getByRole('link', { name: 'Page as it was' }).count()).toBe(4)
    })
  })
})
