import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findChromium } from '../support/chromium.ts'
import { type EditorPage, EditorUnderTest } from './support/editor-page.ts'

const search = await findChromium()
const missing = 'missing' in search ? search.missing : undefined

/** Chooses a block in the menu that a slash opens. */
async function insert(page: EditorPage, name: string): Promise<void> {
  await page.type(`/${name}`)
  await page.page.getByRole('listbox', { name: 'Insert a block' }).getByRole('option').first().waitFor()
  await page.press('Enter')
}

/** Types into the form that chooses something, and takes its first suggestion. */
async function choose(page: EditorPage, form: string, words: string): Promise<void> {
  const dialog = page.page.getByRole('dialog', { name: form })
  await dialog.getByRole('combobox').fill(words)
  await page.press('Enter')
  await dialog.waitFor({ state: 'detached' })
}

describe.skipIf(missing !== undefined)(
  `choosing what a page shows${missing === undefined ? '' : ` (${missing})`}`,
  () => {
    let editor: EditorUnderTest

    beforeAll(async () => {
      editor = await EditorUnderTest.start('program' in search ? search.program : '')
    }, 120_000)
    afterAll(() => editor?.stop())

    test('a reusable content is chosen by its title, and another one later', async () => {
      await editor.open('', async (page) => {
        await page.text.click()
        await insert(page, 'reusable')
        await choose(page, 'Reusable content', 'lic')
        expect(await page.readMarkdown()).toContain('{% include "/reusable-contents/licence" %}')
        await page.page.getByText('Licence', { exact: true }).waitFor()
        await page.page.getByRole('button', { name: 'Choose a text' }).click()
        await page.page.getByRole('option', { name: 'Licence' }).waitFor()
        await page.press('Escape')
        expect(await page.readMarkdown()).toContain('{% include "/reusable-contents/licence" %}')
      })
    })

    test('nothing is inserted when nothing is chosen', async () => {
      await editor.open('Words\n', async (page) => {
        await page.clickEnd('Words')
        await page.press('Enter')
        for (const [name, form] of [
          ['reusable', 'Reusable content'],
          ['api', 'Specification'],
          ['icon', 'Icon'],
          ['button', 'Button'],
        ] as const) {
          await insert(page, name)
          await page.page.getByRole('dialog', { name: form }).waitFor()
          await page.press('Escape')
        }
        await page.type('After')
        expect(await page.readMarkdown()).toBe('Words\n\nAfter\n')
      })
    })

    test('an operation is chosen from a specification by its path or summary', async () => {
      await editor.open('', async (page) => {
        await page.text.click()
        await insert(page, 'api operation')
        await choose(page, 'Specification', 'pet')
        await choose(page, 'API operation', 'add')
        expect(await page.readMarkdown()).toContain('spec="petstore" path="/pets" method="post"')
        await page.page.getByText('POST /pets').waitFor()
      })
    })

    test('icons and buttons stand in the text, and are changed by a click or by keys', async () => {
      await editor.open('Go\n', async (page) => {
        await page.clickEnd('Go')
        await page.type(' ')
        await insert(page, 'icon')
        await choose(page, 'Icon', 'rock')
        await page.type(' ')
        await insert(page, 'button')
        const form = page.page.getByRole('dialog', { name: 'Button' })
        await form.getByRole('textbox', { name: 'Text of the button' }).fill('Start')
        await page.press('Enter')
        await form.getByRole('alert').filter({ hasText: 'a page or an address' }).waitFor()
        await form.getByRole('combobox', { name: 'Page or address' }).fill('https://example.com/start')
        await page.press('Enter')
        await form.waitFor({ state: 'detached' })
        expect(await page.readMarkdown()).toBe(
          'Go <i class="fa-rocket">:rocket:</i> <a href="https://example.com/start" class="button primary">Start</a>\n',
        )
        await page.page.locator('.editor-button').click()
        await form.getByRole('combobox', { name: 'Style of the button' }).selectOption('secondary')
        await form.getByRole('combobox', { name: 'Icon' }).fill('hou')
        // The form is higher while it suggests something, so its button is elsewhere.
        await form.getByRole('option', { name: 'house' }).click()
        await form.getByRole('option', { name: 'house' }).waitFor({ state: 'detached' })
        await form.getByRole('button', { name: 'Apply' }).click()
        await form.waitFor({ state: 'detached' })
        const markdown = await page.readMarkdown()
        expect(markdown).toContain('class="button secondary"')
        expect(markdown).toContain('house')
        expect(markdown).toContain('https://example.com/start')
        await page.text.locator('p').click({ position: { x: 2, y: 10 } })
        await page.waitForFocus()
        await page.press('Home', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'Enter')
        await choose(page, 'Icon', 'house')
        expect(await page.readMarkdown()).not.toContain('rocket')
      })
    })

    test('@ at the beginning of a word mentions a page, and stays an @ for whoever meant one', async () => {
      await editor.open('See\n', async (page) => {
        await page.clickEnd('See')
        await page.type(' @')
        await choose(page, 'Mention', 'getting')
        await page.type(' and a')
        await page.type('@example.com or @')
        await page.page.getByRole('dialog', { name: 'Mention' }).waitFor()
        await page.type('verso')
        await page.press('Escape')
        await page.type('!')
        expect(await page.readMarkdown()).toBe(
          'See [pageId](/pages/pageId "mention") and a\\@example.com or @verso\\!\n',
        )
      })
    })
  },
)
