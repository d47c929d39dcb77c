import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectStatus, type Person } from '../../packages/server/src/testing/app.ts'
import { findPageId, writePages } from '../../packages/server/src/testing/content.ts'
import { ChangeRequestUnderTest } from './support/change-requests.ts'
import { ConsoleUnderTest, findAccessibilityProblems, missingBrowser, skipNote } from './support/console.ts'
import { expectSoon } from './support/expect-soon.ts'

describe.skipIf(missingBrowser !== undefined)(`previews by a link${skipNote}`, () => {
  let verso: ConsoleUnderTest
  let writer: Person
  let organizationId: string

  beforeAll(async () => {
    verso = await ConsoleUnderTest.start()
    ;({ id: organizationId, admin: writer } = await verso.app.organization('Fernwall'))
  }, 300_000)
  afterAll(() => verso?.stop())

  async function prepare(): Promise<{ spaceId: string; changeRequest: ChangeRequestUnderTest }> {
    const space = await verso.app.space(writer, organizationId, { title: 'Relay guide' })
    await writePages(writer, space.id, [{ title: 'Retries', markdown: 'Relay waits five seconds.\n' }])
    const page = await findPageId(writer, space.id, 'retries')
    const changeRequest = await ChangeRequestUnderTest.create(writer, space.id, 'Wait longer')
    await changeRequest.change([
      { operation: 'update_page', page, document: { markdown: 'Relay waits ten seconds.\n' } },
    ])
    return { spaceId: space.id, changeRequest }
  }

  const openDialog = 'Share a preview'

  test(
    'somebody without an account sees the change request until the link is ended',
    { timeout: 300_000 },
    async () => {
      const { spaceId, changeRequest } = await prepare()
      const site = await verso.app.site(writer, organizationId, { title: 'Fernwall docs', spaces: [spaceId] })
      await verso.open(
        `${changeRequest.address}/changes`,
        writer,
        async (page, context) => {
          await page.getByRole('button', { name: 'More for Change request' }).click()
          await page.getByRole('menuitem', { name: 'Share a preview…' }).click()
          const dialog = page.getByRole('dialog', { name: openDialog })
          await dialog.getByLabel('Ends').selectOption({ label: 'In 30 days' })
          await dialog.getByRole('button', { name: 'Create and copy link' }).click()
          await page.getByText('The link is copied.').waitFor()
          const link = dialog.getByRole('link', { name: 'Fernwall docs' })
          const url = String(await link.getAttribute('href'))
          expect(await page.evaluate('navigator.clipboard.readText()')).toBe(url)
          expect(await findAccessibilityProblems(page)).toEqual([])
          await verso.takePicture(page, 'preview-links')

          const stranger = await verso.browser.newContext()
          const seen = await stranger.newPage()
          await seen.goto(url)
          await seen.getByText('Relay waits ten seconds.').waitFor()
          const api = expectStatus(
            200,
            await writer.get<{ published: boolean }>(`/orgs/${organizationId}/sites/${site.id}`),
          )
          expect(api.published).toBe(false)

          await dialog.getByRole('button', { name: /^End the link: Fernwall docs/ }).click()
          await link.waitFor({ state: 'detached' })
          await expectSoon(async () => (await seen.goto(url))?.status(), 404)
          await stranger.close()
          await context.clearPermissions()
        },
        { permissions: ['clipboard-read', 'clipboard-write'] },
      )
    },
  )

  test('without a site that shows the space, the dialog says what to do', { timeout: 300_000 }, async () => {
    const { changeRequest } = await prepare()
    await verso.open(`${changeRequest.address}/changes`, writer, async (page) => {
      await page.getByRole('button', { name: 'More for Change request' }).click()
      await page.getByRole('menuitem', { name: 'Share a preview…' }).click()
      await page.getByText('No site shows this space yet. Add it to a site first.').waitFor()
      expect(await page.getByRole('button', { name: 'Create and copy link' }).count()).toBe(0)
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    })
    const reader = await verso.app.member(organizationId, 'read')
    await verso.open(`${changeRequest.address}/changes`, reader, async (page) => {
      await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' })
      expect(await page.getByRole('button', { name: 'More for Change request' }).count()).toBe(0)
    })
  })
})
