import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TextMatchList } from '../../packages/server/src/areas/content/text-replacement/schema.ts'
import { expectStatus, type Person } from '../../packages/server/src/testing/app.ts'
import { findPageId, writePages } from '../../packages/server/src/testing/content.ts'
import { waitForAssertions } from '../../packages/server/src/testing/wait-for.ts'
import { ChangeRequestUnderTest, findTextField, typeText } from './support/change-requests.ts'
import { ConsoleUnderTest, missingBrowser, skipNote } from './support/console.ts'

const delivery = '# Delivery\n\nAn **ev**ent  arrives,\nwrapped event.\n\n```js\nevent.send()\n```\n'

/** Presses Tab until an element has the focus. */
async function tabTo(page: Page, description: string): Promise<void> {
  for (let presses = 0; presses < 40; presses++) {
    const focused = await page.evaluate(
      `(() => { const e = document.activeElement; if (!e?.matches('a, button, input')) return ''; return (e?.ariaLabel ?? '') + ' ' + (e?.labels?.[0]?.innerText ?? e?.innerText ?? '') })()`,
    )
    if (String(focused).includes(description)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`“${description}” cannot be reached with Tab`)
}

describe.skipIf(missingBrowser !== undefined)(`find and replace in all pages${skipNote}`, () => {
  let verso: ConsoleUnderTest
  let admin: Person
  let reader: Person
  let organizationId: string
  let changeRequest: ChangeRequestUnderTest
  let ids: Record<'overview' | 'delivery' | 'alerts', string>

  beforeAll(async () => {
    verso = await ConsoleUnderTest.start()
    ;({ id: organizationId, admin } = await verso.app.organization('Fernwall'))
    reader = await verso.app.member(organizationId, 'read')
  }, 300_000)
  afterAll(() => verso?.stop())

  beforeEach(async () => {
    const space = await verso.app.space(admin, organizationId, { title: 'Relay guide' })
    await writePages(admin, space.id, [
      { title: 'Overview', markdown: 'Nothing here.\n' },
      { title: 'Delivery', markdown: delivery },
      { title: 'Event alerts', markdown: 'Ring at each event.\n' },
    ])
    ids = {
      overview: await findPageId(admin, space.id, 'overview'),
      delivery: await findPageId(admin, space.id, 'delivery'),
      alerts: await findPageId(admin, space.id, 'event-alerts'),
    }
    changeRequest = await ChangeRequestUnderTest.create(admin, space.id, 'Rename events')
  })

  const readTexts = async () => ({
    delivery: (await changeRequest.readPage(ids.delivery)).markdown,
    alerts: await changeRequest.readPage(ids.alerts),
  })

  test('every place is shown before and after, unticked ones stay, and all of it is undone', async () => {
    const before = await readTexts()
    await verso.open(`${changeRequest.address}/pages/${ids.overview}`, admin, async (page) => {
      await findTextField(page).waitFor()
      await typeText(page, ' An event.')
      await page.getByRole('button', { name: 'Find and replace in all pages' }).click()
      await page.getByRole('textbox', { name: 'Find', exact: true }).fill('event')
      await page.getByRole('button', { name: 'Find all' }).click()
      await page.getByText('6 places on 3 pages').waitFor()
      const rows = page.getByRole('region', { name: 'Delivery' }).getByRole('listitem')
      expect(await rows.allInnerTexts()).toEqual([
        'An event  arrives, wrapped event.',
        'An event  arrives, wrapped event.',
        'Code event.send()',
      ])

      await page.getByRole('textbox', { name: 'Replace with' }).fill('*message*')
      expect(await rows.first().locator('del').innerText()).toBe('event')
      expect(await rows.first().locator('ins').innerText()).toBe('*message*')
      await rows.last().getByRole('checkbox').uncheck()
      await page.getByRole('checkbox', { name: 'All places on Overview' }).uncheck()
      expect(await verso.findProblemsInLooks(page, 'find-and-replace')).toEqual([])
      await page.setViewportSize({ width: 1280, height: 900 })
      await page.getByRole('button', { name: 'Replace 4 places' }).click()
      await page.getByText('Replaced: 4 places on 2 pages').waitFor()
      const after = await readTexts()
      expect(after.delivery).toBe(
        before.delivery
          .replace('**ev**ent', String.raw`**\*message\***`)
          .replace('wrapped event', String.raw`wrapped \*message\*`),
      )
      expect(after.alerts).toMatchObject({
        title: '*message* alerts',
        markdown: before.alerts.markdown.replace('event', String.raw`\*message\*`),
      })
      await page.getByRole('treegrid').getByRole('link', { name: '*message* alerts' }).waitFor()

      await page.getByRole('button', { name: 'Undo' }).click()
      await page.getByText('Everything is as it was before.').waitFor()
      expect(await readTexts()).toMatchObject({
        delivery: before.delivery,
        alerts: { title: 'Event alerts', markdown: before.alerts.markdown },
      })
    })
  }, 120_000)

  test('a page on which somebody has written since is left as it is, and named', async () => {
    await verso.open(`${changeRequest.address}/find`, admin, async (page) => {
      await page.getByRole('textbox', { name: 'Find', exact: true }).fill('event')
      await page.keyboard.press('Enter')
      await page.getByText('5 places on 2 pages').waitFor()
      await changeRequest.change([
        { operation: 'update_page', page: ids.alerts, document: { markdown: 'Another event.\n' } },
      ])
      await page.getByRole('textbox', { name: 'Replace with' }).fill('message')
      await page.getByRole('button', { name: 'Replace 5 places' }).click()
      await page.getByText('Replaced: 3 places on 1 page').waitFor()
      await page.getByText('Left as they are: 1 page').waitFor()
      await page.getByText(/Event alerts: Somebody has written on it since/).waitFor()
    })
    expect((await readTexts()).alerts.markdown).toBe('Another event.\n')
  }, 120_000)

  test('with keys alone', async () => {
    await verso.open(`${changeRequest.address}/pages/${ids.delivery}`, admin, async (page) => {
      await findTextField(page).click()
      await page.keyboard.press('Control+Shift+F')
      await page.getByRole('textbox', { name: 'Find', exact: true }).waitFor()
      await waitForAssertions(async () =>
        expect(await page.evaluate('document.activeElement?.labels?.[0]?.innerText')).toBe('Find'),
      )
      await page.keyboard.type('EVENT')
      await tabTo(page, 'Match case')
      await page.keyboard.press('Space')
      await tabTo(page, 'Find all')
      await page.keyboard.press('Enter')
      await page.getByText('Nothing was found.').waitFor()
      await page.keyboard.press('Shift+Tab')
      await page.keyboard.press('Shift+Tab')
      await page.keyboard.press('Space')
      await page.keyboard.press('Shift+Tab')
      await page.keyboard.type('call')
      await page.keyboard.press('Enter')
      await page.getByText('5 places on 2 pages').waitFor()
      await tabTo(page, 'All places on Event alerts')
      await page.keyboard.press('Space')
      await page.keyboard.press('Shift+Tab')
      await page.keyboard.press('Space')
      await page.getByRole('button', { name: 'Replace 2 places' }).focus()
      await page.keyboard.press('Enter')
      await page.getByText('Replaced: 2 places on 1 page').waitFor()
      expect((await readTexts()).delivery).toBe(
        delivery.replace('**ev**ent', '**call**').replace('wrapped event', 'wrapped call'),
      )
      await tabTo(page, 'Undo')
      await page.keyboard.press('Enter')
      await page.getByText('Everything is as it was before.').waitFor()
    })
  }, 120_000)

  test('what was typed a moment before is found, in the text and in the title', async () => {
    await verso.open(`${changeRequest.address}/pages/${ids.overview}`, admin, async (page) => {
      const find = async (words: string): Promise<void> => {
        await page.keyboard.press('Control+Shift+F')
        await page.getByRole('textbox', { name: 'Find', exact: true }).fill(words)
        await page.keyboard.press('Enter')
      }
      await findTextField(page).waitFor()
      // What is typed is on its way for longer than a search takes.
      await page.route('**/live/commits', async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 2000))
        await route.continue()
      })
      await typeText(page, ' A walrus.')
      await find('walrus')
      await page.getByText('1 place on 1 page').waitFor()
      await page.goBack()
      const title = page.getByRole('textbox', { name: 'Title' })
      await title.click()
      await page.keyboard.press('End')
      await page.keyboard.type(' of the otter')
      await find('otter')
      await page.getByText('1 place on 1 page').waitFor()
      expect(await changeRequest.readPage(ids.overview)).toMatchObject({ title: 'Overview of the otter' })

      // The text is being saved already when the page is left.
      await page.goBack()
      await page.unroute('**/live/commits')
      await page.route('**/live/save', async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 1000))
        await route.continue()
      })
      await typeText(page, ' A badger.')
      await page.getByRole('button', { name: 'Find and replace in all pages' }).click()
      await page.getByRole('textbox', { name: 'Find', exact: true }).fill('badger')
      await page.keyboard.press('Enter')
      await page.getByText('1 place on 1 page').waitFor()
      expect((await changeRequest.readPage(ids.overview)).markdown).toContain('A walrus. A badger.')
    })
  }, 120_000)

  test('words of reusable content are found under its name, replaced and undone', async () => {
    await changeRequest.change([
      {
        operation: 'put_reusable_content',
        title: 'Event limits',
        document: { markdown: 'Each *event* counts.\n' },
      },
    ])
    const readContent = async () => {
      const path = `${changeRequest.address}/content`
      const { reusableContents } = expectStatus(
        200,
        await admin.get<TextMatchList>(`${path}/text-matches?text=limits`),
      )
      const id = reusableContents[0]?.reusableContent
      const { title, markdown } = expectStatus(
        200,
        await admin.get<{ title: string; markdown: string }>(
          `${path}/reusable-contents/${id}?format=markdown`,
        ),
      )
      return [title, markdown]
    }
    await verso.open(`${changeRequest.address}/find`, admin, async (page) => {
      await page.getByRole('textbox', { name: 'Find', exact: true }).fill('event')
      await page.getByRole('textbox', { name: 'Replace with' }).fill('message')
      await page.getByRole('button', { name: 'Find all' }).click()
      await page.getByText('7 places on 2 pages and 1 reusable content').waitFor()
      const found = page.getByRole('region', { name: 'Event limits' })
      await found.getByText('Reusable content', { exact: true }).waitFor()
      expect(await found.getByRole('listitem').count()).toBe(2)
      for (const title of ['Delivery', 'Event alerts']) {
        await page.getByRole('checkbox', { name: `All places on ${title}` }).uncheck()
      }
      expect(await verso.findProblemsInLooks(page, 'find-in-reusable-content')).toEqual([])
      await page.setViewportSize({ width: 1280, height: 900 })
      await page.getByRole('button', { name: 'Replace 2 places' }).click()
      await page.getByText('Replaced: 2 places on 1 reusable content').waitFor()
      expect(await readContent()).toEqual(['message limits', 'Each *message* counts.\n'])
      await page.getByRole('button', { name: 'Undo' }).click()
      await page.getByText('Everything is as it was before.').waitFor()
      expect(await readContent()).toEqual(['Event limits', 'Each *event* counts.\n'])
    })
  }, 120_000)

  test('the new words appear in a page that is open in another window, and what is typed there stays', async () => {
    await verso.open(`${changeRequest.address}/pages/${ids.alerts}`, admin, async (page) => {
      await typeText(page, ' Loud.')
      await changeRequest.waitForText(ids.alerts, 'Loud.')
      const other = await page.context().newPage()
      await other.goto(page.url().replace(/\/pages\/.*$/, '/find'))
      await other.getByRole('textbox', { name: 'Find', exact: true }).fill('each event')
      await other.getByRole('textbox', { name: 'Replace with' }).fill('every message')
      await other.getByRole('textbox', { name: 'Find', exact: true }).press('Enter')
      await other.getByRole('button', { name: 'Replace 1 place' }).click()
      await other.getByText('Replaced: 1 place on 1 page').waitFor()
      await findTextField(page).getByText('Ring at every message. Loud.').waitFor()
      expect((await readTexts()).alerts.markdown).toContain('Ring at every message. Loud.')
      await other.close()
    })
  }, 120_000)

  test('who may only read finds, and has nothing to replace with', async () => {
    await verso.open(`${changeRequest.address}/find`, reader, async (page) => {
      await page.getByRole('textbox', { name: 'Find', exact: true }).fill('event')
      await page.keyboard.press('Enter')
      await page.getByText('5 places on 2 pages').waitFor()
      expect(await page.getByRole('textbox', { name: 'Replace with' }).count()).toBe(0)
      expect(await page.getByRole('button', { name: /Replace|Delete/ }).count()).toBe(0)
    })
  }, 120_000)
})
