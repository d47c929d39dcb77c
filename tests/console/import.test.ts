import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allowLoopback, type Person } from '../../packages/server/src/testing/app.ts'
import { TestNetwork } from '../../packages/server/src/testing/network.ts'
import { createZip } from '../../packages/server/src/testing/zip.ts'
import { ConsoleUnderTest, missingBrowser, skipNote } from './support/console.ts'

const archive = createZip({
  'README.md': '# Welcome\n\nRead the [guide](guide.md).\n',
  'guide.md': '# Guide\n\nHow it works.\n',
  'link.md': '# Third\n\nText.\n',
})

/** A file as a person chooses it. */
const chooseFile = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/zip', buffer })

describe.skipIf(missingBrowser !== undefined)(`import${skipNote}`, () => {
  const network = new TestNetwork()
  let verso: ConsoleUnderTest
  let admin: Person
  let reader: Person
  let organizationId: string

  beforeAll(async () => {
    verso = await ConsoleUnderTest.start({ outboundAllow: allowLoopback }, undefined, network)
    ;({ id: organizationId, admin } = await verso.app.organization('Fernwall'))
    reader = await verso.app.member(organizationId, 'read')
  }, 300_000)
  afterAll(async () => {
    await verso?.stop()
    await network.close()
  })

  const createSpace = async (): Promise<string> =>
    (await verso.app.space(admin, organizationId, { title: 'Relay guide' })).id

  test('brings files of this computer into an empty space, and says page by page what came in', async () => {
    const spaceId = await createSpace()
    await verso.open(`/spaces/${spaceId}`, admin, async (page) => {
      await page.getByRole('main').getByRole('link', { name: 'Import' }).click()
      await page.getByRole('radio', { name: /^An archive/ }).check()
      await page
        .getByLabel('File', { exact: true })
        .setInputFiles([
          chooseFile('docs.zip', archive),
          chooseFile('broken.zip', Buffer.from('no archive')),
          chooseFile('x', archive),
        ])
      await page.getByRole('button', { name: 'Remove x' }).click()
      await page.getByRole('button', { name: 'Import' }).click()
      await page.getByText('3 of 4 pages and files came in.').waitFor()
      await page.getByRole('region', { name: 'What is missing' }).getByText('broken.zip').waitFor()
      const cameIn = page.getByRole('region', { name: 'What came in' })
      expect(await cameIn.getByRole('link').allInnerTexts()).toEqual([
        'Welcome\nREADME.md',
        'Guide\nguide.md',
        'Third\nlink.md',
      ])
      await page.getByRole('link', { name: 'Look at the pages' }).click()
      await page.getByRole('heading', { level: 1, name: 'Welcome' }).waitFor()
      await page.getByRole('main').getByRole('link', { name: 'guide' }).click()
      await page.getByRole('heading', { level: 1, name: 'Guide' }).waitFor()
    })
  })

  test('says why nothing came in, keeps what was typed, and puts it into a change request the second time', async () => {
    const spaceId = await createSpace()
    await verso.open(
      `/spaces/${spaceId}/import`,
      admin,
      async (page) => {
        await page.getByRole('textbox', { name: 'Address' }).fill('http://10.0.0.1/')
        await page.getByRole('button', { name: 'Import' }).click()
        await page.getByRole('alert').getByText('Nothing was imported.').waitFor()
        expect(await page.getByRole('textbox', { name: 'Address' }).inputValue()).toBe('http://10.0.0.1/')
        await page.getByRole('radio', { name: /^A Markdown file/ }).check()
        await page.getByLabel('File', { exact: true }).setInputFiles({
          name: 'page.md',
          mimeType: 'text/markdown',
          buffer: Buffer.from('# مرحبا <script>alert(1)</script>\n\nText.'),
        })
        await page.getByRole('radio', { name: /^Into a new change request/ }).check()
        await page.getByRole('button', { name: 'Import' }).click()
        await page.getByText('Everything came in').waitFor()
        await page.getByRole('link', { name: 'Open the change request' }).click()
        await page.getByRole('treegrid').getByRole('link', { name: /مرحبا/ }).waitFor()
      },
      { expectedMessages: /40[03]/ },
    )
  })

  test('is canceled while it runs, and run again', async () => {
    const spaceId = await createSpace()
    const gate = Promise.withResolvers<undefined>()
    const { url } = await network.listen((_request, response) => {
      void gate.promise.then(() => response.end('# Late\n\nText.'))
    })
    await verso.open(`/spaces/${spaceId}/import`, admin, async (page) => {
      await page.getByRole('radio', { name: /^A Markdown file/ }).check()
      await page.getByRole('textbox', { name: 'Or its address' }).fill(url)
      await page.getByRole('button', { name: 'Import' }).click()
      await page
        .getByRole('listitem')
        .filter({ hasText: 'Read the pages' })
        .getByRole('progressbar')
        .waitFor()
      await page.getByRole('button', { name: 'Cancel the import' }).click()
      await page.getByText('Nothing of it was kept.').waitFor()
      gate.resolve(undefined)
      await page.getByRole('button', { name: 'Try again' }).click()
      await page.getByText('Everything came in').waitFor()
      await page.getByRole('navigation').getByRole('link', { name: 'Import' }).last().click()
      const earlier = page.getByRole('region', { name: 'Earlier imports' })
      await earlier.getByRole('link', { name: /Canceled/ }).waitFor()
      await earlier.getByRole('link', { name: /Done/ }).waitFor()
      expect(await earlier.getByRole('link').count()).toBe(2)
    })
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
