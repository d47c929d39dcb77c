import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Person } from '../../packages/server/src/testing/app.ts'
import { expectStatus } from '../../packages/server/src/testing/app.ts'
import { findPageId, writePages } from '../../packages/server/src/testing/content.ts'
import { waitForAssertions } from '../../packages/server/src/testing/wait-for.ts'
import { ChangeRequestUnderTest, findTextField, waitUntilSaved } from './support/change-requests.ts'
import { ConsoleUnderTest, findAccessibilityProblems, missingBrowser, skipNote } from './support/console.ts'

/** A picture of one pixel. */
const picture =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

const pastePicture = (page: Page, name: string): Promise<unknown> =>
  page.evaluate(`{
    const bytes = Uint8Array.from(atob('${picture}'), (letter) => letter.charCodeAt(0))
    const data = new DataTransfer()
    data.items.add(new File([bytes], ${JSON.stringify(name)}, { type: 'image/png' }))
    document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  }`)

const readWidth = (page: Page): Promise<unknown> =>
  page.evaluate("document.querySelector('.editor-image img')?.naturalWidth")

interface ServedPage {
  cover?: { ref: { kind: string; file?: string } }
  layout?: { width: string; outline: boolean }
  slug?: string
}

describe.skipIf(missingBrowser !== undefined)(`pictures and options of a page${skipNote}`, () => {
  let verso: ConsoleUnderTest
  let admin: Person
  let organizationId: string
  let changeRequest: ChangeRequestUnderTest
  let pageId: string

  beforeAll(async () => {
    verso = await ConsoleUnderTest.start()
    ;({ id: organizationId, admin } = await verso.app.organization('Fernwall'))
  }, 300_000)
  afterAll(() => verso?.stop())

  beforeEach(async () => {
    const space = await verso.app.space(admin, organizationId, { title: 'Relay guide' })
    await writePages(admin, space.id, [{ title: 'Delivery', markdown: 'One.\n\nTwo.\n' }])
    pageId = await findPageId(admin, space.id, 'delivery')
    changeRequest = await ChangeRequestUnderTest.create(admin, space.id, 'Pictures')
  })

  const address = () => `${changeRequest.address}/pages/${pageId}`
  const readPage = async (): Promise<ServedPage> =>
    expectStatus(200, await admin.get<ServedPage>(`${changeRequest.address}/content/page/${pageId}`))

  test('a pasted picture is stored, shown, described and saved', { timeout: 180_000 }, async () => {
    await verso.open(
      address(),
      admin,
      async (page) => {
        const field = findTextField(page)
        await field.getByText('One.').click()
        await page.keyboard.press('End')
        await pastePicture(page, 'cat <b>.png')
        const image = field.locator('.editor-image img')
        await image.waitFor()
        await waitForAssertions(async () => expect(await readWidth(page)).toBe(1))
        await field.locator('.editor-image').hover()
        await page.getByRole('textbox', { name: /Description for people/ }).fill('A cat')
        await page.keyboard.press('Enter')
        await changeRequest.waitForText(pageId, 'alt="A cat"')
        await waitUntilSaved(page)
        const { markdown } = await changeRequest.readPage(pageId)
        expect(markdown).toMatch(/^One\.\n\n<figure><img src="[^"]+" alt="A cat">[^\n]*\n\nTwo\.\n$/)
        // It is there after a reload too.
        await page.reload()
        await waitForAssertions(async () => expect(await readWidth(page)).toBe(1))
      },
      // Text that is saved while the file comes in is saved once more on top of it.
      { expectedMessages: /409/ },
    )
  })

  test(
    'a picture that the server refuses is not in the page, and why is said',
    { timeout: 180_000 },
    async () => {
      await verso.open(
        address(),
        admin,
        async (page) => {
          await page.route('**/storage/upload', (route) =>
            route.fulfill({
              status: 413,
              contentType: 'application/json',
              body: JSON.stringify({
                error: { code: 413, message: 'The file is too large. Send less than 1 MB.' },
              }),
            }),
          )
          await findTextField(page).getByText('Two.').click()
          await pastePicture(page, 'large.png')
          await page
            .getByText(/large\.png: .*too large/)
            .first()
            .waitFor()
          expect(await page.locator('.editor-image, .editor-upload').count()).toBe(0)
          await page.keyboard.press('End')
          await page.keyboard.type(' Three.')
          await changeRequest.waitForText(pageId, 'Two. Three.')
          expect((await changeRequest.readPage(pageId)).markdown).toBe('One.\n\nTwo. Three.\n')
        },
        { expectedMessages: /413/ },
      )
    },
  )

  test('a file that the space has is chosen in a column of a table', { timeout: 180_000 }, async () => {
    const base64 = Buffer.from('x').toString('base64')
    await changeRequest.change([
      { operation: 'insert_files', files: ['Guide.pdf', 'Notes.txt'].map((name) => ({ name, base64 })) },
      {
        operation: 'update_page',
        page: pageId,
        document: {
          markdown:
            '<table><thead><tr><th>Name</th><th data-type="files">Papers</th></tr></thead><tbody><tr><td>a</td><td></td></tr></tbody></table>\n',
        },
      },
    ])
    await verso.open(address(), admin, async (page) => {
      await findTextField(page).getByRole('button', { name: 'File of the space' }).click()
      await page.getByRole('combobox', { name: 'File of the space' }).fill('gui')
      await page.getByRole('option', { name: /Guide\.pdf/ }).click()
      await page.getByRole('button', { name: 'Remove file: Guide.pdf' }).waitFor()
      expect(await findAccessibilityProblems(page)).toEqual([])
      await changeRequest.waitForText(pageId, '<td><a href="/files/')
    })
  })

  test('a page has a cover, and what is typed meanwhile is saved', { timeout: 180_000 }, async () => {
    await verso.open(address(), admin, async (page) => {
      await findTextField(page).getByText('Two.').click()
      await page.keyboard.press('End')
      await page.keyboard.type(' Typed.')
      await page.getByRole('button', { name: 'Add a cover' }).click()
      const dialog = page.getByRole('dialog', { name: 'Cover' })
      await dialog
        .locator('input[type=file]')
        .setInputFiles({ name: 'cover.png', mimeType: 'image/png', buffer: Buffer.from(picture, 'base64') })
      await dialog.waitFor({ state: 'detached' })
      await page.locator('.page-cover img').waitFor()
      expect((await readPage()).cover?.ref.kind).toBe('file')
      await changeRequest.waitForText(pageId, 'Two. Typed.')
      await waitUntilSaved(page)
      expect(await findAccessibilityProblems(page)).toEqual([])
      await verso.takePicture(page, 'page-cover')
      await page.locator('.page-cover').getByRole('button', { name: 'Remove' }).click()
      await page.getByRole('button', { name: 'Add a cover' }).waitFor()
      expect((await readPage()).cover).toBeUndefined()
    })
  })

  test('options of a page are changed', { timeout: 180_000 }, async () => {
    await verso.open(address(), admin, async (page) => {
      await page.getByRole('button', { name: 'Page options' }).click()
      const dialog = page.getByRole('dialog', { name: 'Page options' })
      await dialog.getByRole('textbox', { name: 'End of the address' }).fill('arrival')
      await dialog.getByText('Outline').click()
      await dialog.getByText('Use the whole width').click()
      expect(await findAccessibilityProblems(page)).toEqual([])
      await dialog.getByRole('button', { name: 'Save' }).click()
      await dialog.waitFor({ state: 'detached' })
      expect(await readPage()).toMatchObject({ slug: 'arrival', layout: { width: 'wide', outline: false } })
    })
  })
})
