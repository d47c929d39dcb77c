import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Comment } from '../../packages/server/src/areas/review/comments/schema.ts'
import type { Review } from '../../packages/server/src/areas/review/reviews/schema.ts'
import { expectStatus, type ListBody, type Person } from '../../packages/server/src/testing/app.ts'
import { findPageId, writePages } from '../../packages/server/src/testing/content.ts'
import { ChangeRequestUnderTest, findTextField } from './support/change-requests.ts'
import { ConsoleUnderTest, missingBrowser, skipNote } from './support/console.ts'
import { expectSoon } from './support/expect-soon.ts'

const before = 'Relay waits for an answer.\n\nIt tries again.\n\nThen it stops.\n'
const after = 'Relay waits for *the first* answer.\n\nIt tries again.\n\nThen it stops.\n'

const findPanel = (page: Page) => page.getByRole('complementary', { name: 'Comments on the text' })
const findText = (page: Page) => page.getByRole('textbox', { name: 'What should the author know?' })
const findComment = (page: Page) => page.getByRole('textbox', { name: 'Comment on this page' })
const findDrafts = (page: Page) => page.getByRole('article', { name: 'Draft' })

/** The words that are marked in the differences. */
const readMarks = (page: Page): Promise<string[]> => page.locator('.diff-block mark').allTextContents()

/** Selects the first words of the first block of the differences, as with a pointer. */
const selectWords = (page: Page, words: string): Promise<unknown> =>
  page.evaluate(`(() => {
    const text = document.querySelector('.diff-block .page-content').shadowRoot.querySelector('p').firstChild
    getSelection().setBaseAndExtent(text, 0, text, ${words.length})
  })()`)

describe.skipIf(missingBrowser !== undefined)(`a review with several comments${skipNote}`, () => {
  let verso: ConsoleUnderTest
  let author: Person
  let reviewer: Person
  let commenter: Person
  let organizationId: string
  let changeRequest: ChangeRequestUnderTest
  let pageId: string

  beforeAll(async () => {
    verso = await ConsoleUnderTest.start()
    ;({ id: organizationId, admin: author } = await verso.app.organization('Fernwall'))
    reviewer = await verso.app.member(organizationId, 'review', 'reviewer@example.com')
    commenter = await verso.app.member(organizationId, 'comment', 'commenter@example.com')
  }, 300_000)
  afterAll(() => verso?.stop())

  beforeEach(async () => {
    const space = await verso.app.space(author, organizationId, { title: 'Relay guide' })
    await writePages(author, space.id, [{ title: 'Retries', markdown: before }])
    pageId = await findPageId(author, space.id, 'retries')
    changeRequest = await ChangeRequestUnderTest.create(author, space.id, 'Words')
    await changeRequest.change([{ operation: 'update_page', page: pageId, document: { markdown: after } }])
  })

  const listComments = async (): Promise<Comment[]> =>
    expectStatus(200, await author.get<ListBody<Comment>>(`${changeRequest.address}/comments?order=asc`))
      .items

  test(
    'is begun beside the text, goes on in the changes and on another device, and is sent at once',
    { timeout: 300_000 },
    async () => {
      await verso.open(`${changeRequest.address}/pages/${pageId}`, reviewer, async (page) => {
        await findTextField(page).getByText('It tries again.').click({ clickCount: 3 })
        await page.getByRole('button', { name: 'Comment', exact: true }).click()
        await page.getByRole('textbox', { name: 'Comment on the words' }).fill('How often?')
        await page.getByRole('button', { name: 'Start a review' }).click()
        await findPanel(page).getByText('Only you see it').waitFor()
        await findPanel(page).getByText('1 draft.').waitFor()
        expect(await verso.findProblemsInLooks(page, 'draft-beside-text')).toEqual([])
        await page.reload()
        await page.getByRole('button', { name: '1 comment on the text' }).click()
        await findPanel(page).getByText('How often?').waitFor()
      })
      await verso.open(`${changeRequest.address}/review`, author, async (page) => {
        await page.getByText('Nobody has said anything yet.').waitFor()
        expect(await findDrafts(page).count()).toBe(0)
      })
      expect(await listComments()).toEqual([])

      await verso.open(`${changeRequest.address}/changes`, reviewer, async (page) => {
        // It stands with its words, which are not changed and would be folded.
        await findDrafts(page).getByText('How often?').waitFor()
        await page.getByRole('textbox', { name: 'Comment on this page' }).fill('Nicely put.')
        await page.keyboard.press('Control+Enter')
        await page.getByText('2 drafts.').waitFor()
        await findDrafts(page)
          .filter({ hasText: 'Nicely put.' })
          .getByRole('button', { name: 'Edit the draft' })
          .click()
        await page.getByRole('textbox', { name: 'Draft' }).fill('Well put.')
        await page.keyboard.press('Control+Enter')
        await findDrafts(page).getByText('Well put.').waitFor()
        // What is deleted by mistake comes back.
        await findDrafts(page)
          .filter({ hasText: 'How often?' })
          .getByRole('button', { name: 'Delete the draft' })
          .click()
        await page.getByText('1 draft.').waitFor()
        await page.getByRole('button', { name: 'Undo' }).click()
        await page.getByText('2 drafts.').waitFor()
        expect(await verso.findProblemsInLooks(page, 'draft-review')).toEqual([])
        await page.getByRole('textbox', { name: 'What should the author know?' }).fill('Nearly there')
        await page.getByText('Request changes').click()
        await page.getByRole('button', { name: 'Submit review' }).click()
        await page.getByText('Your review is sent.').waitFor()
        await expectSoon(() => findDrafts(page).count(), 0)
      })
      const comments = await listComments()
      expect(comments.map(({ body }) => body.markdown)).toEqual(['Nearly there', 'Well put.', 'How often?'])
      const { items } = expectStatus(
        200,
        await author.get<ListBody<Review>>(`${changeRequest.address}/reviews`),
      )
      expect(items.map(({ status }) => status)).toEqual(['changes-requested'])
      expect(new Set(comments.map(({ target }) => target.review))).toEqual(new Set([items[0]?.id]))
    },
  )

  test('whoever may only comment sends drafts as comments, by keyboard', { timeout: 300_000 }, async () => {
    await verso.open(`${changeRequest.address}/review`, commenter, async (page) => {
      expect(await page.getByRole('heading', { name: 'Your review' }).count()).toBe(0)
      await page.getByRole('textbox', { name: 'Comment', exact: true }).fill('A question')
      await page.getByRole('button', { name: 'Start a review' }).press('Enter')
      await page.getByRole('heading', { name: 'Your review' }).waitFor()
      await findDrafts(page).getByText('A question').waitFor()
      expect(await page.getByRole('radio', { name: 'Approve' }).count()).toBe(0)
      await page.getByRole('button', { name: 'Submit review' }).press('Enter')
      await page.getByText('Your review is sent.').waitFor()
    })
    expect((await listComments()).map(({ postedBy }) => postedBy.id)).toEqual([commenter.id])
  })

  test('thirty drafts do not stand between a phone and its review', { timeout: 300_000 }, async () => {
    for (let number = 1; number <= 30; number++) {
      const body = { body: { markdown: `Remark ${number}` } }
      expectStatus(201, await reviewer.post(`${changeRequest.address}/draft-comments`, body))
    }
    const lookAtPhone = async (page: Page) => {
      await findDrafts(page).getByText('Remark 30').waitFor()
      expect(await page.getByText('Nobody has said anything yet.').count()).toBe(0)
      await page.getByRole('link', { name: 'Finish your review' }).tap()
      const heading = page.getByRole('heading', { name: 'Your review' })
      await expectSoon(async () => ((await heading.boundingBox())?.y ?? Infinity) < 844, true)
      await verso.takePicture(page, 'draft-review-phone')
      await page.getByRole('button', { name: 'Submit review' }).tap()
      await page.getByText('Your review is sent.').waitFor()
      await expectSoon(() => findDrafts(page).count(), 0)
    }
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
    await verso.open(`${changeRequest.address}/review`, reviewer, lookAtPhone, phone)
    expect(await listComments()).toHaveLength(30)
  })

  test(
    'what was typed stays when it cannot be sent, on other screens, after a reload and after the merge',
    { timeout: 300_000 },
    async () => {
      const failing = { expectedMessages: /status of (500|403|409)|ERR_FAILED/ }
      const writeReview = async (page: Page) => {
        await findText(page).fill('Nearly there')
        await page.getByText('Request changes').click()
        await findComment(page).fill('A question')
        const submit = page.getByRole('button', { name: 'Submit review' })
        for (const status of [500, 403, 409]) {
          const json = { error: { code: status, message: `It failed with ${status}.` } }
          await page.route('**/draft-comments/**', (route) => route.fulfill({ status, json }))
          await submit.click()
          await page.getByText(`It failed with ${status}.`).waitFor()
          expect(await findText(page).inputValue()).toBe('Nearly there')
          await page.unroute('**/draft-comments/**')
        }
        await page.route('**/draft-comments/**', (route) => route.abort())
        await submit.click()
        await page.getByText('The server cannot be reached.').waitFor()
        await page.unroute('**/draft-comments/**')

        await page.getByRole('link', { name: 'Review', exact: true }).first().click()
        await page.getByRole('heading', { name: 'Conversation' }).waitFor()
        expect(await findText(page).inputValue()).toBe('Nearly there')
        expect(await page.getByRole('radio', { name: 'Request changes' }).isChecked()).toBe(true)
        await page.goBack()
        await expectSoon(() => findComment(page).inputValue(), 'A question')
        await page.reload()
        await expectSoon(() => findComment(page).inputValue(), 'A question')
        expect(await findText(page).inputValue()).toBe('Nearly there')

        await page.getByRole('button', { name: 'Start a review' }).click()
        await page.getByText('1 draft.').waitFor()
        await expectSoon(() => findComment(page).inputValue(), '')
        // While a draft is edited, nothing begins that anew.
        await page.getByRole('button', { name: 'Edit the draft' }).click()
        await page.getByRole('textbox', { name: 'Draft' }).fill('Another question')
        expect(await page.getByRole('button', { name: 'Edit the draft' }).count()).toBe(0)
        await page.getByRole('link', { name: 'Review', exact: true }).first().click()
        await page.getByRole('heading', { name: 'Conversation' }).waitFor()
        await page.goBack()
        const edited = page.getByRole('textbox', { name: 'Draft' })
        await expectSoon(() => edited.inputValue(), 'Another question')
        await edited.press('Control+Enter')
        await findDrafts(page).getByText('Another question').waitFor()
        await page.getByRole('button', { name: 'Delete the draft' }).click()
        await expectSoon(() => findDrafts(page).count(), 0)

        expectStatus(200, await author.post(`${changeRequest.address}/merge`))
        await page.getByText('This change request is merged').waitFor()
        expect(await findText(page).inputValue()).toBe('Nearly there')
        await submit.click()
        await page.getByText('Your review is sent.').waitFor()
        await findText(page).waitFor({ state: 'detached' })
      }
      await verso.open(`${changeRequest.address}/changes`, reviewer, writeReview, failing)
      expect((await listComments()).map(({ body }) => body.markdown)).toEqual(['Nearly there'])
    },
  )

  test(
    'comments stand with their words in the differences, and are made there',
    { timeout: 300_000 },
    async () => {
      const post = async (exact: string, markdown: string) => {
        const body = { body: { markdown }, page: pageId, quote: { exact } }
        expectStatus(200, await author.post(`${changeRequest.address}/comments`, body))
      }
      await post('the first answer', 'Is there a second?')
      await verso.open(`${changeRequest.address}/changes`, reviewer, async (page) => {
        await page.getByText('Is there a second?').waitFor()
        await expectSoon(() => readMarks(page).then((marks) => marks.join('')), 'the first answer')
        const row = page.locator('.diff-row', { hasText: 'Relay waits for' })
        const toggle = row.getByRole('button', { name: '1 comment' })
        await toggle.press('Enter')
        await page.getByText('Is there a second?').waitFor({ state: 'detached' })
        await toggle.press('Enter')
        await page.getByText('Is there a second?').waitFor()
        expect(await verso.findProblemsInLooks(page, 'diff-comments')).toEqual([])

        // On words that are selected.
        await selectWords(page, 'Relay waits')
        await row.getByRole('button', { name: 'Comment on this' }).click()
        await row.getByRole('textbox', { name: 'Comment on the words' }).fill('Does it?')
        await page.keyboard.press('Control+Enter')
        await expectSoon(async () => (await listComments())[1]?.target.quote?.exact, 'Relay waits')
        await row.getByRole('button', { name: '2 comments' }).waitFor()
        // On a block, by keyboard alone.
        const second = page.locator('.diff-row', { hasText: 'It tries again.' })
        await second.getByRole('button', { name: 'Comment on this' }).press('Enter')
        await second.getByRole('textbox', { name: 'Comment on the words' }).fill('How often?')
        await page.keyboard.press('Control+Enter')
        await expectSoon(async () => (await listComments())[2]?.target.quote?.exact, 'It tries again.')
        await row.getByRole('button', { name: 'Resolve' }).first().click()
        await row.getByRole('button', { name: '1 comment' }).waitFor()
      })
    },
  )
})
