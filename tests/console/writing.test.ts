import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Person } from '../../packages/server/src/testing/app.ts'
import { findPageId, writePages } from '../../packages/server/src/testing/content.ts'
import { waitForAssertions } from '../../packages/server/src/testing/wait-for.ts'
import { ChangeRequestUnderTest, findTextField, typeText, waitUntilSaved } from './support/change-requests.ts'
import { ConsoleUnderTest, missingBrowser, skipNote } from './support/console.ts'

const findRow = (page: Page, name: string) =>
  page.getByRole('treegrid', { name: 'Pages' }).getByRole('row').filter({ hasText: name })

describe.skipIf(missingBrowser !== undefined)(`writing in a change request${skipNote}`, () => {
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
      { title: 'Overview', markdown: 'Welcome.\n' },
      {
        title: 'Delivery',
        markdown:
          '---\ndescription: >-\n  How events\n  arrive\nowner: platform\n---\n\n# Delivery\n\nEvents arrive.\n',
        pages: [{ title: 'Retries', markdown: 'Ten times.\n' }],
      },
      { title: 'Alerts', markdown: 'Ring.\n' },
    ])
    pageId = await findPageId(admin, space.id, 'delivery')
    changeRequest = await ChangeRequestUnderTest.create(admin, space.id, 'Restructure')
  })

  const expectTitles = (titles: string[]) =>
    waitForAssertions(async () => expect(await changeRequest.listTitles()).toEqual(titles))

  test(
    'pages are made, moved, renamed, hidden and deleted with keys alone',
    { timeout: 180_000 },
    async () => {
      await verso.open(changeRequest.address, admin, async (page) => {
        await page.getByRole('textbox', { name: 'Title' }).waitFor()
        // "n" makes a page behind the one that is open, with the cursor in its title.
        await page.getByRole('link', { name: 'Write' }).focus()
        await page.keyboard.press('n')
        await findRow(page, 'Untitled').waitFor()
        await waitForAssertions(async () =>
          expect(await page.evaluate('document.activeElement?.ariaLabel')).toBe('Title'),
        )
        await page.keyboard.type('Quick start 🚀 שלום <b>')
        await page.keyboard.press('Enter')
        await page.keyboard.type('In five minutes')
        await page.keyboard.press('Tab')
        await page.keyboard.type('Install it.')
        await expectTitles(['Overview', 'Quick start 🚀 שלום <b>', 'Delivery', 'Retries', 'Alerts'])
        await waitUntilSaved(page)

        const row = page.getByRole('treegrid').getByRole('link', { name: /Quick start/ })
        await row.focus()
        await page.keyboard.press('Alt+ArrowDown')
        await expectTitles(['Overview', 'Delivery', 'Retries', 'Quick start 🚀 שלום <b>', 'Alerts'])
        await page.keyboard.press('Alt+ArrowRight')
        await waitForAssertions(async () =>
          expect(await findRow(page, 'Quick start').getAttribute('aria-level')).toBe('2'),
        )
        await page.keyboard.press('Alt+ArrowLeft')
        await waitForAssertions(async () =>
          expect(await findRow(page, 'Quick start').getAttribute('aria-level')).toBe('1'),
        )
        await page.keyboard.press('F2')
        await page.keyboard.type('Start here')
        await page.keyboard.press('Enter')
        await expectTitles(['Overview', 'Delivery', 'Retries', 'Start here', 'Alerts'])

        await page
          .getByRole('treegrid')
          .getByRole('link', { name: /Delivery/ })
          .focus()
        await page.keyboard.press('Delete')
        await expectTitles(['Overview', 'Start here', 'Alerts'])
        await page.getByText('“Delivery” is deleted.').waitFor()
        await page.getByRole('button', { name: 'Undo' }).focus()
        await page.keyboard.press('Enter')
        await expectTitles(['Overview', 'Delivery', 'Retries', 'Start here', 'Alerts'])
      })
    },
  )

  test('a menu and a mouse do the same', { timeout: 180_000 }, async () => {
    await verso.open(
      changeRequest.address,
      admin,
      async (page) => {
        const choose = async (name: string, item: string) => {
          await findRow(page, name).hover()
          await findRow(page, name)
            .getByRole('button', { name: /^More for/ })
            .click()
          await page.getByRole('menuitem', { name: item }).click()
        }
        await findRow(page, 'Alerts').waitFor()
        await choose('Alerts', 'Move up')
        await expectTitles(['Overview', 'Alerts', 'Delivery', 'Retries'])
        await choose('Alerts', 'Hide from the navigation')
        await findRow(page, 'Alerts').getByText('hidden').waitFor({ state: 'attached' })
        await choose('Delivery', 'Rename')
        const dialog = page.getByRole('dialog', { name: 'Rename' })
        await dialog.getByRole('textbox').fill('Arrival')
        await page.keyboard.press('Enter')
        await expectTitles(['Overview', 'Alerts', 'Arrival', 'Retries'])
        // The heading of the text is the title too: it would come back with the next word that is written.
        expect((await changeRequest.readPage(pageId)).markdown).toContain('# Arrival\n')
        await findRow(page, 'Overview').dragTo(findRow(page, 'Alerts'), {
          targetPosition: { x: 60, y: 30 },
        })
        await expectTitles(['Alerts', 'Overview', 'Arrival', 'Retries'])
        await choose('Overview', 'Delete')
        await page.getByText('“Overview” is deleted.').waitFor()
        await findRow(page, 'Overview').getByText('deleted').waitFor({ state: 'attached' })
        // It is the page that was open.
        await page.getByRole('heading', { name: 'This page is deleted in this change request' }).waitFor()
        await choose('Overview', 'Bring it back')
        await waitForAssertions(async () => expect(await changeRequest.listTitles()).toContain('Overview'))
        await page.getByRole('textbox', { name: 'Title' }).waitFor()
      },
      // The open page is deleted: what was on its way for it is not found, or of the time before it was brought back.
      { expectedMessages: /40[49]/ },
    )
  })

  test('only the lines that were changed are written', { timeout: 180_000 }, async () => {
    await verso.open(`${changeRequest.address}/pages/${pageId}`, admin, async (page) => {
      await findTextField(page).waitFor()
      await page.getByRole('textbox', { name: 'Description' }).fill('How they arrive: "fast"')
      await page.getByRole('textbox', { name: 'Title' }).fill('Arrival *now*')
      await typeText(page, '\n')
      await page.keyboard.type('And stay.')
      await changeRequest.waitForText(pageId, 'And stay.')
      const { title, description, markdown } = await changeRequest.readPage(pageId)
      expect({ title, description }).toEqual({
        title: 'Arrival *now*',
        description: 'How they arrive: "fast"',
      })
      expect(markdown).toBe(
        '---\ndescription: "How they arrive: \\"fast\\""\nowner: platform\n---\n\n' +
          String.raw`# Arrival \*now\*` +
          '\n\nEvents arrive.\n\nAnd stay.\n',
      )
      await page.getByRole('button', { name: 'Add an emoji or icon' }).click()
      await page.getByRole('dialog').getByRole('button', { name: '🚀' }).click()
      await page.getByRole('button', { name: 'Change the emoji or icon' }).waitFor()
      await waitUntilSaved(page)
    })
  })

  test('a reader sees the pages and nothing to change them with', { timeout: 180_000 }, async () => {
    await changeRequest.change([
      { operation: 'update_page', page: pageId, document: { markdown: 'Changed.\n' } },
    ])
    await verso.open(`${changeRequest.address}/pages/${pageId}`, reader, async (page) => {
      await page.getByText('You can read this change request and not write in it.').waitFor()
      await page.getByText('Changed.').waitFor()
      for (const name of ['Merge', 'New page', /^Change the subject/, /^More for/]) {
        expect(await page.getByRole('button', { name }).count()).toBe(0)
      }
      expect(await page.getByRole('textbox', { name: 'Title' }).count()).toBe(0)
      await page
        .getByRole('link', { name: /^Review/ })
        .first()
        .click()
      await page.getByRole('heading', { name: 'Reviewers' }).waitFor()
      expect(await page.getByRole('button', { name: 'Ask somebody' }).count()).toBe(0)
      expect(await page.getByRole('heading', { name: 'Your review' }).count()).toBe(0)
      await page.getByRole('link', { name: /^Changes/ }).click()
      await page.locator('[data-diff=added]', { hasText: 'Changed' }).first().waitFor()
      await page.goto(`${verso.origin}/app/spaces/${changeRequest.spaceId}/change-requests?show=draft`)
      await page.getByRole('link', { name: /Restructure/ }).waitFor()
      expect(await page.getByRole('button', { name: 'Edit' }).count()).toBe(0)
    })
  })

  test('every screen is accessible and fits in every look', { timeout: 300_000 }, async () => {
    const long = `${'Long title '.repeat(23)}end`.slice(0, 256)
    await changeRequest.change([
      {
        operation: 'update_page',
        page: pageId,
        title: long,
        document: { markdown: 'Events arrive, always.\n' },
      },
    ])
    const { id: commentId } = (
      await admin.post<{ id: string }>(`${changeRequest.address}/comments`, {
        body: { markdown: `Is this so? ${'x'.repeat(200)}` },
      })
    ).body
    await admin.post(`${changeRequest.address}/comments/${commentId}/replies`, {
      body: { markdown: 'It is.' },
    })
    const screens = [
      { path: `/spaces/${changeRequest.spaceId}/change-requests?show=draft`, ready: '.list .item' },
      { path: `${changeRequest.address}/pages/${pageId}`, ready: '.editor-text' },
      { path: `${changeRequest.address}/changes`, ready: '.hunk' },
      { path: `${changeRequest.address}/review`, ready: '.comment + .comment' },
      { path: `/orgs/${organizationId}/change-requests?show=draft`, ready: '.list .item' },
    ]
    for (const [index, { path, ready }] of screens.entries()) {
      await verso.open(path, admin, async (page) => {
        await page.locator(ready).first().waitFor()
        expect(await verso.findProblemsInLooks(page, `change-request-${index}`)).toEqual([])
      })
    }
  })
})
