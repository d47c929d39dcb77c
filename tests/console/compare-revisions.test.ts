import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectStatus, type Person } from '../../packages/server/src/testing/app.ts'
import { findPageId, writePages } from '../../packages/server/src/testing/content.ts'
import { ChangeRequestUnderTest } from './support/change-requests.ts'
import { ConsoleUnderTest, missingBrowser, skipNote } from './support/console.ts'

describe.skipIf(missingBrowser !== undefined)(`comparing revisions${skipNote}`, () => {
  let verso: ConsoleUnderTest
  let writer: Person
  let organizationId: string

  beforeAll(async () => {
    verso = await ConsoleUnderTest.start()
    ;({ id: organizationId, admin: writer } = await verso.app.organization('Fernwall'))
  }, 300_000)
  afterAll(() => verso?.stop())

  test('any two of the history, page by page and as source', { timeout: 300_000 }, async () => {
    const space = await verso.app.space(writer, organizationId, { title: 'Relay guide' })
    await writePages(writer, space.id, [
      { title: 'Retries', markdown: '## Waiting\n\nRelay waits five seconds.\n' },
      { title: 'Old limits', markdown: 'Ten a minute.\n' },
    ])
    const retries = await findPageId(writer, space.id, 'retries')
    const limits = await findPageId(writer, space.id, 'old-limits')
    const merge = async (subject: string, ...changes: object[]): Promise<void> => {
      const changeRequest = await ChangeRequestUnderTest.create(writer, space.id, subject)
      await changeRequest.change(changes)
      expectStatus(200, await writer.post(`${changeRequest.address}/merge`))
    }
    const rewrite = (markdown: string) => ({
      operation: 'update_page',
      page: retries,
      document: { markdown },
    })
    await merge('Wait longer', rewrite('## Waiting\n\nRelay waits ten seconds.\n'))
    await merge('Fewer pages', { operation: 'delete_page', page: limits })
    await merge('Wait longest', rewrite('## Waiting\n\nRelay waits twelve seconds.\n'), {
      operation: 'insert_page',
      title: 'New limits',
      document: { markdown: 'Twelve a minute.\n' },
    })
    const reader = await verso.app.member(organizationId, 'read')
    await verso.open(`/spaces/${space.id}/revisions`, reader, async (page) => {
      const choose = async (subject: string): Promise<void> =>
        page.getByRole('checkbox', { name: new RegExp(`^Choose “${subject}”`) }).check()
      await choose('Fewer pages')
      const compare = page.getByRole('button', { name: 'Compare' })
      expect(await compare.count()).toBe(0)
      await choose('Wait longest')
      await compare.waitFor()
      // A third takes the place of the first.
      await choose('Wait longer')
      expect(await page.getByRole('checkbox', { name: /^Choose “Fewer pages”/ }).isChecked()).toBe(false)
      await verso.takePicture(page, 'history-choose')
      await compare.click()
      const list = page.getByRole('navigation', { name: '3 pages changed' })
      await list.getByRole('link', { name: /Retries/ }).waitFor()
      await page.locator('del', { hasText: 'ten' }).waitFor()
      await page.locator('ins', { hasText: 'twelve' }).waitFor()
      await page.getByRole('radio', { name: 'Markdown' }).click()
      await page.getByText('## Waiting').waitFor()
      await verso.takePicture(page, 'comparison')
      await list.getByRole('link', { name: /New limits/ }).click()
      await page.getByText('Twelve a minute.').waitFor()
      await list.getByRole('link', { name: /Old limits/ }).click()
      await page.getByText('Ten a minute.').waitFor()
      // The address says what is compared.
      await page.reload()
      await page.getByRole('heading', { name: 'Old limits' }).waitFor()
      await page.getByText('Ten a minute.').waitFor()
    })
  })

  test('says so when nothing differs, and when a revision is not there', { timeout: 300_000 }, async () => {
    const space = await verso.app.space(writer, organizationId)
    const compare = (base: string) => `/spaces/${space.id}/revisions/${space.revision}/compare/${base}`
    await verso.open(compare(space.revision), writer, async (page) => {
      await page.getByText('The content was the same at both times.').waitFor()
      expect(await page.getByRole('navigation', { name: /changed/ }).count()).toBe(0)
    })
    await verso.open(
      compare('nowhere'),
      writer,
      async (page) => {
        await page.getByRole('alert').waitFor()
      },
      { expectedMessages: /404/ },
    )
  })
})
