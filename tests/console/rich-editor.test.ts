import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { expectStatus, type Person } from '../../packages/server/src/testing/app.ts'
import { findPageId, writePages } from '../../packages/server/src/testing/content.ts'
import { commitChanges } from '../../packages/server/src/testing/direct-changes.ts'
import { waitForProcessedSpec } from '../../packages/server/src/testing/specs.ts'
import { waitForAssertions } from '../../packages/server/src/testing/wait-for.ts'
import {
  ChangeRequestUnderTest,
  findTextField,
  waitForSelection,
  waitUntilSaved,
} from './support/change-requests.ts'
import { ConsoleUnderTest, findAccessibilityProblems, missingBrowser, skipNote } from './support/console.ts'

/** In a hand of its own: a star for each item, a table without spaces. An editor that wrote it anew would change all of it. */
const text = `---
description: How events arrive
owner: platform
---

# Delivery

Events arrive *in order*.

Setting up
----------

* One
* Two

{% hint style="warning" %}
Keep the secret.
{% endhint %}

|Name|Value|
|-|-|
|Retries|10|

The end.
`

const specification = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Relay', version: '1' },
  paths: { '/events': { get: { summary: 'List events', responses: { 200: { description: 'Events' } } } } },
})

const choose = (page: Page, mode: 'Page' | 'Markdown') =>
  page.getByRole('group', { name: 'Write as' }).getByRole('radio', { name: mode }).click()

describe.skipIf(missingBrowser !== undefined)(`writing a page as it looks${skipNote}`, () => {
  let verso: ConsoleUnderTest
  let admin: Person
  let reader: Person
  let organizationId: string
  let changeRequest: ChangeRequestUnderTest
  let pageId: string

  beforeAll(async () => {
    verso = await ConsoleUnderTest.start()
    ;({ id: organizationId, admin } = await verso.app.organization('Fernwall'))
    reader = await verso.app.member(organizationId, 'read')
  }, 300_000)
  afterAll(() => verso?.stop())

  beforeEach(async () => {
    const space = await verso.app.space(admin, organizationId, { title: 'Relay guide' })
    await writePages(admin, space.id, [
      { title: 'Delivery', markdown: text },
      { title: 'Alerts', markdown: 'Ring.\n' },
    ])
    pageId = await findPageId(admin, space.id, 'delivery')
    changeRequest = await ChangeRequestUnderTest.create(admin, space.id, 'Words')
  })

  const address = () => `${changeRequest.address}/pages/${pageId}`
  const readMarkdown = async () => (await changeRequest.readPage(pageId)).markdown
  const expectMarkdown = (markdown: string) =>
    waitForAssertions(async () => expect(await readMarkdown()).toBe(markdown))

  test(
    'icons, pages, operations and reusable content are chosen by what people call them',
    { timeout: 180_000 },
    async () => {
      const { spaceId } = changeRequest
      await commitChanges(verso.app, admin, spaceId, [
        { type: 'put-reusable-content', id: 'licence', title: 'Licence', document: { markdown: 'Free.' } },
      ])
      expectStatus(
        201,
        await admin.put(`/orgs/${organizationId}/openapi/relay`, { source: { text: specification } }),
      )
      await waitForProcessedSpec(admin, organizationId, 'relay')
      const fresh = await ChangeRequestUnderTest.create(admin, spaceId, 'Choices')
      await verso.open(`${fresh.address}/pages/${pageId}`, admin, async (page) => {
        await findTextField(page).getByText('The end.').click()
        // The editor restores its selection 20 ms after it got the focus, and takes back what a key did meanwhile.
        await page.evaluate('new Promise((resolve) => setTimeout(resolve, 30))')
        await page.keyboard.press('End')
        for (const [block, forms] of [
          ['/icon', [['Icon', 'launch']]],
          ['/mention', [['Mention', 'aler']]],
          ['/reusable', [['Reusable content', 'lic']]],
          [
            '/api operation',
            [
              ['Specification', 'rel'],
              ['API operation', 'list'],
            ],
          ],
        ] as const) {
          await page.keyboard.type(` ${block}`)
          await page.getByRole('listbox', { name: 'Insert a block' }).getByRole('option').first().waitFor()
          await page.keyboard.press('Enter')
          for (const [form, words] of forms) {
            const dialog = page.getByRole('dialog', { name: form })
            await dialog.getByRole('combobox').fill(words)
            await dialog.getByRole('option').first().waitFor()
            await page.keyboard.press('Enter')
            await dialog.waitFor({ state: 'detached' })
          }
        }
        await waitForAssertions(async () => {
          const { markdown } = await fresh.readPage(pageId)
          expect(markdown).toMatch(/The end\. <i class="fa-[\w-]+">/)
          expect(markdown).toContain('"mention")')
          expect(markdown).toContain('licence')
          expect(markdown).toContain('path="/events" method="get"')
        })
      })
    },
  )

  test('only the line that was written in is changed', { timeout: 180_000 }, async () => {
    await expectMarkdown(text)
    await verso.open(address(), admin, async (page) => {
      const field = findTextField(page)
      await field.getByRole('heading', { name: 'Setting up' }).waitFor()
      await field.getByText('The end.').click()
      await page.keyboard.press('End')
      await page.keyboard.type(' Really.')
      const written = text.replace('The end.', 'The end. Really.')
      await expectMarkdown(written)
      await waitUntilSaved(page)

      await page.keyboard.press('Shift+Control+ArrowLeft')
      await page.keyboard.press('Shift+Control+ArrowLeft')
      await waitForSelection(page, 'Really.')
      await page.keyboard.press('Control+B')
      await field.locator('strong', { hasText: 'Really' }).waitFor()
      await waitForAssertions(async () =>
        expect((await changeRequest.readPage(pageId)).markdown).toMatch(/^The end\. \*\*Really\.?\*\*\.?$/m),
      )
      await page.keyboard.press('Control+Z')
      await expectMarkdown(written)
      await waitUntilSaved(page)

      // In a list, a hint and a table too.
      await field.getByText('Two', { exact: true }).click()
      await page.keyboard.press('End')
      await page.keyboard.type(' and a half')
      await field.getByText('Keep the secret.').click()
      await page.keyboard.press('End')
      await page.keyboard.type(' Always.')
      const more = written
        .replace('* Two', '* Two and a half')
        .replace('Keep the secret.', 'Keep the secret. Always.')
      await expectMarkdown(more)
      await page.getByRole('textbox', { name: 'Title' }).fill('Arrival')
      await expectMarkdown(more.replace('# Delivery', '# Arrival'))
      await waitUntilSaved(page)
      await verso.takePicture(page, 'rich-editor')
    })
  })

  test('what is typed and taken back is saved', { timeout: 180_000 }, async () => {
    await verso.open(address(), admin, async (page) => {
      await findTextField(page).getByText('The end.').click()
      await page.keyboard.press('End')
      await page.keyboard.type('x')
      await page.getByText('Not saved yet').filter({ visible: true }).waitFor()
      await page.keyboard.press('Backspace')
      await waitUntilSaved(page)
      expect(await readMarkdown()).toBe(text)
    })
  })

  test('the page and its Markdown are one text', { timeout: 180_000 }, async () => {
    await verso.open(address(), admin, async (page) => {
      const field = findTextField(page)
      await field.getByText('The end.').click()
      await page.keyboard.press('End')
      await page.keyboard.type(' As a page.')
      // Before it could be saved.
      await choose(page, 'Markdown')
      await field.getByText('The end. As a page.').click()
      await page.keyboard.press('End')
      await page.keyboard.type(' As **Markdown**.')
      await choose(page, 'Page')
      await field.locator('strong', { hasText: 'Markdown' }).waitFor()
      await expectMarkdown(text.replace('The end.', 'The end. As a page. As **Markdown**.'))
      await choose(page, 'Markdown')
      await field.getByText('As **Markdown**.').waitFor()
      // The browser keeps the choice.
      await page.reload()
      await field.getByText('As **Markdown**.').waitFor()
      expect(await page.getByRole('radio', { name: 'Markdown' }).isChecked()).toBe(true)
    })
  })

  test('changing the way of writing keeps the place of the cursor', { timeout: 180_000 }, async () => {
    await verso.open(address(), admin, async (page) => {
      const field = findTextField(page)
      await field.getByText('Keep the secret.').click()
      await choose(page, 'Markdown')
      await field.getByText('Keep the secret.').waitFor()
      await page.keyboard.press('End')
      await page.keyboard.type(' ')
      await waitForAssertions(async () =>
        expect(await readMarkdown()).toContain('{% hint style="warning" %} \n'),
      )
      await choose(page, 'Page')
      await field.getByText('Keep the secret.').waitFor()
      await page.keyboard.type('Please: ')
      await waitForAssertions(async () =>
        expect(await readMarkdown()).toContain('\nPlease: Keep the secret.'),
      )
    })
  })

  test('words become links to pages', { timeout: 180_000 }, async () => {
    await verso.open(address(), admin, async (page) => {
      const field = findTextField(page)
      await field.getByText('The end.').click()
      await page.keyboard.press('Home')
      for (let count = 0; count < 3; count++) await page.keyboard.press('Shift+ArrowRight')
      await waitForSelection(page, 'The')
      await page.keyboard.press('Control+K')
      await page.getByRole('combobox', { name: 'Page or address' }).waitFor()
      await page.keyboard.type('aler')
      await page.getByRole('option', { name: /Alerts/ }).click()
      await waitForAssertions(async () =>
        expect((await changeRequest.readPage(pageId)).markdown).toMatch(/^\[The\]\(\/pages\/\w+\) end\.$/m),
      )
    })
  })

  test('whoever may only read sees the page', { timeout: 180_000 }, async () => {
    await verso.open(address(), reader, async (page) => {
      await findTextField(page).getByText('The end.').click()
      await page.keyboard.type('x')
      expect(await findTextField(page).getByText('The end.', { exact: true }).count()).toBe(1)
      expect(await findAccessibilityProblems(page)).toEqual([])
    })
  })

  test('it is accessible and fits in every look', { timeout: 180_000 }, async () => {
    await verso.open(address(), admin, async (page) => {
      await findTextField(page).getByText('The end.').waitFor()
      expect(await verso.findProblemsInLooks(page, 'rich-editor')).toEqual([])
    })
  })
})
