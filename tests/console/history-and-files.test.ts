import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectStatus, type Person } from '../../packages/server/src/testing/app.ts'
import { commitChanges, newPage } from '../../packages/server/src/testing/direct-changes.ts'
import { ConsoleUnderTest, missingBrowser, skipNote } from './support/console.ts'

const picture = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20" fill="teal"/></svg>',
)

describe.skipIf(missingBrowser !== undefined)(`history and files${skipNote}`, () => {
  let verso: ConsoleUnderTest
  let admin: Person
  let reader: Person
  let spaceId: string

  beforeAll(async () => {
    verso = await ConsoleUnderTest.start()
    const { id: organizationId, admin: owner } = await verso.app.organization('Fernwall')
    admin = owner
    reader = await verso.app.member(organizationId, 'read')
    spaceId = (await verso.app.space(admin, organizationId, { title: 'Relay guide' })).id
    const file = await verso.app.app.areas.content.files.store({ name: 'diagram.svg', bytes: picture })
    await commitChanges(verso.app, admin, spaceId, [
      { type: 'put-file', id: 'diagram', file },
      newPage('retries', 'Retries', 'As it was.\n\n![](/files/diagram)'),
    ])
    const changeRequest = expectStatus(
      201,
      await admin.post<{ id: string }>(`/spaces/${spaceId}/change-requests`, { subject: 'Say it better' }),
    )
    const path = `/spaces/${spaceId}/change-requests/${changeRequest.id}`
    expectStatus(
      200,
      await admin.post(`${path}/content`, {
        changes: [{ operation: 'update_page', page: 'retries', document: { markdown: 'As it is now.' } }],
      }),
    )
    expectStatus(200, await admin.post(`${path}/merge`))
  }, 300_000)
  afterAll(() => verso?.stop())

  test('shows who changed what, and restores an earlier state in a change request', async () => {
    await verso.open(`/spaces/${spaceId}/revisions`, admin, async (page) => {
      const newest = page.getByRole('listitem').filter({ hasText: 'Say it better' })
      await newest.getByText('Now', { exact: true }).waitFor()
      await newest.getByRole('button', { name: 'What changed' }).click()
      await newest.getByText('Edited page').waitFor()
      expect(await newest.getByRole('button', { name: 'Restore' }).count()).toBe(0)

      await page.getByRole('button', { name: 'Restore' }).first().click()
      await page.getByRole('button', { name: 'Make a change request' }).click()
      await page.waitForURL('**/change-requests**')
      const { items } = expectStatus(
        200,
        await admin.get<{ items: { id: string; subject: string }[] }>(
          `/spaces/${spaceId}/change-requests?status=draft`,
        ),
      )
      const restored = items.find(({ subject }) => subject.startsWith('Restore the content of'))
      const { markdown } = expectStatus(
        200,
        await admin.get<{ markdown: string }>(
          `/spaces/${spaceId}/change-requests/${restored?.id}/content/page/retries?format=markdown`,
        ),
      )
      expect(markdown).toContain('As it was.')
    })
  })

  test('offers no restore to readers', async () => {
    await verso.open(`/spaces/${spaceId}/revisions`, reader, async (page) => {
      await page.getByText('Say it better', { exact: true }).waitFor()
      expect(await page.getByRole('button', { name: 'Restore' }).count()).toBe(0)
    })
  })

  test('shows the files of a space, finds one by its name, and says where it is used', async () => {
    await verso.open(`/spaces/${spaceId}/files`, reader, async (page) => {
      const card = page.getByRole('listitem').filter({ hasText: 'diagram.svg' })
      await card.getByText(/40 × 20/).waitFor()
      await card.getByRole('button', { name: 'Where it is used' }).click()
      await card.getByText('No page uses it.').waitFor()
      await page.getByRole('searchbox', { name: 'Find a file' }).fill('nothing like it')
      await page.getByText('No file has this name.').waitFor()
      expect(await card.count()).toBe(0)
    })
  })
})
