import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findChromium } from '../support/chromium.ts'
import { type EditorPage, EditorUnderTest } from './support/editor-page.ts'

const search = await findChromium()
const missing = 'missing' in search ? search.missing : undefined

/** Puts the cursor into a cell and opens the settings of its column. */
async function openColumn(page: EditorPage, cell: string) {
  await page.clickEnd(cell)
  await page.page.getByRole('button', { name: 'Table', exact: true }).click()
  await page.page.getByRole('menuitem', { name: 'Column settings' }).click()
  return page.page.getByRole('dialog', { name: 'Column settings' })
}

async function setType(page: EditorPage, cell: string, type: string): Promise<void> {
  const form = await openColumn(page, cell)
  await form.getByRole('combobox', { name: 'Type of the column' }).selectOption(type)
  await form.getByRole('button', { name: 'Apply' }).click()
  await form.waitFor({ state: 'detached' })
}

const file = (name: string) => ({ name, mimeType: 'image/png', buffer: Buffer.from('x') })

const table = (head: string, ...rows: string[]): string =>
  `<table><thead><tr>${head}</tr></thead><tbody>${rows.map((row) => `<tr>${row}</tr>`).join('')}</tbody></table>\n`

describe.skipIf(missing !== undefined)(
  `columns of tables with types${missing === undefined ? '' : ` (${missing})`}`,
  () => {
    let editor: EditorUnderTest

    beforeAll(async () => {
      editor = await EditorUnderTest.start('program' in search ? search.program : '')
    }, 120_000)
    afterAll(() => editor?.stop())

    test('numbers and checkboxes keep what was typed, and are changed by their controls', async () => {
      await editor.open(
        '| Name | Amount | Done |\n| --- | --- | --- |\n| a | 7 | true |\n| b | some |  |\n',
        async (page) => {
          await setType(page, '7', 'number')
          await setType(page, 'true', 'checkbox')
          const head = '<th>Name</th><th data-type="number">Amount</th><th data-type="checkbox">Done</th>'
          expect(await page.readMarkdown()).toBe(
            table(head, '<td>a</td><td>7</td><td>true</td>', '<td>b</td><td>some</td><td></td>'),
          )
          const amounts = page.page.getByRole('spinbutton', { name: 'Amount' })
          await amounts.first().fill('12.5')
          await page.press('Enter')
          await amounts.last().fill('3')
          await page.press('Tab')
          await page.page.getByRole('checkbox', { name: 'Done' }).first().uncheck()
          await page.page.getByRole('checkbox', { name: 'Done' }).last().check()
          expect(await page.readMarkdown()).toBe(
            table(head, '<td>a</td><td>12.5</td><td>false</td>', '<td>b</td><td>3</td><td>true</td>'),
          )
          await setType(page, 'Amount', 'text')
          await setType(page, 'Done', 'text')
          expect(await page.readMarkdown()).toBe(
            '| Name | Amount | Done  |\n| ---- | ------ | ----- |\n| a    | 12.5   | false |\n| b    | 3      | true  |\n',
          )
        },
      )
    })

    test('a choice takes its options from the words that stood there; options are added, coloured, renamed and removed', async () => {
      await editor.open('| Task | State |\n| --- | --- |\n| a | Open |\n| b | Done |\n', async (page) => {
        await setType(page, 'Open', 'select')
        const form = await openColumn(page, 'State')
        await form.getByRole('textbox', { name: 'Option 1' }).fill('To do')
        await form.getByRole('combobox', { name: 'Colour of option 2' }).selectOption('green')
        await form.getByRole('button', { name: 'Add an option' }).click()
        await form.getByRole('textbox', { name: 'Option 3' }).fill('Late')
        await form.getByRole('combobox', { name: 'Colour of option 3' }).selectOption('red')
        await form.getByRole('button', { name: 'Apply' }).click()
        await form.waitFor({ state: 'detached' })
        const choice = page.page.getByRole('button', { name: 'State: Done' })
        await choice.click()
        await page.page.getByRole('menuitemcheckbox', { name: 'Late' }).click()
        const options =
          '<option value="open" label="To do" color="default"></option><option value="done" label="Done" color="green"></option><option value="late" label="Late" color="red"></option>'
        const head = `<th>Task</th><th data-type="select">State<select>${options}</select></th>`
        expect(await page.readMarkdown()).toBe(
          table(
            head,
            '<td>a</td><td><span data-option="open">To do, </span></td>',
            '<td>b</td><td><span data-option="late">Late, </span></td>',
          ),
        )
        const again = await openColumn(page, 'State')
        await again.getByRole('checkbox', { name: 'Several at once' }).check()
        await again.getByRole('button', { name: 'Remove option 2' }).click()
        await again.getByRole('button', { name: 'Apply' }).click()
        await again.waitFor({ state: 'detached' })
        await page.page.getByRole('button', { name: 'State: Late' }).click()
        await page.page.getByRole('menuitemcheckbox', { name: 'To do' }).click()
        const markdown = await page.readMarkdown()
        expect(markdown).toContain('data-type="select" data-multiple>State')
        expect(markdown).not.toContain('label="Done"')
        expect(markdown).toContain(
          '<span data-option="late">Late, </span><span data-option="open">To do, </span>',
        )
      })
    })

    test('files and images are uploaded, pages are chosen', async () => {
      await editor.open('| Files | Picture | Page |\n| --- | --- | --- |\n| f | i | p |\n', async (page) => {
        for (const [cell, type] of [
          ['Files', 'files'],
          ['Picture', 'image'],
          ['Page', 'content-ref'],
        ] as const)
          await setType(page, cell, type)
        const inputs = page.page.locator('td input[type=file]')
        await inputs.first().setInputFiles(file('a.pdf'))
        await page.page.getByRole('button', { name: 'Remove file: a.pdf' }).waitFor()
        await inputs.first().setInputFiles(file('b.pdf'))
        await page.page.getByRole('button', { name: 'Remove file: b.pdf' }).waitFor()
        await page.page.getByRole('button', { name: 'Remove file: a.pdf' }).click()
        await inputs.last().setInputFiles(file('c.png'))
        await page.page.getByRole('button', { name: 'Remove file: c.png' }).waitFor()
        await page.page.getByRole('button', { name: 'Page: p' }).click()
        await page.page.getByRole('combobox', { name: 'Page or address' }).fill('Getting')
        await page.press('Enter')
        await page.page.getByRole('dialog').waitFor({ state: 'detached' })
        const head =
          '<th data-type="files">Files</th><th data-type="image">Picture</th><th data-type="content-ref">Page</th>'
        expect(await page.readMarkdown()).toBe(
          table(
            head,
            '<td><a href="https://files.example.com/b.pdf">b.pdf</a></td><td><a href="https://files.example.com/c.png">c.png</a></td><td><a href="/pages/pageId">pageId</a></td>',
          ),
        )
      })
    })

    test('files and images that the space has are chosen by their names, with keys alone', async () => {
      await editor.open('| Files | Picture |\n| --- | --- |\n| f | i |\n', async (page) => {
        await setType(page, 'Files', 'files')
        await setType(page, 'Picture', 'image')
        const choose = page.page.getByRole('button', { name: 'File of the space' })
        const field = page.page.getByRole('combobox', { name: 'File of the space' })
        await choose.focus()
        await page.press('Enter')
        await field.fill('gui')
        await page.page.getByRole('option', { name: /Guide\.pdf/ }).waitFor()
        await page.press('Enter')
        await page.page.getByRole('button', { name: /^Remove file: guideId/ }).waitFor()
        // The same one is there once, and leaving the form changes nothing.
        await page.press('Enter')
        await field.fill('guide')
        await page.press('Enter')
        await field.waitFor({ state: 'detached' })
        await page.press('Enter')
        await field.waitFor()
        await page.press('Escape')
        await field.waitFor({ state: 'detached' })
        await page.page.getByRole('button', { name: 'Image of the space' }).click()
        await page.page.getByRole('option', { name: /logo\.png/ }).waitFor()
        expect(await page.page.getByRole('option').count()).toBe(1)
        await page.page.getByRole('option', { name: /logo\.png/ }).click()
        await page.page.getByRole('button', { name: /^Remove file: logoId/ }).waitFor()
        expect(await page.readMarkdown()).toBe(
          table(
            '<th data-type="files">Files</th><th data-type="image">Picture</th>',
            '<td><a href="/files/guideId">guideId</a></td><td><a href="/files/logoId">logoId</a></td>',
          ),
        )
      })
    })

    test('people are chosen by their names and removed, one or several, with keys alone', async () => {
      await editor.open('| Task | Owner |\n| --- | --- |\n| a |  |\n', async (page) => {
        await setType(page, 'Owner', 'users')
        const add = page.page.getByRole('button', { name: 'Owner: Add a person' })
        const choose = async (name: string, part: string): Promise<void> => {
          await add.focus()
          await page.press('Enter')
          await page.page.getByRole('combobox', { name: 'Add a person' }).fill(part)
          await page.page.getByRole('option', { name: new RegExp(name) }).waitFor()
          await page.press('Enter')
          await page.page.getByRole('button', { name: `Remove: ${name}` }).waitFor()
        }
        await choose('Ada Lind', 'ada')
        await choose('Sam Ho', 'sam')
        const head = '<th>Task</th><th data-type="users">Owner</th>'
        // One person takes the place of another, unless the column may have several.
        expect(await page.readMarkdown()).toBe(table(head, '<td>a</td><td><a href="/users/u2">u2</a></td>'))
        const form = await openColumn(page, 'Owner')
        await form.getByRole('checkbox', { name: 'Several at once' }).check()
        await form.getByRole('button', { name: 'Apply' }).click()
        await form.waitFor({ state: 'detached' })
        await choose('Ada Lind', 'ada')
        const several = await page.readMarkdown()
        expect(several).toContain('data-multiple>Owner')
        expect(several).toContain('<a href="/users/u2">u2</a>')
        expect(several).toContain('<a href="/users/u1">u1</a>')
        await page.page.getByRole('button', { name: 'Remove: Sam Ho' }).click()
        await page.page.getByRole('button', { name: 'Remove: Sam Ho' }).waitFor({ state: 'detached' })
        expect(await page.readMarkdown()).not.toContain('/users/u2')
      })
    })

    test('people whom the text names are shown by their names, and those who have left by what the text says', async () => {
      const text = table(
        '<th>Task</th><th data-type="users" data-multiple>Owner</th>',
        '<td>a</td><td><a href="/users/u1">u1</a><a href="/users/gone">gone</a></td>',
      )
      await editor.open(text, async (page) => {
        await page.page.getByRole('button', { name: 'Remove: Ada Lind' }).waitFor()
        await page.page.getByRole('button', { name: 'Remove: gone' }).waitFor()
        expect(await page.readMarkdown()).toBe(text)
      })
    })

    test('widths, cards, and where a card leads; all of it is undone', async () => {
      const markdown = '| Name | Link |\n| ---- | ---- |\n| a    | b    |\n'
      await editor.open(markdown, async (page) => {
        const form = await openColumn(page, 'a')
        await form.getByRole('spinbutton', { name: 'Width in pixels' }).fill('240')
        await page.press('Enter')
        await form.waitFor({ state: 'detached' })
        expect(await page.readMarkdown()).toBe(
          table('<th width="240">Name</th><th>Link</th>', '<td>a</td><td>b</td>'),
        )
        await page.page.getByRole('button', { name: 'Table', exact: true }).click()
        await page.page.getByRole('menuitemcheckbox', { name: 'Show as cards' }).click()
        const second = await openColumn(page, 'Link')
        await second.getByRole('combobox', { name: 'In cards' }).selectOption('target')
        await second.getByRole('checkbox', { name: 'Not shown' }).check()
        await second.getByRole('combobox', { name: 'Type of the column' }).selectOption('content-ref')
        await second.getByRole('button', { name: 'Apply' }).click()
        await second.waitFor({ state: 'detached' })
        expect(await page.readMarkdown()).toBe(
          '<table data-view="cards"><thead><tr><th>Name</th><th data-hidden data-card-target data-type="content-ref">Link</th></tr></thead><tbody><tr><td>a</td><td>b</td></tr></tbody></table>\n',
        )
        await page.waitForFocus()
        await page.press('Control+z', 'Control+z', 'Control+z')
        expect(await page.readMarkdown()).toBe(markdown)
      })
    })

    test('with keys alone, and Escape leaves everything as it is', async () => {
      const markdown = '| Task | State |\n| ---- | ----- |\n| a    | Open  |\n'
      await editor.open(markdown, async (page) => {
        const form = await openColumn(page, 'Open')
        await page.press('ArrowDown', 'Escape')
        await form.waitFor({ state: 'detached' })
        expect(await page.readMarkdown()).toBe(markdown)
        await page.waitForFocus()
        await openColumn(page, 'Open')
        await form.getByRole('combobox', { name: 'Type of the column' }).focus()
        await page.press('End', 'Home', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'Tab', 'Enter')
        await page.type('New')
        await page.press('Enter')
        await page.type('Old')
        await page.press('Tab', 'Tab', 'Tab', 'Tab', 'Tab', 'Enter')
        await form.waitFor({ state: 'detached' })
        const value = await page.readMarkdown()
        expect(value).toContain('label="New"')
        expect(value).toContain('label="Old"')
        expect(value).toContain('<span data-option="open">Open, </span>')
        await page.page.getByRole('button', { name: 'State: Open' }).focus()
        await page.press('Enter', 'ArrowDown', 'Enter')
        expect(await page.readMarkdown()).not.toContain('<span data-option="open">')
      })
    })
  },
)
