import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseMarkdown, writeMarkdown } from '../../packages/markdown/src/index.ts'
import { markdownByBlockType } from '../../packages/markdown/src/testing/markdown-samples.ts'
import { allowLoopback, type Person } from '../../packages/server/src/testing/app.ts'
import { GitServer } from '../../packages/server/src/testing/git-server.ts'
import { SyncedSpace } from '../../packages/server/src/testing/synced-space.ts'
import { waitForAssertions } from '../../packages/server/src/testing/wait-for.ts'
import { ChangeRequestUnderTest, findTextField, waitUntilSaved } from './support/change-requests.ts'
import { ConsoleUnderTest, missingBrowser, skipNote } from './support/console.ts'

/** A repository as people keep one by hand: an editor that wrote its pages anew would change nearly every line. */
const files = {
  'SUMMARY.md':
    '# Table of contents\n\n* [Welcome](README.md)\n* [Install](install.md)\n* [Limits](guide/limits.md)\n',
  'README.md': 'Welcome\n=======\n\nHello *there*,\nwrapped.\n\n+ one\n+ two\n\nSee [install](install.md).\n',
  'install.md': '# Install\n\nRun  it __twice__.\n\n|a|b|\n|-|-|\n|c|d|\n\nThe end.\n',
  'guide/limits.md': '---\ndescription: What is allowed\nowner: platform\n---\n\n# Limits\n\nTen.\n',
}

/** Conditions need a site with visitors; every other block is here. */
const { if: _condition, ...samples } = markdownByBlockType
const everyBlock = writeMarkdown(parseMarkdown(Object.values(samples).join('\n\n')).document)

const wordItem = (text: string): string =>
  `<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·<span>&nbsp;&nbsp; </span></span>${text}<o:p></o:p></p>`

const wordText = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p {color:red}</style></head><body><!--StartFragment-->
  <p class=MsoNormal>From <b>Word</b><o:p></o:p></p>${wordItem('first')}${wordItem('second')}<!--EndFragment--></body></html>`

/** Pastes as a browser does that has these contents in its clipboard. */
const paste = (page: Page, contents: Record<string, string>): Promise<unknown> =>
  page.evaluate(`{
    const data = new DataTransfer()
    for (const [type, value] of Object.entries(${JSON.stringify(contents)})) data.setData(type, value)
    const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
    document.activeElement.dispatchEvent(event)
  }`)

const findRow = (page: Page, name: string) =>
  page.getByRole('treegrid', { name: 'Pages' }).getByRole('link', { name: new RegExp(name) })

describe.skipIf(missingBrowser !== undefined)(`a writer's day${skipNote}`, () => {
  let verso: ConsoleUnderTest
  let server: GitServer
  let folder: string
  let admin: Person
  let organizationId: string

  beforeAll(async () => {
    server = await GitServer.start()
    folder = await mkdtemp(join(tmpdir(), 'verso-writers-day-'))
    verso = await ConsoleUnderTest.start({ outboundAllow: allowLoopback, dataDir: folder })
    ;({ id: organizationId, admin } = await verso.app.organization('Fernwall'))
  }, 300_000)
  afterAll(async () => {
    await verso?.stop()
    server?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  test(
    'what is meant reaches the repository, line by line, and nothing else does',
    { timeout: 300_000 },
    async () => {
      const repository = server.createRepository(files)
      const space = new SyncedSpace(
        await verso.app.space(admin, organizationId, { title: 'Relay guide' }),
        repository,
        admin,
      )
      await space.synchronise('import')
      const before = repository.head
      const changeRequest = await ChangeRequestUnderTest.create(admin, space.id, 'A day of work')
      await verso.open(changeRequest.address, admin, async (page) => {
        // A word on the page that is there.
        await findTextField(page).getByText('one', { exact: true }).click()
        await page.keyboard.press('End')
        await page.keyboard.type(' more')
        await changeRequest.waitForText((await space.page('Welcome')).id, 'one more')

        // The pages in another order, and one with another name.
        await findRow(page, 'Limits').focus()
        await page.keyboard.press('Alt+ArrowRight')
        await waitForAssertions(async () =>
          expect((await changeRequest.readPage((await space.page('Limits')).id)).title).toBe('Limits'),
        )
        await page.keyboard.press('F2')
        await page.keyboard.type('Quotas')
        await page.keyboard.press('Enter')
        await findRow(page, 'Quotas').waitFor()

        // A new page with every block.
        await page.getByRole('link', { name: 'Write' }).focus()
        await page.keyboard.press('n')
        await findRow(page, 'Untitled').waitFor()
        await waitForAssertions(async () =>
          expect(await page.evaluate('document.activeElement?.ariaLabel')).toBe('Title'),
        )
        await page.keyboard.type('Every block')
        await findRow(page, 'Every block').waitFor()
        await findTextField(page).click()
        await paste(page, { 'text/plain': everyBlock })
        await findTextField(page).getByText('Mind the gap.').waitFor()
        await waitUntilSaved(page)

        // Words of a document of Word, at the end of a page.
        await findRow(page, 'Install').click()
        await findTextField(page).getByText('The end.').click()
        await page.keyboard.press('End')
        await page.keyboard.press('Enter')
        await paste(page, { 'text/html': wordText, 'text/plain': 'From Word' })
        await changeRequest.waitForText((await space.page('Install')).id, 'second')
        await waitUntilSaved(page)

        // The changes are what was meant.
        await page.getByRole('link', { name: /^Changes/ }).click()
        const rows = page.locator('a.change-row')
        await rows.first().waitFor()
        const texts = (await rows.allInnerTexts()).join('\n')
        for (const title of ['Welcome', 'Install', 'Quotas', 'Every block']) expect(texts).toContain(title)
        expect(await rows.count()).toBe(4)
        await page.keyboard.press('Shift+Control+Enter')
        await page.getByText('“A day of work” is merged.').waitFor()
      })

      await space.synchronise('export')
      expect(repository.listChanges(before).sort()).toEqual([
        'A\tevery-block.md',
        'M\tREADME.md',
        'M\tSUMMARY.md',
        'M\tguide/limits.md',
        'M\tinstall.md',
      ])
      expect(repository.read('README.md')).toBe(files['README.md'].replace('+ one', '+ one more'))
      expect(repository.read('guide/limits.md')).toBe(
        files['guide/limits.md'].replace('# Limits', '# Quotas'),
      )
      expect(repository.read('install.md')).toBe(
        files['install.md'].replace('The end.\n', 'The end.\n\nFrom **Word**\n\n* first\n* second\n'),
      )
      expect(repository.read('every-block.md')).toBe(`# Every block\n\n${everyBlock}`)
      expect(repository.read('SUMMARY.md')).toBe(
        '# Table of contents\n\n* [Welcome](README.md)\n* [Every block](every-block.md)\n* [Install](install.md)\n  * [Quotas](guide/limits.md)\n',
      )
    },
  )
})
