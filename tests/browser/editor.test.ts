import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findChromium } from '../support/chromium.ts'
import { EditorUnderTest } from './support/editor-page.ts'

const search = await findChromium()
const missing = 'missing' in search ? search.missing : undefined

describe.skipIf(missing !== undefined)(`the editor${missing === undefined ? '' : ` (${missing})`}`, () => {
  let editor: EditorUnderTest

  beforeAll(async () => {
    editor = await EditorUnderTest.start('program' in search ? search.program : '')
  }, 120_000)
  afterAll(() => editor?.stop())

  test('typing changes the block that is typed in, and undo brings the same document back', async () => {
    const markdown = '# Title\n\nOne.\n\n* a\n* b\n\n{% hint style="info" %}\nTwo.\n{% endhint %}\n'
    await editor.open(markdown, async (page) => {
      await page.clickEnd('Two.')
      await page.type(' More.')
      expect(await page.readMarkdown()).toBe(markdown.replace('Two.', 'Two. More.'))
      await page.press('Control+z')
      expect(await page.readMarkdown()).toBe(markdown)
      await page.press('Control+Shift+z')
      expect(await page.readMarkdown()).toContain('Two. More.')
      expect(await page.page.evaluate('window.changes')).toBeGreaterThan(0)
    })
  })

  test('a key that comes before the browser tells of the selection acts on the selection', async () => {
    await editor.open('Some words.\n\nOthers.\n', async (page) => {
      await page.clickEnd('Others.')
      await page.page.evaluate(`{
        getSelection().selectAllChildren(document.querySelector('.editor-text p'))
        const key = { key: 'b', code: 'KeyB', keyCode: 66, ctrlKey: true, bubbles: true, cancelable: true }
        document.activeElement.dispatchEvent(new KeyboardEvent('keydown', key))
      }`)
      expect(await page.readMarkdown()).toBe('**Some words.**\n\nOthers.\n')
    })
  })

  test('Markdown that is typed becomes what it says', async () => {
    await editor.open('', async (page) => {
      await page.text.click()
      await page.type('## Heading')
      await page.press('Enter')
      await page.type('Some **bold** and *italic* and ~~struck~~ and `code` words.')
      await page.press('Enter')
      await page.type('* one')
      await page.press('Enter')
      await page.type('two')
      await page.press('Tab')
      await page.press('Enter', 'Enter', 'Enter')
      await page.type('[ ] task')
      await page.press('Enter')
      await page.type('next')
      await page.press('Enter', 'Enter')
      await page.type('> quoted')
      await page.press('Enter', 'Enter')
      await page.type('```js ')
      await page.type('const a = 1')
      await page.press('Enter')
      await page.type('a++')
      await page.press('Control+Enter')
      await page.type('---')
      await page.type('End.')
      expect(await page.readMarkdown()).toBe(
        [
          '## Heading',
          'Some **bold** and _italic_ and ~~struck~~ and `code` words.',
          '* one\n  * two',
          '+ [ ] task\n+ [ ] next',
          '> quoted',
          '```js\nconst a = 1\na++\n```',
          '---',
          'End.\n',
        ].join('\n\n'),
      )
    })
  })

  test('a text that is replaced while the pointer is on one of its blocks is not lost', async () => {
    await editor.open('One.\n\n> Two.\n\nThree.\n\nFour is far below.\n', async (page) => {
      await page.text.getByText('Four is far below.').hover()
      await page.text.getByText('Four is far below.').click()
      const before = Number(await page.page.evaluate('window.changes'))
      await page.press('Control+a')
      await page.type('New.')
      expect(await page.readMarkdown()).toBe('New.\n')
      expect(await page.page.evaluate('window.changes')).toBe(before + 4)
    })
  })

  test('marks are set by keys and by the toolbar', async () => {
    await editor.open('Some words.\n', async (page) => {
      await page.text.getByText('Some words.').dblclick({ position: { x: 10, y: 10 } })
      await page.page
        .getByRole('toolbar', { name: 'Formatting' })
        .getByRole('button', { name: 'Bold' })
        .click()
      expect(await page.readMarkdown()).toBe('**Some** words.\n')
      await page.press('Control+b', 'Control+i')
      expect(await page.readMarkdown()).toMatch(/^[*_]Some[*_] words\.\n$/)
    })
  })

  test('a link leads to a page that is searched for, or to an address, and never runs code', async () => {
    await editor.open('Some words.\n', async (page) => {
      await page.text.getByText('Some words.').dblclick({ position: { x: 10, y: 10 } })
      await page.press('Control+k')
      await page.type('start')
      await page.page.getByRole('option', { name: /Getting started/ }).waitFor()
      await page.press('Enter')
      expect(await page.readMarkdown()).toBe('[Some](/pages/pageId) words.\n')
      await page.press('Control+k')
      await page.page.getByRole('combobox', { name: 'Page or address' }).fill('javascript:alert(1)')
      await page.press('Enter')
      await page.page.getByRole('combobox', { name: 'Page or address' }).fill('https://example.com/a')
      await page.press('Enter')
      expect(await page.readMarkdown()).toBe('[Some](https://example.com/a) words.\n')
      await page.press('Control+k')
      await page.page.getByRole('button', { name: 'Remove link' }).click()
      expect(await page.readMarkdown()).toBe('Some words.\n')
    })
  })

  test('every block of the slash menu can be inserted, and what is written can be said', async () => {
    const names =
      'Heading 1,Heading 2,Heading 3,Bulleted list,Numbered list,Task list,Hint,Code block,Table,Tabs,Expandable,Stepper,Columns,Image,Cards,Quote,Divider,File,Embed,Page link,Formula,Shown if,Prompt,Updates'
    await editor.open('', async (page) => {
      await page.text.click()
      for (const name of names.split(',')) {
        await page.reopen({ object: 'document', data: {}, nodes: [] })
        await page.text.click()
        await page.type(`/${name}`)
        await page.page.getByRole('option', { name }).first().waitFor()
        await page.press('Enter')
        if (!['Image', 'Divider', 'Formula'].includes(name)) await page.type('words')
        const markdown = await page.readMarkdown()
        expect(markdown).not.toContain(`/${name}`)
        expect(markdown).not.toBe('')
      }
    })
  })

  test('the slash menu closes with Escape, and what was typed stays', async () => {
    await editor.open('', async (page) => {
      await page.text.click()
      await page.type('/ta')
      await page.page.getByRole('listbox', { name: 'Insert a block' }).waitFor()
      expect(await page.text.getAttribute('aria-activedescendant')).toBe('editor-slash-0')
      await page.press('Escape')
      await page.page.getByRole('listbox', { name: 'Insert a block' }).waitFor({ state: 'hidden' })
      expect(await page.readMarkdown()).toBe('/ta\n')
    })
  })

  test('blocks are moved, duplicated and deleted by keys', async () => {
    await editor.open('One.\n\nTwo.\n\nThree.\n', async (page) => {
      await page.clickEnd('Three.')
      await page.press('Alt+ArrowUp', 'Alt+ArrowUp')
      expect(await page.readMarkdown()).toBe('Three.\n\nOne.\n\nTwo.\n')
      await page.type('?')
      await page.press('Control+d')
      expect(await page.readMarkdown()).toBe('Three.?\n\nThree.?\n\nOne.\n\nTwo.\n')
      await page.press('Escape', 'Delete')
      expect(await page.readMarkdown()).toBe('Three.?\n\nOne.\n\nTwo.\n')
    })
  })

  test('the menu of a block turns it into another, by keyboard alone', async () => {
    await editor.open('One.\n\nTwo.\n', async (page) => {
      await page.clickEnd('One.')
      await page.press('Escape', 'Enter')
      await page.page.getByRole('menu', { name: 'Text' }).waitFor()
      await page.press('Enter')
      await page.page.getByRole('menuitem', { name: 'Hint' }).focus()
      await page.press('Enter')
      expect(await page.readMarkdown()).toBe('{% hint style="info" %}\nOne.\n{% endhint %}\n\nTwo.\n')
      await page.page.getByRole('combobox', { name: 'Style of the hint' }).selectOption('danger')
      expect(await page.readMarkdown()).toContain('style="danger"')
    })
  })

  test('a block is dragged by its handle to another place', async () => {
    await editor.open('One.\n\nTwo.\n\nThree.\n', async (page) => {
      await page.page.getByText('Three.').hover()
      const grip = page.page.getByRole('button', { name: 'Text: Move or change' })
      await grip.dragTo(page.page.getByText('One.'), { targetPosition: { x: 4, y: 1 } })
      expect(await page.readMarkdown()).toBe('Three.\n\nOne.\n\nTwo.\n')
    })
  })

  test('cells, rows and columns of a table are edited', async () => {
    await editor.open('| A | B |\n| --- | --- |\n| 1 | 2 |\n', async (page) => {
      await page.clickEnd('1')
      await page.type('st')
      await page.press('Enter')
      await page.type('line')
      await page.press('Tab')
      await page.type('two')
      await page.page.getByRole('button', { name: 'Table' }).click()
      await page.page.getByRole('menuitem', { name: 'Insert row below' }).click()
      await page.page.getByRole('button', { name: 'Table' }).click()
      await page.page.getByRole('menuitem', { name: 'Insert column after' }).click()
      expect((await page.readMarkdown()).replaceAll(/ +/g, ' ')).toBe(
        '| A | B | |\n| ----------- | --- | --- |\n| 1st<br>line | two | |\n| | | |\n',
      )
    })
  })

  test('tabs are shown one by one, renamed, added and deleted', async () => {
    const markdown =
      '{% tabs %}\n{% tab title="Node" %}\nNode text.\n{% endtab %}\n\n{% tab title="Python" %}\nPython text.\n{% endtab %}\n{% endtabs %}\n'
    await editor.open(markdown, async (page) => {
      await page.page.getByRole('tab', { name: 'Python' }).click()
      await page.page.getByText('Python text.').waitFor()
      expect(await page.page.getByText('Node text.').isVisible()).toBe(false)
      await page.page.getByRole('tab', { name: 'Python' }).click()
      await page.page.getByRole('textbox', { name: 'Title of the tab' }).fill('Ruby')
      await page.press('Enter')
      expect(await page.readMarkdown()).toBe(markdown.replace('title="Python"', 'title="Ruby"'))
      await page.page.getByRole('button', { name: 'Delete this tab' }).click()
      expect(await page.readMarkdown()).toBe(
        '{% tabs %}\n{% tab title="Node" %}\nNode text.\n{% endtab %}\n{% endtabs %}\n',
      )
    })
  })

  test('a block without a form of its own is edited as its Markdown', async () => {
    await editor.open('<custom-element>\na\n</custom-element>\n\nEnd.\n', async (page) => {
      await page.page.getByRole('button', { name: 'Edit as Markdown' }).first().click()
      const source = page.page.getByRole('textbox', { name: 'Markdown of the block' })
      await page.page.getByRole('dialog').waitFor()
      await source.and(page.page.locator(':enabled')).fill('Now **text**.')
      await page.page.getByRole('button', { name: 'Apply' }).click()
      await page.page.getByText('Now text.').waitFor()
      expect(await page.readMarkdown()).toBe('Now **text**.\n\nEnd.\n')
    })
  })

  test('pasted HTML keeps its structure and nothing that runs', async () => {
    await editor.open('', async (page) => {
      await page.text.click()
      await page.paste({
        'text/html': `<h2 onclick="alert(1)">Title</h2><p>Some <b>bold</b> <a href="https://example.com/a">link</a> and
          <a href="javascript:alert(1)">bad</a><img src="x" onerror="document.title='attacked'"></p><script>document.title='attacked'</script>
          <ul><li>one</li><li>two</li></ul><pre>a\n  b</pre><table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td><b>2</b></td></tr></table>`,
        'text/plain': 'Title',
      })
      expect(await page.readMarkdown()).toBe(
        [
          '## Title',
          'Some **bold** [link](https://example.com/a) and bad',
          '* one\n* two',
          '```\na\n  b\n```',
          '| A   | B     |\n| --- | ----- |\n| 1   | **2** |\n',
        ].join('\n\n'),
      )
      expect(await page.page.title()).toBe('Editor')
    })
  })

  test('pasted Markdown becomes blocks, and stays text in code', async () => {
    await editor.open('', async (page) => {
      await page.text.click()
      await page.paste({ 'text/plain': '# A\n\n* one\n* two\n\n```js\nlet a\n```\n' })
      await page.page.getByText('let a').waitFor()
      await page.clickEnd('let a')
      await page.paste({ 'text/plain': '\n# no heading\n* no list' })
      expect(await page.readMarkdown()).toBe(
        '# A\n\n* one\n* two\n\n```js\nlet a\n# no heading\n* no list\n```\n',
      )
    })
  })

  test('a block that cannot be written in a table cell is not put there', async () => {
    await editor.open('| A |\n| --- |\n| one |\n', async (page) => {
      await page.clickEnd('one')
      await page.paste({
        'text/html': '<div data-block="hint" data-settings=\'{"style":"info"}\'><p>x</p></div>',
        'text/plain': 'x',
      })
      expect(await page.readMarkdown()).not.toContain('hint')
    })
  })

  test('a page that may only be read has no controls and takes no text', async () => {
    await editor.open('One.\n\n- [ ] task\n', async (page) => {
      await page.reopen(undefined, { isReadOnly: true })
      await page.page.getByText('One.').click()
      await page.type('x')
      expect(await page.readMarkdown()).toBe('One.\n\n* [ ] task\n')
      expect(await page.page.getByRole('checkbox').isDisabled()).toBe(true)
    })
  })

  test('words that are composed, dictated or written from right to left arrive as they are', async () => {
    const lines = Array.from({ length: 60 }, (_, number) => `Line ${number}.`)
    await editor.open(`${lines.join('\n\n')}\n`, async (page) => {
      const session = await page.page.context().newCDPSession(page.page)
      const compose = async (steps: readonly string[], result: string) => {
        for (const text of steps) {
          const place = { selectionStart: text.length, selectionEnd: text.length }
          await session.send('Input.imeSetComposition', { text, ...place })
        }
        await session.send('Input.insertText', { text: result })
      }
      await page.clickEnd('Line 3.')
      await compose(['に', 'にほ', 'にほん', 'にほんg', 'にほんご'], '日本語')
      await page.press('Enter')
      await compose(['ㅎ', '하', '한'], '한')
      await compose(['ㄱ', '그', '글'], '글')
      await page.press('Control+End', 'Enter')
      await compose(['n', 'ni', 'nih', 'niha', 'nihao'], '你好')
      await page.press('Enter')
      await page.page.keyboard.insertText('These words were dictated.')
      await page.press('Enter')
      await page.type('مرحبا بالعالم')
      const expected = [...lines.slice(0, 3), 'Line 3.日本語', '한글', ...lines.slice(4)]
      expected.push('你好', 'These words were dictated.', 'مرحبا بالعالم')
      expect(await page.readMarkdown()).toBe(`${expected.join('\n\n')}\n`)
      const distance = await page.page.evaluate<number>(`(() => {
        const element = [...document.querySelectorAll('.editor-text p')].at(-1)
        const words = document.createRange()
        words.selectNodeContents(element)
        return element.getBoundingClientRect().right - words.getBoundingClientRect().right
      })()`)
      expect(distance).toBeCloseTo(0, 0)
      // The browser checks the spelling of a field unless it is told not to.
      expect(await page.text.getAttribute('spellcheck')).not.toBe('false')
    })
  })

  test('what is typed right after a jump in a long page is where the cursor is, also where nothing was drawn yet', async () => {
    const lines = Array.from({ length: 400 }, (_, number) => `Line ${number}.`)
    const write = (first: string, last: string) => `${[first, ...lines.slice(1, -1), last].join('\n\n')}\n`
    await editor.open(write('Line 0.', 'Line 399.'), async (page) => {
      await page.clickEnd('Line 0.')
      await page.press(
        'Control+End',
        'a',
        'Enter',
        'b',
        'Control+Home',
        'c',
        'Enter',
        'd',
        'ArrowDown',
        'ArrowUp',
        'e',
      )
      expect(await page.readMarkdown()).toBe(write('c\n\ndeLine 0.', 'Line 399.a\n\nb'))
      await page.press(
        'Control+z',
        'Control+z',
        'Control+z',
        'Control+z',
        'Control+z',
        'Control+z',
        'Control+z',
      )
      await page.type('f')
      expect(await page.readMarkdown()).toMatch(/Line 399\.f\n$/)
    })
  })

  test('a long page takes every key', async () => {
    const markdown = Array.from(
      { length: 1500 },
      (_, index) => `Paragraph ${index} with some words in it.`,
    ).join('\n\n')
    await editor.open(markdown, async (page) => {
      await page.clickEnd('Paragraph 3 with some words in it.')
      await page.type(' All of these keys arrive.')
      expect(await page.readMarkdown()).toContain(
        'Paragraph 3 with some words in it. All of these keys arrive.',
      )
    })
  })
})
