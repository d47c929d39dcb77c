import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Comment } from '../../packages/server/src/areas/review/comments/schema.ts'
import { expectStatus, type ListBody, type Person } from '../../packages/server/src/testing/app.ts'
import { findPageId, writePages } from '../../packages/server/src/testing/content.ts'
import {
  ChangeRequestUnderTest,
  findTextField,
  waitForSelection,
  waitUntilSaved,
} from './support/change-requests.ts'
import { ConsoleUnderTest, missingBrowser, skipNote } from './support/console.ts'
import { expectSoon } from './support/expect-soon.ts'

const text = 'Relay waits for an answer.\n\nIt tries again.\n\nThen it stops.\n'

/** The words that are marked, as somebody sees them. */
const readMarks = (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll('mark.editor-commented')].map((mark) => mark.textContent)`)

const findPanel = (page: Page) => page.getByRole('complementary', { name: 'Comments on the text' })

/** Selects the last words of a paragraph by keys. */
async function selectEnd(page: Page, paragraph: string, words: string): Promise<void> {
  await findTextField(page).getByText(paragraph).click()
  // The editor restores its selection 20 ms after it got the focus, and takes back what a key did meanwhile.
  await page.evaluate('new Promise((resolve) => setTimeout(resolve, 30))')
  await page.keyboard.press('End')
  for (const _ of words) await page.keyboard.press('Shift+ArrowLeft')
  await waitForSelection(page, words)
}

describe.skipIf(missingBrowser !== undefined)(`comments on words${skipNote}`, () => {
  let verso: ConsoleUnderTest
  let admin: Person
  let ann: Person
  let bob: Person
  let carol: Person
  let organizationId: string
  let changeRequest: ChangeRequestUnderTest
  let pageId: string

  beforeAll(async () => {
    verso = await ConsoleUnderTest.start()
    ;({ id: organizationId, admin } = await verso.app.organization('Fernwall'))
    ann = await verso.app.member(organizationId, 'edit', 'ann@example.com')
    bob = await verso.app.member(organizationId, 'edit', 'bob@example.com')
    carol = await verso.app.member(organizationId, 'comment', 'carol@example.com')
  }, 300_000)
  afterAll(() => verso?.stop())

  beforeEach(async () => {
    const space = await verso.app.space(admin, organizationId, { title: 'Relay guide' })
    await writePages(admin, space.id, [{ title: 'Retries', markdown: text }])
    pageId = await findPageId(admin, space.id, 'retries')
    changeRequest = await ChangeRequestUnderTest.create(admin, space.id, 'Words')
  })

  const address = () => `${changeRequest.address}/pages/${pageId}`
  const listComments = async (): Promise<Comment[]> =>
    expectStatus(200, await admin.get<ListBody<Comment>>(`${changeRequest.address}/comments?order=asc`)).items
  const post = async (exact: string, markdown: string): Promise<Comment> =>
    expectStatus(
      200,
      await admin.post<Comment>(`${changeRequest.address}/comments`, {
        body: { markdown },
        page: pageId,
        quote: { exact },
      }),
    )

  test(
    'one comments by keys, another edits around the words, and the mark stays with them until it is resolved',
    { timeout: 180_000 },
    async () => {
      await verso.open(address(), ann, async (annPage) => {
        await selectEnd(annPage, 'Relay waits for an answer.', 'an answer.')
        await annPage.keyboard.press('Control+Alt+m')
        await annPage.getByRole('textbox', { name: 'Comment on the words' }).waitFor()
        await annPage.keyboard.type('Which answer?')
        await annPage.keyboard.press('Control+Enter')
        await expectSoon(() => readMarks(annPage), ['an answer.'])
        expect((await listComments())[0]?.target).toMatchObject({ quote: { exact: 'an answer.' } })

        await verso.open(address(), bob, async (bobPage) => {
          await expectSoon(() => readMarks(bobPage), ['an answer.'])
          await findTextField(bobPage).getByText('Relay waits for').click()
          await bobPage.evaluate('new Promise((resolve) => setTimeout(resolve, 30))')
          await bobPage.keyboard.press('Home')
          await bobPage.keyboard.type('At first ')
          await bobPage.keyboard.press('End')
          await bobPage.keyboard.type(' Always.')
          await waitUntilSaved(bobPage)
          await expectSoon(() => readMarks(bobPage), ['an answer.'])
          await annPage.getByText('At first Relay waits for').waitFor()
          await expectSoon(() => readMarks(annPage), ['an answer.'])
          await changeRequest.waitForText(pageId, 'At first Relay waits for an answer. Always.')

          // From the first word, the key leads to the commented words, and then to the thread.
          await bobPage.keyboard.press('Control+Home')
          await bobPage.keyboard.press('Control+Alt+n')
          await findPanel(bobPage).getByText('Which answer?').waitFor()
          await bobPage.keyboard.press('Control+Alt+m')
          await bobPage.keyboard.type('The first one.')
          await bobPage.keyboard.press('Control+Enter')
          await findPanel(bobPage).getByText('The first one.').waitFor()
          expect(await verso.findProblemsInLooks(bobPage, 'text-comments')).toEqual([])
        })
        await findPanel(annPage).getByText('The first one.').waitFor()
        await findPanel(annPage).getByRole('button', { name: 'Resolve' }).click()
        await expectSoon(() => readMarks(annPage), [])
        expect((await listComments())[0]?.status).toBe('resolved')
      })
    },
  )

  test(
    'words that are gone are listed as outdated, and come back with them',
    { timeout: 180_000 },
    async () => {
      await post('tries again', 'How often?')
      await changeRequest.change([
        {
          operation: 'update_page',
          page: pageId,
          document: { markdown: text.replace('tries again', 'gives up') },
        },
      ])
      await verso.open(address(), ann, async (page) => {
        await page.getByRole('button', { name: '1 comment on the text' }).click()
        await findPanel(page).getByRole('heading', { name: 'Outdated' }).waitFor()
        await findPanel(page).getByText('tries again').waitFor()
        expect(await readMarks(page)).toEqual([])
        expect(await verso.findProblemsInLooks(page, 'text-comments-outdated')).toEqual([])
        await changeRequest.change([{ operation: 'update_page', page: pageId, document: { markdown: text } }])
        await expectSoon(() => readMarks(page), ['tries again'])
        await findPanel(page).getByRole('heading', { name: 'Outdated' }).waitFor({ state: 'detached' })
      })
    },
  )

  test('a link to a comment leads to its words', { timeout: 180_000 }, async () => {
    const { id } = await post('tries again', 'How often?')
    await verso.open(`${changeRequest.address}/review`, ann, async (page) => {
      await page.getByRole('link', { name: 'On Retries' }).click()
      await findPanel(page).getByText('How often?').waitFor()
      const mark = page.locator(`mark.is-active[data-comment="${id}"]`)
      expect(await mark.textContent()).toBe('tries again')
    })
    expectStatus(200, await admin.put(`${changeRequest.address}/comments/${id}`, { resolved: true }))
    await verso.open(`${address()}#comment-${id}`, ann, async (page) => {
      await findPanel(page).getByText('How often?').waitFor()
      await findPanel(page).getByRole('button', { name: 'Open again' }).waitFor()
    })
  })

  test('whoever may only comment selects words and comments', { timeout: 180_000 }, async () => {
    await verso.open(address(), carol, async (page) => {
      await findTextField(page).getByText('Then it stops.').click({ clickCount: 3 })
      await page.getByRole('button', { name: 'Comment', exact: true }).click()
      await page.getByRole('textbox', { name: 'Comment on the words' }).fill('Why?')
      await page.getByRole('button', { name: 'Send' }).first().click()
      await expectSoon(() => readMarks(page), ['Then it stops.'])
      expect((await listComments())[0]?.postedBy.id).toBe(carol.id)
    })
  })

  test(
    'one suggests other words, the author applies them, and both have them',
    { timeout: 180_000 },
    async () => {
      await verso.open(address(), ann, async (annPage) => {
        await verso.open(address(), carol, async (carolPage) => {
          await findTextField(carolPage).getByText('Relay waits for an answer.').click({ clickCount: 3 })
          await carolPage.getByRole('button', { name: 'Comment', exact: true }).click()
          await carolPage.getByRole('button', { name: 'Suggest', exact: true }).click()
          const wordsField = carolPage.getByRole('textbox', { name: 'Replace with' })
          expect(await wordsField.inputValue()).toBe('Relay waits for an answer.')
          expect(await carolPage.getByRole('button', { name: 'Send' }).first().isDisabled()).toBe(true)
          await wordsField.fill('Relay waits for the *first* answer.')
          await carolPage.getByRole('textbox', { name: 'Comment on the words' }).fill('There may be many.')
          expect(await verso.findProblemsInLooks(carolPage, 'suggestion-new')).toEqual([])
          await wordsField.press('Control+Enter')
          const suggestion = findPanel(carolPage).getByRole('region', { name: 'Suggestion' })
          await suggestion.getByText('the *first* answer.').waitFor()
          // Whoever may only comment applies nothing, and may take back what they suggested.
          await suggestion.getByRole('button', { name: 'Dismiss' }).waitFor()
          expect(await suggestion.getByRole('button', { name: 'Apply' }).count()).toBe(0)

          await annPage.getByRole('button', { name: '1 comment on the text' }).click()
          const shown = findPanel(annPage).getByRole('region', { name: 'Suggestion' })
          await shown.getByText('the *first* answer.').waitFor()
          expect(await verso.findProblemsInLooks(annPage, 'suggestion')).toEqual([])
          // What Ann has just typed, and what is not saved yet, stays.
          await findTextField(annPage).getByText('Then it stops.').click()
          await annPage.evaluate('new Promise((resolve) => setTimeout(resolve, 30))')
          await annPage.keyboard.press('End')
          await annPage.keyboard.type(' For good.')
          await shown.getByRole('button', { name: 'Apply' }).press('Enter')
          await annPage.getByText('The suggestion is applied.').waitFor()
          for (const page of [annPage, carolPage]) {
            const field = findTextField(page)
            await field.getByText('Relay waits for the *first* answer.').waitFor()
            await field.getByText('Then it stops. For good.').waitFor()
            await expectSoon(() => readMarks(page), [])
          }
        })
      })
      await changeRequest.waitForText(pageId, 'Relay waits for the \\*first\\* answer.')
      await changeRequest.waitForText(pageId, 'Then it stops. For good.')
      const [comment] = await listComments()
      expect(comment).toMatchObject({
        status: 'resolved',
        resolvedBy: { id: ann.id },
        suggestion: { appliedBy: { id: ann.id } },
      })
      await verso.open(`${address()}#comment-${comment?.id}`, carol, async (page) => {
        const shown = findPanel(page).getByRole('region', { name: 'Suggestion' })
        await shown.getByText(/^Applied by /).waitFor()
        expect(await findPanel(page).getByRole('heading', { name: 'Outdated' }).count()).toBe(0)
        expect(await shown.getByRole('button').count()).toBe(0)
        expect(await verso.findProblemsInLooks(page, 'suggestion-applied')).toEqual([])
      })
    },
  )

  test(
    'a suggestion is dismissed, and one whose words were changed cannot be applied',
    { timeout: 180_000 },
    async () => {
      const suggest = async (exact: string, replacement: string): Promise<Comment> => {
        const body = { page: pageId, quote: { exact }, suggestion: { replacement } }
        return expectStatus(200, await carol.post<Comment>(`${changeRequest.address}/comments`, body))
      }
      await suggest('tries again', '')
      await suggest('it stops', 'it ends')
      await changeRequest.change([
        {
          operation: 'update_page',
          page: pageId,
          document: { markdown: text.replace('it stops', 'it rests') },
        },
      ])
      await verso.open(address(), ann, async (page) => {
        await page.getByRole('button', { name: '2 comments on the text' }).click()
        const shown = findPanel(page).getByRole('region', { name: 'Suggestion' })
        const deletion = shown.filter({ hasText: 'Delete these words' })
        const outdated = shown.filter({ hasText: 'it ends' })
        await outdated.getByRole('button', { name: 'Dismiss' }).waitFor()
        expect(await outdated.getByRole('button', { name: 'Apply' }).count()).toBe(0)
        await deletion.getByRole('button', { name: 'Apply' }).waitFor()
        await deletion.getByRole('button', { name: 'Dismiss' }).click()
        await expectSoon(() => readMarks(page), [])
      })
      await changeRequest.waitForText(pageId, 'It tries again.')
      expect((await listComments()).map(({ status }) => status)).toEqual(['resolved', 'open'])
    },
  )
})
