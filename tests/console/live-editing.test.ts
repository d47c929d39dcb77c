import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { expectStatus, Person, TestApp } from '../../packages/server/src/testing/app.ts'
import { findPageId, writePages } from '../../packages/server/src/testing/content.ts'
import { waitFor, waitForAssertions } from '../../packages/server/src/testing/wait-for.ts'
import { ChangeRequestUnderTest, findTextField, waitUntilSaved } from './support/change-requests.ts'
import { ConsoleUnderTest, findAccessibilityProblems, missingBrowser, skipNote } from './support/console.ts'
import { expectSoon } from './support/expect-soon.ts'
import { placeCursor, readBlocks, waitForEditor, waitForOneText } from './support/live-pages.ts'

const text = 'Relay waits.\n\nIt tries again.\n\nThen it stops.\n'

const findPerson = (page: Page, { email }: Person) =>
  page.locator(`.editor-person[data-name="${email.split('@')[0]}"]`)
const findFace = (page: Page, { email }: Person) =>
  page.getByRole('list', { name: 'Also here' }).getByRole('img', { name: email.split('@')[0] ?? '' })

describe.skipIf(missingBrowser !== undefined)(`writing a page together${skipNote}`, () => {
  let verso: ConsoleUnderTest
  let admin: Person
  let ann: Person
  let bob: Person
  let organizationId: string
  let changeRequest: ChangeRequestUnderTest
  let pageId: string

  beforeAll(async () => {
    verso = await ConsoleUnderTest.start()
    ;({ id: organizationId, admin } = await verso.app.organization('Fernwall'))
    ann = await verso.app.member(organizationId, 'edit', 'ann@example.com')
    bob = await verso.app.member(organizationId, 'edit', 'bob@example.com')
  }, 300_000)
  afterAll(() => verso?.stop())

  beforeEach(async () => {
    const space = await verso.app.space(admin, organizationId, { title: 'Relay guide' })
    await writePages(admin, space.id, [{ title: 'Retries', markdown: text }])
    pageId = await findPageId(admin, space.id, 'retries')
    changeRequest = await ChangeRequestUnderTest.create(admin, space.id, 'Words')
  })

  const address = () => `${changeRequest.address}/pages/${pageId}`
  const openBoth = (
    use: (annPage: Page, bobPage: Page) => Promise<void>,
    expectedMessages = /^nothing is expected$/,
  ): Promise<void> =>
    verso.open(
      address(),
      ann,
      (annPage) =>
        verso.open(
          address(),
          bob,
          async (bobPage) => {
            await waitForEditor(annPage, 'It tries again.')
            await waitForEditor(bobPage, 'It tries again.')
            await use(annPage, bobPage)
          },
          { expectedMessages },
        ),
      { expectedMessages },
    )
  const readMarkdown = async () => (await changeRequest.readPage(pageId)).markdown

  test('two who type in one paragraph at once have one text', { timeout: 180_000 }, async () => {
    await openBoth(async (annPage, bobPage) => {
      await placeCursor(annPage, 'It tries again.', 'Home')
      await placeCursor(bobPage, 'It tries again.', 'End')
      await Promise.all([
        annPage.keyboard.type('First of all, ', { delay: 20 }),
        bobPage.keyboard.type(' And once more.', { delay: 20 }),
      ])
      const blocks = await waitForOneText([annPage, bobPage], ['First of all,', 'And once more.'])
      expect(blocks).toEqual([
        'Relay waits.',
        'First of all, It tries again. And once more.',
        'Then it stops.',
      ])
      await waitUntilSaved(annPage)
      await waitUntilSaved(bobPage)
      await expectSoon(
        readMarkdown,
        text.replace('It tries again.', 'First of all, It tries again. And once more.'),
      )
      // One takes back their own words, and nothing of the other. Where the machine made a pause, so does the history.
      await waitForAssertions(async () => {
        await annPage.keyboard.press('Control+Z')
        expect((await readBlocks(annPage))[1]).toBe('It tries again. And once more.')
      })
      await waitForOneText([annPage, bobPage], ['It tries again. And once more.'])
    })
  })

  test(
    'a cursor stays where it was put when somebody else moves in that moment',
    { timeout: 180_000 },
    async () => {
      await openBoth(async (annPage, bobPage) => {
        await placeCursor(annPage, 'Relay waits.', 'Home')
        await placeCursor(bobPage, 'Then it stops.', 'End')
        await findPerson(annPage, bob).first().waitFor()
        // The browser of Ann is busy. When it goes on, it knows already what Bob did, and its editor is not told of the new cursor.
        const moved = annPage.evaluate(`{
        const words = document.evaluate("//*[text()='It tries again.']/text()", document).iterateNext()
        const end = performance.now() + 2000
        while (performance.now() < end);
        getSelection().collapse(words, 2)
      }`)
        await bobPage.keyboard.type(' For good.')
        await changeRequest.waitForText(pageId, 'For good.')
        await moved
        await waitForOneText([annPage, bobPage], ['For good.'])
        await annPage.keyboard.type(' always')
        expect(await waitForOneText([annPage, bobPage], ['always'])).toEqual([
          'Relay waits.',
          'It always tries again.',
          'Then it stops. For good.',
        ])
      })
    },
  )

  test('they see each other in the text and beside it, until one leaves', { timeout: 180_000 }, async () => {
    await verso.open(address(), bob, async (bobPage) => {
      await waitForEditor(bobPage, 'It tries again.')
      await verso.open(address(), ann, async (annPage) => {
        await waitForEditor(annPage, 'It tries again.')
        await placeCursor(annPage, 'It tries again.', 'End')
        await annPage.keyboard.press('Shift+Home')
        await findPerson(bobPage, ann).waitFor({ state: 'attached' })
        await findFace(bobPage, ann).waitFor()
        await bobPage.locator('.editor-person-selection', { hasText: 'It tries again.' }).waitFor()
        await placeCursor(bobPage, 'Then it stops.', 'End')
        await findPerson(annPage, bob).waitFor({ state: 'attached' })
        await findFace(annPage, bob).waitFor()
        expect(await findAccessibilityProblems(annPage)).toEqual([])
        expect(await verso.findProblemsInLooks(bobPage, 'live-editing')).toEqual([])
      })
      await findPerson(bobPage, ann).waitFor({ state: 'detached' })
      await findFace(bobPage, ann).waitFor({ state: 'detached' })
    })
  })

  test(
    'a block that one moves keeps what another types into it meanwhile, and both find their cursors',
    { timeout: 180_000 },
    async () => {
      await openBoth(async (annPage, bobPage) => {
        await placeCursor(bobPage, 'Then it stops.', 'End')
        await annPage.context().setOffline(true)
        await placeCursor(annPage, 'Then it stops.', 'End')
        await annPage.keyboard.press('Alt+ArrowUp')
        await annPage.keyboard.press('Alt+ArrowUp')
        await expectSoon(async () => (await readBlocks(annPage))[0], 'Then it stops.')
        await bobPage.keyboard.type(' For good.')
        await changeRequest.waitForText(pageId, 'Then it stops. For good.')
        await annPage.context().setOffline(false)
        const moved = ['Then it stops. For good.', 'Relay waits.', 'It tries again.']
        await expectSoon(() => readBlocks(annPage), moved)
        await expectSoon(() => readBlocks(bobPage), moved)
        await bobPage.keyboard.type(' Really.')
        await waitForOneText([annPage, bobPage], ['Then it stops. For good. Really.'])
        await changeRequest.waitForText(pageId, 'Then it stops. For good. Really.')
        expect(await readMarkdown()).toBe(
          'Then it stops. For good. Really.\n\nRelay waits.\n\nIt tries again.\n',
        )
      }, /ERR_INTERNET_DISCONNECTED/)
    },
  )

  test('what one writes without a connection is there when it is back', { timeout: 180_000 }, async () => {
    await openBoth(async (annPage, bobPage) => {
      await placeCursor(annPage, 'It tries again.', 'End')
      await annPage.context().setOffline(true)
      await annPage.keyboard.type(' Written in a tunnel.')
      await annPage.getByText('Your text is not saved on the server').waitFor()
      await placeCursor(bobPage, 'It tries again.', 'Home')
      await bobPage.keyboard.type('Meanwhile: ')
      await changeRequest.waitForText(pageId, 'Meanwhile: It tries again.')
      await annPage.context().setOffline(false)
      await waitForOneText([annPage, bobPage], ['Meanwhile: It tries again. Written in a tunnel.'])
      await waitUntilSaved(annPage)
      expect(await annPage.getByText('Your text is not saved on the server').count()).toBe(0)
      await changeRequest.waitForText(pageId, 'Meanwhile: It tries again. Written in a tunnel.')
    }, /ERR_INTERNET_DISCONNECTED/)
  })

  test(
    'a window that is loaded again goes on with what was on its way and what came after it',
    { timeout: 180_000 },
    async () => {
      await openBoth(async (annPage, bobPage) => {
        // The first commit arrives, and nobody hears the answer.
        let isHeld = false
        await annPage.route('**/live/commits', async (route) => {
          if (route.request().method() !== 'POST') return route.continue()
          if (!isHeld) {
            isHeld = true
            await route.fetch()
          }
        })
        await annPage.route('**/live/stream*', (route) => route.abort())
        await annPage.context().setOffline(false)
        await placeCursor(annPage, 'It tries again.', 'End')
        await annPage.keyboard.type(' Sent.')
        await waitFor('the commit', () => isHeld)
        await annPage.keyboard.type(' Typed after it.')
        await placeCursor(bobPage, 'Relay waits.', 'End')
        await bobPage.keyboard.type(' So does Bob.')
        await annPage.unrouteAll({ behavior: 'ignoreErrors' })
        await annPage.reload()
        await waitForOneText([annPage, bobPage], ['Sent.', 'Typed after it.', 'So does Bob.'])
        expect((await readBlocks(annPage))[1]).toBe('It tries again. Sent. Typed after it.')
        await waitUntilSaved(annPage)
        await changeRequest.waitForText(pageId, 'It tries again. Sent. Typed after it.')
        expect(await annPage.getByText('There is text here that was not saved').count()).toBe(0)
      }, /ERR_FAILED|ERR_ABORTED|Failed to load/)
    },
  )

  test('nothing needs the stream', { timeout: 180_000 }, async () => {
    await verso.open(
      address(),
      ann,
      async (annPage) => {
        await annPage.route('**/stream*', (route) => route.abort())
        await annPage.reload()
        await verso.open(address(), bob, async (bobPage) => {
          await waitForEditor(annPage, 'It tries again.')
          await waitForEditor(bobPage, 'It tries again.')
          await placeCursor(bobPage, 'Relay waits.', 'End')
          await bobPage.keyboard.type(' By Bob.')
          await placeCursor(annPage, 'Then it stops.', 'End')
          await annPage.keyboard.type(' By Ann.')
          await waitForOneText([annPage, bobPage], ['By Ann.', 'By Bob.'])
          await waitUntilSaved(annPage)
          await changeRequest.waitForText(pageId, 'By Bob.')
          expect(await readMarkdown()).toContain('By Ann.')
        })
      },
      { expectedMessages: /ERR_FAILED/ },
    )
  })

  test('what the API writes is shown to whoever is writing', { timeout: 180_000 }, async () => {
    await openBoth(async (annPage, bobPage) => {
      await placeCursor(annPage, 'It tries again.', 'End')
      await annPage.keyboard.type(' Typed.')
      await changeRequest.waitForText(pageId, 'It tries again. Typed.')
      const markdown = (await readMarkdown()).replace('Relay waits.', 'Relay waits, says the API.')
      await changeRequest.change([{ operation: 'update_page', page: pageId, document: { markdown } }])
      await annPage.keyboard.type(' More.')
      const blocks = ['Relay waits, says the API.', 'It tries again. Typed. More.', 'Then it stops.']
      await expectSoon(() => readBlocks(annPage), blocks)
      await expectSoon(() => readBlocks(bobPage), blocks)
      // The fields of the page are no part of the live text, and both stay.
      await annPage.getByRole('textbox', { name: 'Title' }).fill('Waiting')
      await expectSoon(() => bobPage.getByRole('textbox', { name: 'Title' }).inputValue(), 'Waiting')
      await expectSoon(async () => (await changeRequest.readPage(pageId)).title, 'Waiting')
      await expectSoon(() => readBlocks(bobPage), blocks)
      await changeRequest.waitForText(pageId, 'It tries again. Typed. More.')
      expect(await readMarkdown()).toContain('Relay waits, says the API.')
    })
  })

  test('whoever loses access is told so, and keeps what was not sent', { timeout: 180_000 }, async () => {
    const carl = await verso.app.member(organizationId, 'edit')
    await verso.open(
      address(),
      carl,
      async (page) => {
        await waitForEditor(page, 'It tries again.')
        await placeCursor(page, 'It tries again.', 'End')
        await page.keyboard.type(' Sent.')
        await changeRequest.waitForText(pageId, 'It tries again. Sent.')
        await page.route('**/live/commits', (route) => route.abort())
        await page.keyboard.type(' Never sent.')
        const path = `/orgs/${organizationId}/members/${carl.id}`
        expectStatus(200, await admin.patch(path, { role: 'read' }))
        const notice = page.getByRole('group', { name: 'You cannot write on this page any more' })
        await notice.getByText('It tries again. Sent. Never sent.').waitFor()
        await page.getByText('You can read this change request and not write in it.').waitFor()
        await findTextField(page).getByText('It tries again. Sent.', { exact: true }).waitFor()
        expect(await findAccessibilityProblems(page)).toEqual([])
        expect(await readMarkdown()).not.toContain('Never sent.')
      },
      { expectedMessages: /ERR_FAILED|403/ },
    )
  })

  test('a change request that is merged closes its pages', { timeout: 180_000 }, async () => {
    await openBoth(async (annPage, bobPage) => {
      await placeCursor(annPage, 'It tries again.', 'End')
      await annPage.keyboard.type(' Before the merge.')
      await waitForOneText([annPage, bobPage], ['Before the merge.'])
      expectStatus(200, await admin.post(`${changeRequest.address}/merge`, {}))
      for (const page of [annPage, bobPage]) {
        await page.getByText('This change request is merged. Its pages are in the space.').waitFor()
        await findTextField(page).getByText('Before the merge.').waitFor()
        expect(await findTextField(page).getAttribute('aria-readonly')).toBe('true')
      }
    }, /409/)
  })

  test('a server that is started again goes on with everybody', { timeout: 300_000 }, async () => {
    const first = await ConsoleUnderTest.start()
    const started: TestApp[] = []
    try {
      const { id, admin: owner } = await first.app.organization('Restarted')
      const space = await first.app.space(owner, id, { title: 'Relay guide' })
      await writePages(owner, space.id, [{ title: 'Retries', markdown: text }])
      const restarted = await ChangeRequestUnderTest.create(owner, space.id, 'Words')
      const retries = await findPageId(owner, space.id, 'retries')
      const place = `${restarted.address}/pages/${retries}`
      // Other screens are loaded ahead, which fails while the server is away.
      const expectedMessages =
        /ERR_CONNECTION|ERR_EMPTY_RESPONSE|ERR_INCOMPLETE|503|500|Unable to preload|dynamically imported/
      await first.open(
        place,
        owner,
        (one) =>
          first.open(
            place,
            owner,
            async (two) => {
              await waitForEditor(one, 'It tries again.')
              await waitForEditor(two, 'It tries again.')
              await placeCursor(one, 'Relay waits.', 'End')
              await one.keyboard.type(' Before.')
              await waitForOneText([one, two], ['Before.'])
              await first.app.app.close()
              await one.keyboard.type(' While it is away.')
              await placeCursor(two, 'Then it stops.', 'End')
              await two.keyboard.type(' The other, too.')
              await one.getByText('Your text is not saved on the server').waitFor()
              const second = await TestApp.start(
                { publicUrl: first.origin },
                { role: 'all', database: first.app.database },
              )
              started.push(second)
              await second.app.http.listen({ port: Number(new URL(first.origin).port), host: '127.0.0.1' })
              await waitForOneText([one, two], ['Before. While it is away.', 'The other, too.'])
              const again = new ChangeRequestUnderTest(
                new Person(second.app, owner),
                restarted.spaceId,
                restarted.id,
              )
              await again.waitForText(retries, 'The other, too.')
              await again.waitForText(retries, 'Before. While it is away.')
              expect((await again.readPage(retries)).markdown).toContain('It tries again.')
            },
            { expectedMessages },
          ),
        { expectedMessages },
      )
    } finally {
      for (const { app } of started) await app.close()
      await first.browser.close()
      await first.app.database.close()
    }
  })
})
