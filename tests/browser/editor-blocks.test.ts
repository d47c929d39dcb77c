import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { waitForAssertions } from '../../packages/server/src/testing/wait-for.ts'
import { findChromium } from '../support/chromium.ts'
import { EditorUnderTest } from './support/editor-page.ts'

const search = await findChromium()
const missing = 'missing' in search ? search.missing : undefined

describe.skipIf(missing !== undefined)(`blocks${missing === undefined ? '' : ` (${missing})`}`, () => {
  let editor: EditorUnderTest

  beforeAll(async () => {
    editor = await EditorUnderTest.start('program' in search ? search.program : '')
  }, 120_000)
  afterAll(() => editor?.stop())

  test('columns of a table are aligned, its titles hidden, its rows moved', async () => {
    await editor.open('| A | B |\n| - | - |\n| 1 | 2 |\n| 3 | 4 |\n', async (page) => {
      await page.clickEnd('2')
      const choose = async (name: string) => {
        await page.page.getByRole('button', { name: 'Table', exact: true }).click()
        await page.page.getByRole('menu', { name: 'Table' }).getByText(name, { exact: true }).click()
      }
      await choose('Right')
      expect(await page.readMarkdown()).toBe('| A   | B   |\n| --- | --: |\n| 1   | 2   |\n| 3   | 4   |\n')
      expect(
        await page.page.evaluate(
          "getComputedStyle(document.querySelector('tr:last-child td:last-child')).textAlign",
        ),
      ).toBe('end')
      await choose('Move row down')
      expect(await page.readMarkdown()).toBe('| A   | B   |\n| --- | --: |\n| 3   | 4   |\n| 1   | 2   |\n')
      await choose('Show the row of titles')
      expect(await page.readMarkdown()).toContain('data-header-hidden')
    })
  })

  test('code has line numbers and wraps long lines', async () => {
    await editor.open('```js\nlet a\n```\n', async (page) => {
      const choose = async (name: string) => {
        await page.page.getByRole('button', { name: 'Options of the code' }).click()
        await page.page.getByRole('menuitemcheckbox', { name }).click()
      }
      await choose('Line numbers')
      await choose('Wrap long lines')
      expect(await page.readMarkdown()).toBe(
        '{% code overflow="wrap" lineNumbers="true" %}\n```js\nlet a\n```\n{% endcode %}\n',
      )
      await choose('Line numbers')
      expect(await page.readMarkdown()).not.toContain('lineNumbers')
    })
  })

  test('an image has a description, a width, an alignment and a caption', async () => {
    await editor.open(
      '<figure><img src="https://files.example.com/a.png" alt=""></figure>\n',
      async (page) => {
        await page.page.locator('.editor-image').hover()
        await page.page.getByRole('textbox', { name: /Description for people/ }).fill('A cat')
        await page.press('Enter')
        await page.page.locator('.editor-image').hover()
        await page.page.getByRole('combobox', { name: 'Width' }).selectOption('50 %')
        await page.page.getByRole('combobox', { name: 'Alignment' }).selectOption('Left')
        const markdown = await page.readMarkdown()
        expect(markdown).toContain('alt="A cat"')
        expect(markdown).toContain('width="50%"')
        expect(markdown).toContain('left')
        await page.page.locator('.editor-image').hover()
        await page.page.getByRole('button', { name: 'Add a caption' }).click()
        await page.type('Says hello')
        expect(await page.readMarkdown()).toContain('<figcaption><p>Says hello</p></figcaption>')
      },
    )
  })

  test('an image has another version for the dark mode', async () => {
    await editor.open(
      '<figure><img src="https://files.example.com/a.png" alt=""></figure>\n',
      async (page) => {
        await page.page.locator('.editor-image').hover()
        const [chooser] = await Promise.all([
          page.page.waitForEvent('filechooser'),
          page.page.getByRole('button', { name: 'Add a dark version' }).click(),
        ])
        await chooser.setFiles({ name: 'dark.png', mimeType: 'image/png', buffer: Buffer.from('x') })
        await page.page.getByText('Shown in dark mode').waitFor()
        expect(await page.readMarkdown()).toContain(
          '<source srcset="https://files.example.com/dark.png" media="(prefers-color-scheme: dark)">',
        )
        await page.page.locator('.editor-image').hover()
        await page.page.getByRole('button', { name: 'Remove the dark version' }).click()
        expect(await page.readMarkdown()).not.toContain('dark.png')
      },
    )
  })

  test('a formula is written in TeX, and what Markdown cannot say is not taken', async () => {
    await editor.open('$$x$$\n', async (page) => {
      const field = page.page.getByRole('textbox', { name: 'Formula in TeX' })
      await page.page.locator('.editor-math-block').hover()
      await field.fill('a^2')
      await field.press('Tab')
      expect(await page.readMarkdown()).toBe('$$a^2$$\n')
      await field.fill('a$$b')
      await field.press('Tab')
      expect(await page.readMarkdown()).toBe('$$a^2$$\n')
      expect(await field.inputValue()).toBe('a^2')
    })
  })

  test('a card leads to a page that is searched for', async () => {
    await editor.open('', async (page) => {
      await page.text.click()
      await page.type('/page li')
      await page.press('Enter')
      await page.page.getByRole('combobox', { name: 'Page or address' }).waitFor()
      await page.type('start')
      await page.page.getByRole('option', { name: /Getting started/ }).click()
      expect(await page.readMarkdown()).toContain('{% content-ref url="/pages/pageId" %}')
    })
  })

  test('the link at the cursor is shown, changed and removed', async () => {
    await editor.open('A [link](https://example.com/a) here.\n', async (page) => {
      await page.text.getByText('link').click()
      const preview = page.page.getByRole('group', { name: 'Link' })
      const address = preview.getByRole('link', { name: 'https://example.com/a' })
      expect(await address.getAttribute('href')).toBe('https://example.com/a')
      await preview.getByRole('button', { name: 'Change link' }).click()
      await page.page.getByRole('combobox', { name: 'Page or address' }).fill('example.org')
      await page.press('Enter')
      expect(await page.readMarkdown()).toBe('A [link](https://example.org) here.\n')
      await preview.getByRole('button', { name: 'Remove link' }).click()
      expect(await page.readMarkdown()).toBe('A link here.\n')
    })
  })

  test('words are found and replaced, in any block, and undo brings them back', async () => {
    const markdown = 'A cat.\n\n* Cat and **cat**\n\n```\ncat\n```\n'
    await editor.open(markdown, async (page) => {
      await page.clickEnd('A cat.')
      await page.press('Control+f')
      const bar = page.page.getByRole('search', { name: 'Find in this page' })
      await bar.getByRole('textbox', { name: 'Find in this page' }).fill('cat')
      await bar.getByText('1/4').waitFor()
      await bar.getByRole('button', { name: 'Next match' }).click()
      await bar.getByText('2/4').waitFor()
      await bar.getByRole('checkbox', { name: 'Match case' }).check()
      await bar.getByText('2/3').waitFor()
      await bar.getByRole('textbox', { name: 'Replace with' }).fill('dog')
      await bar.getByRole('button', { name: 'Replace all' }).click()
      await bar.getByText('0/0').waitFor()
      expect(await page.readMarkdown()).toBe('A dog.\n\n* Cat and **dog**\n\n```\ndog\n```\n')
      await page.press('Escape')
      await page.press('Control+z')
      expect(await page.readMarkdown()).toBe(markdown)
    })
  })

  test('a part of a group is deleted, and a block inside another gives way to it', async () => {
    const markdown =
      '{% columns %}\n{% column %}\nLeft.\n{% endcolumn %}\n\n{% column %}\nRight.\n{% endcolumn %}\n{% endcolumns %}\n\nEnd.\n'
    await editor.open(markdown, async (page) => {
      await page.clickEnd('Right.')
      await page.press('Escape', 'Enter')
      await page.page.getByRole('menuitem', { name: 'Delete this part' }).click()
      expect(await page.readMarkdown()).toBe(
        '{% columns %}\n{% column %}\nLeft.\n{% endcolumn %}\n{% endcolumns %}\n\nEnd.\n',
      )
      await page.clickEnd('Left.')
      await page.press('Escape', 'Escape', 'Alt+ArrowDown')
      expect(await page.readMarkdown()).toBe(
        'End.\n\n{% columns %}\n{% column %}\nLeft.\n{% endcolumn %}\n{% endcolumns %}\n',
      )
    })
  })

  test('a block without a form is begun as Markdown', async () => {
    await editor.open('', async (page) => {
      await page.text.click()
      await page.type('/markup')
      await page.press('Enter')
      await page.page
        .getByRole('textbox', { name: 'Markdown of the block' })
        .fill('{% openapi-operation spec="my-api" path="/path" method="get" %}\n{% endopenapi-operation %}')
      await page.page.getByRole('button', { name: 'Apply' }).click()
      await waitForAssertions(async () =>
        expect(await page.readMarkdown()).toContain('{% openapi-operation spec="my-api" path="/path"'),
      )
    })
  })
})
