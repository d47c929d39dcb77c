import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Comment } from '../../packages/server/src/areas/review/comments/schema.ts'
import { expectStatus, type ListBody, type Person } from '../../packages/server/src/testing/app.ts'
import { commitChanges, newPage } from '../../packages/server/src/testing/direct-changes.ts'
import { ConsoleUnderTest, missingBrowser, skipNote } from './support/console.ts'
import { expectSoon } from './support/expect-soon.ts'

const text = `Relay tries again after a failure.

## What counts as a failure

Every status from 400 on counts as a **failure**. Redirects are followed once.

* A closed connection
* A timeout of ten seconds
`

/** The words that are marked, by the name of the mark. */
const readMarks = (page: Page, name: 'commented' | 'commented-active'): Promise<string[]> =>
  page.evaluate(`[...(CSS.highlights.get('${name}') ?? [])].map((range) => String(range).trim())`)

/** Where words of a page are in the window. */
const findWords = (words: string): string => `(() => {
  const walker = document.createTreeWalker(document.querySelector('.page-content').shadowRoot, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const start = node.data.indexOf(${JSON.stringify(words)})
    if (start === -1) continue
    const range = document.createRange()
    range.setStart(node, start)
    range.setEnd(node, start + ${words.length})
    const { left, right, top, height } = range.getBoundingClientRect()
    return { left, right, middle: top + height / 2 }
  }
})()`

/** Selects words of the page with the mouse. */
async function selectWords(page: Page, words: string): Promise<void> {
  const box = await page.evaluate<{ left: number; right: number; middle: number } | undefined>(
    findWords(words),
  )
  if (!box) throw new Error(`The page does not have "${words}".`)
  await page.mouse.move(box.left + 1, box.middle)
  await page.mouse.down()
  await page.mouse.move(box.right - 1, box.middle, { steps: 4 })
  await page.mouse.up()
}

describe.skipIf(missingBrowser !== undefined)(
  `comments beside a page${skipNote}`,
  { timeout: 300_000 },
  () => {
    let verso: ConsoleUnderTest
    let admin: Person
    let reader: Person
    let spaceId: string
    let address: string

    beforeAll(async () => {
      verso = await ConsoleUnderTest.start()
      const organization = await verso.app.organization('Fernwall')
      admin = organization.admin
      reader = await verso.app.member(organization.id, 'read')
      spaceId = (await verso.app.space(admin, organization.id, { title: 'Relay guide' })).id
      await commitChanges(verso.app, admin, spaceId, [
        newPage('retries', 'Retries', text),
        newPage('quiet', 'Quiet', 'Nobody says anything.'),
      ])
      address = `/spaces/${spaceId}/pages/retries`
    }, 300_000)
    afterAll(() => verso?.stop())

    const listComments = async (): Promise<Comment[]> =>
      expectStatus(
        200,
        await admin.get<ListBody<Comment>>(`/spaces/${spaceId}/comments?targetPage=retries&order=asc`),
      ).items

    test('words are selected and commented on, the thread is beside the text, answered and resolved', async () => {
      await verso.open(address, admin, async (page) => {
        await page.getByRole('heading', { name: 'Retries', level: 1 }).waitFor()
        await page.getByText('Redirects are followed once.').waitFor()
        await selectWords(page, 'Redirects are followed once.')
        await page.getByRole('button', { name: 'Comment on the words' }).click()
        const panel = page.getByRole('complementary', { name: 'Comments on this page' })
        await panel.getByRole('textbox', { name: 'Comment on the words' }).fill('Is that so?')
        await panel.getByRole('button', { name: 'Send' }).click()
        await panel.getByText('Is that so?').waitFor()
        await expectSoon(
          async () => (await listComments()).map(({ target }) => [target.quote?.exact, target.changeRequest]),
          [['Redirects are followed once.', undefined]],
        )
        await expectSoon(() => readMarks(page, 'commented'), ['Redirects are followed once.'])
        await panel.getByRole('textbox', { name: /^Reply to/ }).fill('It is.')
        await panel.getByRole('button', { name: 'Send' }).first().click()
        await panel.getByText('It is.').waitFor()
        // A comment on the whole page stands beside it too.
        await panel.getByRole('textbox', { name: 'Comment on this page' }).fill('Too short.')
        await panel.getByRole('textbox', { name: 'Comment on this page' }).press('Control+Enter')
        await panel.getByText('Too short.').waitFor()
        expect(await verso.findProblemsInLooks(page, 'page-comments')).toEqual([])
        await page.setViewportSize({ width: 1440, height: 900 })
        await panel.getByRole('button', { name: 'Resolve' }).last().click()
        await panel.getByText('Too short.').waitFor({ state: 'detached' })
        expect((await listComments()).map(({ status }) => status)).toEqual(['open', 'resolved'])
      })
    })

    test('marked words lead to their thread and back, and a link opens it', async () => {
      const posted = expectStatus(
        200,
        await admin.post<Comment>(`/spaces/${spaceId}/comments`, {
          page: 'retries',
          quote: { exact: 'counts as a failure', prefix: 'from 400 on ' },
          body: { markdown: 'Customers ask if a 429 counts.' },
        }),
      )
      await verso.open(`${address}#comment-${posted.id}`, admin, async (page) => {
        const panel = page.getByRole('complementary', { name: 'Comments on this page' })
        await panel.getByText('Customers ask if a 429 counts.').waitFor()
        await expectSoon(() => readMarks(page, 'commented-active'), ['counts as a failure'])
        const toggle = page.getByRole('button', { name: 'Comments on this page' })
        await panel.getByRole('button', { name: 'Close the comments' }).click()
        expect(await toggle.getAttribute('aria-expanded')).toBe('false')
        await page.getByText('Every status from 400 on').click({ position: { x: 200, y: 10 } })
        await panel.getByText('Customers ask if a 429 counts.').waitFor()
        await panel.getByRole('button', { name: 'Show in the text: counts as a failure' }).click()
      })
    })

    test('whoever may only read sees what was said and says nothing; without comments there is no button', async () => {
      await verso.open(address, reader, async (page) => {
        const panel = page.getByRole('complementary', { name: 'Comments on this page' })
        // Where there is room, they are beside the text from the beginning.
        await panel.getByText('Is that so?').waitFor()
        expect(await panel.getByRole('textbox').count()).toBe(0)
      })
      await verso.open(`/spaces/${spaceId}/pages/quiet`, reader, async (page) => {
        await page.getByText('Nobody says anything.').waitFor()
        expect(await page.getByRole('button', { name: 'Comments on this page' }).count()).toBe(0)
      })
    })
  },
)
