import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allowLoopback, type Person } from '../../packages/server/src/testing/app.ts'
import { GitServer } from '../../packages/server/src/testing/git-server.ts'
import { SyncedSpace } from '../../packages/server/src/testing/synced-space.ts'
import { ChangeRequestUnderTest, waitUntilSaved } from './support/change-requests.ts'
import { ConsoleUnderTest, missingBrowser, skipNote } from './support/console.ts'
import { placeCursor, waitForEditor, waitForOneText } from './support/live-pages.ts'

const text = '# Retries\n\nRelay waits.\n\nIt tries again.\n\nThen it stops.\n'

/** What says that a page has a conflict, with both versions. */
const findConflict = (page: Page) =>
  page.getByRole('group', { name: 'This page has a conflict with the space' })

describe.skipIf(missingBrowser !== undefined)(`a push while two people write${skipNote}`, () => {
  let verso: ConsoleUnderTest
  let server: GitServer
  let folder: string
  let ann: Person
  let bob: Person
  let space: SyncedSpace

  beforeAll(async () => {
    server = await GitServer.start()
    folder = await mkdtemp(join(tmpdir(), 'verso-live-git-'))
    verso = await ConsoleUnderTest.start({ outboundAllow: allowLoopback, dataDir: folder })
    const { id, admin } = await verso.app.organization('Fernwall')
    ann = await verso.app.member(id, 'review', 'ann@example.com')
    bob = await verso.app.member(id, 'edit', 'bob@example.com')
    const repository = server.createRepository({
      'SUMMARY.md': '# Table of contents\n\n* [Retries](README.md)\n',
      'README.md': text,
    })
    space = new SyncedSpace(await verso.app.space(admin, id, { title: 'Relay guide' }), repository, admin)
    await space.synchronise('import')
  }, 300_000)
  afterAll(async () => {
    await verso?.stop()
    server?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  test('both see the conflict, one resolves it, and nobody loses a word', { timeout: 300_000 }, async () => {
    const { id: pageId } = await space.page('Retries')
    const changeRequest = await ChangeRequestUnderTest.create(ann, space.id, 'Words')
    const address = `${changeRequest.address}/pages/${pageId}`
    const write = async (annPage: Page, bobPage: Page): Promise<void> => {
      for (const page of [annPage, bobPage]) await waitForEditor(page, 'It tries again.')
      await placeCursor(annPage, 'It tries again.', 'End')
      await annPage.keyboard.type(' By Ann.')
      await placeCursor(bobPage, 'Relay waits.', 'End')
      await bobPage.keyboard.type(' By Bob.')
      await waitForOneText([annPage, bobPage], ['By Ann.', 'By Bob.'])
      await changeRequest.waitForText(pageId, 'By Ann.')

      // Somebody pushes another text for the line that Ann wrote in, and a line that nobody wrote in.
      space.repository.commit('From Git', {
        'README.md': text
          .replace('It tries again.', 'It tries again, says Git.')
          .replace('Then it stops.', 'Then it stops, says Git.'),
      })
      await space.synchronise('import')
      // The author is told at once; the others when the text comes in.
      await annPage.getByRole('link', { name: 'Notifications, 1 unread' }).waitFor()

      // Both write on while the update is under way.
      await annPage.getByRole('link', { name: 'Review', exact: true }).first().click()
      await annPage.getByText('1 conflict with the space').waitFor()
      await bobPage.keyboard.type(' And more.')
      await annPage.getByRole('button', { name: 'Update', exact: true }).click()
      await annPage.getByText('One conflict came in').waitFor()
      await bobPage.keyboard.type(' Still typing.')
      await annPage.getByRole('link', { name: 'In Retries' }).click()
      for (const page of [annPage, bobPage]) {
        await findConflict(page).getByText('It tries again. By Ann.').waitFor()
        await findConflict(page).getByText('It tries again, says Git.').waitFor()
      }
      await changeRequest.waitForText(pageId, 'Relay waits. By Bob. And more. Still typing.')

      await findConflict(annPage).getByRole('button', { name: 'Keep both' }).click()
      for (const page of [annPage, bobPage]) await findConflict(page).waitFor({ state: 'detached' })
      const blocks = await waitForOneText(
        [annPage, bobPage],
        ['By Ann.', 'By Bob. And more. Still typing.', 'again, says Git.', 'stops, says Git.'],
      )
      expect(blocks.join('\n')).not.toMatch(/<<<|===|>>>/)
      await waitUntilSaved(annPage)
      await changeRequest.waitForText(pageId, 'again, says Git.')
      await annPage.getByRole('button', { name: 'Merge' }).first().click()
      await annPage.getByText('“Words” is merged.').waitFor()
      await bobPage.getByText('This change request is merged. Its pages are in the space.').waitFor()
    }
    const expectedMessages = /409/
    await verso.open(
      address,
      ann,
      (annPage) => verso.open(address, bob, (bobPage) => write(annPage, bobPage), { expectedMessages }),
      { expectedMessages },
    )
    const markdown = await space.text(pageId)
    for (const words of [
      'It tries again. By Ann.',
      'It tries again, says Git.',
      'Relay waits. By Bob. And more. Still typing.',
      'Then it stops, says Git.',
    ]) {
      expect(markdown).toContain(words)
    }
  })
})
