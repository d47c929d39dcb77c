import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { waitForAssertions } from '../../packages/server/src/testing/wait-for.ts'
import { findChromium } from '../support/chromium.ts'
import { type EditorPage, EditorUnderTest } from './support/editor-page.ts'

const search = await findChromium()
const missing = 'missing' in search ? search.missing : undefined

/** Gives files to the page as a browser does that has them in its clipboard. */
const pasteFiles = (page: EditorPage, files: { name: string; type: string }[]): Promise<unknown> =>
  page.page.evaluate(`{
    const data = new DataTransfer()
    for (const { name, type } of ${JSON.stringify(files)}) data.items.add(new File(['bytes'], name, { type }))
    document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  }`)

/** A line of a list as Word writes it. */
const writeWordItem = (level: number, marker: string, text: string, list = 0) =>
  `<p class=MsoListParagraph style='margin-left:.5in;mso-list:l${list} level${level} lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>${marker}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]>${text}<o:p></o:p></p>`

describe.skipIf(missing !== undefined)(`pasting${missing === undefined ? '' : ` (${missing})`}`, () => {
  let editor: EditorUnderTest

  beforeAll(async () => {
    editor = await EditorUnderTest.start('program' in search ? search.program : '')
  }, 120_000)
  afterAll(() => editor?.stop())

  test('lists of Word are lists, with their levels, and nothing of Word is left', async () => {
    await editor.open('', async (page) => {
      await page.text.click()
      await page.paste({
        'text/html': `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p {color:red}</style><xml><o:x></o:x></xml></head><body><!--StartFragment-->
          <p class=MsoNormal>Before <b>bold</b><o:p></o:p></p><p class=MsoNormal><o:p>&nbsp;</o:p></p>
          ${writeWordItem(1, '·', 'one')}${writeWordItem(2, 'o', 'inner')}${writeWordItem(1, '·', 'two')}
          <p class=MsoNormal>Between</p>${writeWordItem(1, '1.', 'first', 1)}${writeWordItem(1, '2.', 'second', 1)}<!--EndFragment--></body></html>`,
        'text/plain': 'Before',
      })
      expect(await page.readMarkdown()).toBe(
        'Before **bold**\n\n* one\n  * inner\n* two\n\nBetween\n\n1. first\n2. second\n',
      )
    })
  })

  test('Google Docs: looks become marks, inner lists stay inside, links lead where they say', async () => {
    await editor.open('', async (page) => {
      await page.text.click()
      await page.paste({
        'text/html': `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1"><p><span style="font-weight:400">Plain </span><span style="font-weight:700">bold</span><span style="font-style:italic"> and</span> <a href="https://www.google.com/url?q=https://example.com/a&amp;sa=D"><span>link</span></a></p>
          <ul><li><p><span style="font-weight:400">one</span></p></li><ul><li><p>inner</p></li></ul><li><p>two</p></li></ul></b>`,
        'text/plain': 'Plain',
      })
      expect(await page.readMarkdown()).toBe(
        'Plain **bold** _and_ [link](https://example.com/a)\n\n* one\n  * inner\n* two\n',
      )
    })
  })

  test('cells of a spreadsheet become a table', async () => {
    await editor.open('', async (page) => {
      await page.text.click()
      await page.paste({ 'text/plain': 'Name\tValue\r\nRetries\t10\r\nPause\t\r\n' })
      expect(await page.readMarkdown()).toBe(
        '| Name    | Value |\n| ------- | ----- |\n| Retries | 10    |\n| Pause   |       |\n',
      )
    })
  })

  test('Markdown that an editor of code has coloured is Markdown', async () => {
    await editor.open('', async (page) => {
      await page.text.click()
      await page.paste({
        'text/plain': '## Title\n\n* one\n',
        'text/html':
          '<div style="white-space: pre;"><div><span style="color:#00f">## Title</span></div></div>',
      })
      await page.text.getByText('one').waitFor()
      expect(await page.readMarkdown()).toBe('## Title\n\n* one\n')
    })
  })

  test('5 MB of hostile HTML are taken without a script', { timeout: 120_000 }, async () => {
    await editor.open('', async (page) => {
      await page.text.click()
      await page.page.evaluate(`{
        const data = new DataTransfer()
        const part = '<p class=MsoNormal style="mso-list:l0 level1 lfo1"><svg onload="document.title=1"></svg><img src=x onerror="document.title=1"><a href="javascript:document.title=1">text of a paragraph</a><script>document.title=1</' + 'script></p>'
        data.setData('text/html', part.repeat(Math.ceil(5e6 / part.length / 20)) + '<!--' + 'x'.repeat(4.5e6) + '-->')
        data.setData('text/plain', 'text')
        document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
      }`)
      const markdown = await page.readMarkdown()
      expect(markdown).toContain('* text of a paragraph')
      expect(markdown).not.toMatch(/script|onerror|svg/)
      expect(await page.page.title()).toBe('Editor')
    })
  })

  test('a URL on words links them, on an empty line it can be an embed or a card', async () => {
    await editor.open('Some words.\n\nx\n', async (page) => {
      await page.text.getByText('Some words.').dblclick({ position: { x: 10, y: 10 } })
      await page.paste({ 'text/plain': 'https://example.com/a' })
      expect(await page.readMarkdown()).toBe('[Some](https://example.com/a) words.\n\nx\n')
      await page.clickEnd('x')
      await page.press('Backspace')
      await page.paste({ 'text/plain': 'https://example.com/video' })
      const menu = page.page.getByRole('menu', { name: 'Paste as' })
      await menu.getByRole('menuitem', { name: 'Embed' }).click()
      await page.type('After')
      expect(await page.readMarkdown()).toBe(
        '[Some](https://example.com/a) words.\n\n{% embed url="https://example.com/video" %}\n\nAfter\n',
      )
    })
  })

  test('pictures and files are uploaded where they are pasted, while the text goes on', async () => {
    await editor.open('One.\n\nTwo.\n', async (page) => {
      await page.page.evaluate(
        'window.uploadGate = new Promise((resolve) => { window.openGate = () => resolve() }); 0',
      )
      await page.clickEnd('One.')
      await pasteFiles(page, [
        { name: 'a.png', type: 'image/png' },
        { name: 'b.pdf', type: 'application/pdf' },
      ])
      await page.page.getByRole('progressbar', { name: 'Uploading a.png' }).waitFor()
      await page.type(' More.')
      await page.page.evaluate('window.openGate()')
      await page.page.getByText('b.pdf').waitFor()
      await page.page.getByRole('progressbar').waitFor({ state: 'detached' })
      expect(await page.readMarkdown()).toBe(
        'One. More.\n\n<figure><img src="https://files.example.com/a.png" alt=""><figcaption></figcaption></figure>\n\n{% file src="https://files.example.com/b.pdf" %}\n\nTwo.\n',
      )
    })
  })

  test('an upload that fails says why, and changes nothing', async () => {
    await editor.open('One.\n', async (page) => {
      await page.clickEnd('One.')
      await pasteFiles(page, [{ name: 'bad.png', type: 'image/png' }])
      await waitForAssertions(async () =>
        expect(await page.page.evaluate('window.problems')).toEqual([
          'bad.png: The file is larger than 20 MB. Use a smaller one.',
        ]),
      )
      expect(await page.page.getByRole('progressbar').count()).toBe(0)
      expect(await page.readMarkdown()).toBe('One.\n')
    })
  })
})
