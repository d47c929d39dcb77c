import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '../../packages/server/src/testing/app.ts'
import { createZip } from '../../packages/server/src/testing/zip.ts'
import { ConsoleUnderTest, missingBrowser, skipNote } from './support/console.ts'

const archive = createZip({
  'README.md': '# Welcome\n\nRead the [guide](guide.md).\n',
  'guide.md': '# Guide\n\nHow it works.\n',
  'link.md': '# Third\n\nText.\n',
})

describe.skipIf(missingBrowser !== undefined)(`import${skipNote}`, () => {
  let verso: ConsoleUnderTest
  let admin: Person
  let reader: Person
  let organizationId: string

  beforeAll(async () => {
    verso = await ConsoleUnderTest.start()
    ;({ id: organizationId, admin } = await verso.app.organization('Fernwall'))
    reader = await verso.app.member(organizationId, 'read')
  }, 300_000)
  afterAll(() => verso?.stop())

  const createSpace = async (): Promise<string> =>
    (await verso.app.space(admin, organizationId, { title: 'Relay guide' })).id

  test('brings an archive of this computer into an empty space, and leads to its pages', async () => {
    const spaceId = await createSpace()
    await verso.open(`/spaces/${spaceId}`, admin, async (page) => {
      await page.getByRole('main').getByRole('link', { name: 'Import' }).click()
      await page.getByRole('radio', { name: /^An archive/ }).check()
      await page.getByLabel('File', { exact: true }).setInputFiles({
        name: 'docs.zip',
        mimeType: 'application/zip',
        buffer: archive,
      })
      await page.getByRole('button', { name: 'Import' }).click()
      await page.getByText('Everything came in: 3 pages and files.').waitFor()
      await page.getByRole('link', { name: 'Look at the pages' }).click()
      await page.getByRole('heading', { level: 1, name: 'Welcome' }).waitFor()
      await page.getByRole('main').getByRole('link', { name: 'guide' }).click()
      await page.getByRole('heading', { level: 1, name: 'Guide' }).waitFor()
      expect(await page.getByRole('treegrid').getByRole('link').allInnerTexts()).toEqual([
        'Welcome',
        'Guide',
        'Third',
      ])
    })
  })

  test('says why nothing came in, keeps what was typed, and works the second time', async () => {
    const spaceId = await createSpace()
    await verso.open(
      `/spaces/${spaceId}/import`,
      admin,
      async (page) => {
        await page.getByRole('textbox', { name: 'Address' }).fill('http://127.0.0.1/')
        await page.getByRole('button', { name: 'Import' }).click()
        await page.getByRole('alert').getByText('Nothing was imported.').waitFor()
        expect(await page.getByRole('textbox', { name: 'Address' }).inputValue()).toBe('http://127.0.0.1/')
        await page.getByRole('radio', { name: /^A Markdown file/ }).check()
        await page.getByLabel('File', { exact: true }).setInputFiles({
          name: 'page.md',
          mimeType: 'text/markdown',
          buffer: Buffer.from('# مرحبا <script>alert(1)</script>\n\nText.'),
        })
        await page.getByRole('button', { name: 'Import' }).click()
        await page.getByText('Everything came in').waitFor()
        expect(await page.getByRole('alert').count()).toBe(0)
      },
      { expectedMessages: /40[03]/ },
    )
  })

  test('is not offered to readers', async () => {
    const spaceId = await createSpace()
    await verso.open(`/spaces/${spaceId}`, reader, async (page) => {
      await page.getByRole('heading', { name: 'This space has no pages yet' }).waitFor()
      expect(await page.getByRole('link', { name: 'Import' }).count()).toBe(0)
      await page.goto(`${verso.origin}/app/spaces/${spaceId}/import`)
      await page.getByText('You do not have the role that this needs.').waitFor()
      expect(await page.getByRole('button', { name: 'Import' }).count()).toBe(0)
    })
  })
})
