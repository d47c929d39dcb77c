import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '../../packages/server/src/testing/app.ts'
import { findPageId, writePages } from '../../packages/server/src/testing/content.ts'
import { ChangeRequestUnderTest } from './support/change-requests.ts'
import { ConsoleUnderTest, findAccessibilityProblems, missingBrowser, skipNote } from './support/console.ts'
import { expectSoon } from './support/expect-soon.ts'

const PAGE_COUNT = 14

const write = (page: string, markdown: string) => ({
  operation: 'update_page',
  page,
  document: { markdown },
})

const picture = (color: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20" fill="${color}"/></svg>`

const createText = (style: string, word: string, rows: string, picture: string, rest: string) =>
  `Relay **waits** ${word} seconds.\n\n{% hint style="${style}" %}\nAnswer first.\n{% endhint %}\n\n| Try | Pause |\n| --- | --- |\n| 1 | 10 s |\n${rows}\n\n![A chart](https://example.com/${picture}.svg)\n\n${'Long.\n\n'.repeat(12)}${rest}\n`

/** Points at words, where they end: they may begin on another line. */
async function pointAt(page: Page, words: Locator): Promise<void> {
  const end = await words.evaluate((mark) => {
    const { right, top, height } = [...mark.getClientRects()].at(-1) ?? mark.getBoundingClientRect()
    return { x: right - 2, y: top + height / 2 }
  })
  await page.mouse.move(end.x, end.y)
}

/** How many buttons that revert words are seen. */
const countShownButtons = async (page: Page): Promise<number> => {
  const shown = await page
    .locator('.revert-words')
    .evaluateAll((all) => all.map((each) => each.checkVisibility({ opacityProperty: true })))
  return shown.filter(Boolean).length
}

describe.skipIf(missingBrowser !== undefined)(`the changes of a change request${skipNote}`, () => {
  let verso: ConsoleUnderTest
  let writer: Person
  let reviewer: Person
  let organizationId: string

  beforeAll(async () => {
    verso = await ConsoleUnderTest.start()
    ;({ id: organizationId, admin: writer } = await verso.app.organization('Fernwall'))
    reviewer = await verso.app.member(organizationId, 'review', 'reviewer@example.com')
  }, 300_000)
  afterAll(() => verso?.stop())

  test('each person marks the pages they have viewed', { timeout: 300_000 }, async () => {
    const space = await verso.app.space(writer, organizationId, { title: 'Relay guide' })
    const titles = Array.from({ length: PAGE_COUNT }, (_, index) => `Page ${index + 1}`)
    await writePages(
      writer,
      space.id,
      titles.map((title) => ({ title, markdown: 'Relay waits five seconds.\n' })),
    )
    const changeRequest = await ChangeRequestUnderTest.create(writer, space.id, 'Wait longer')
    const pageIds = await Promise.all(
      titles.map((title) => findPageId(writer, space.id, title.toLowerCase().replace(' ', '-'))),
    )
    await changeRequest.change(pageIds.map((page) => write(page, 'Relay waits ten seconds.\n')))

    await verso.open(`${changeRequest.address}/changes`, reviewer, async (page) => {
      await page.locator('ins', { hasText: 'ten' }).waitFor()
      // All are listed, however many they are.
      await page.getByRole('link', { name: /changed Page 14 / }).waitFor()
      const viewed = page.getByRole('checkbox', { name: 'Viewed' })
      const readRow = (title: string) => page.getByRole('link', { name: new RegExp(`${title} .*Viewed`) })
      await page.getByText('Viewed').first().click()
      await readRow('Page 1').waitFor()
      await page.getByText('1 viewed').waitFor()
      expect(await viewed.isChecked()).toBe(true)
      // By keyboard: the next page, and its mark.
      await page.keyboard.press('j')
      await page.getByRole('heading', { name: 'Page 2', exact: true }).waitFor()
      await expectSoon(() => viewed.isChecked(), false)
      await page.keyboard.press('v')
      await page.getByText('2 viewed').waitFor()
      await verso.takePicture(page, 'changes-viewed')

      // What is changed again has to be looked at again, and is shown so at once.
      await changeRequest.change([write(pageIds[1] ?? '', 'Relay waits twelve seconds.\n')])
      await page.getByText('1 viewed').waitFor()
      await page.locator('ins', { hasText: 'twelve' }).waitFor()
      await expectSoon(() => viewed.isChecked(), false)
      await page.reload()
      await readRow('Page 1').waitFor()
      expect(await readRow('Page 2').count()).toBe(0)
      await page.keyboard.press('k')
      await page.getByRole('heading', { name: 'Page 1', exact: true }).waitFor()
      await page.keyboard.press('v')
      await readRow('Page 1').waitFor({ state: 'detached' })
    })
    await verso.open(`${changeRequest.address}/changes`, writer, async (page) => {
      await page.locator('ins', { hasText: 'ten' }).waitFor()
      expect(await page.getByRole('checkbox', { name: 'Viewed' }).isChecked()).toBe(false)
    })
  })

  test('one block is reverted and the others stay, and that is undone', { timeout: 300_000 }, async () => {
    const space = await verso.app.space(writer, organizationId, { title: 'Relay guide' })
    const before = 'Relay waits.\n\nIt tries again.\n\n* One\n* Two\n'
    const after = 'Relay waits long.\n\nIt tries twice.\n\n* One\n* Three\n'
    await writePages(writer, space.id, [{ title: 'Retries', markdown: before }])
    const pageId = await findPageId(writer, space.id, 'retries')
    const changeRequest = await ChangeRequestUnderTest.create(writer, space.id, 'Wait longer')
    await changeRequest.change([write(pageId, after)])
    const readText = async () => (await changeRequest.readPage(pageId)).markdown
    await verso.open(`${changeRequest.address}/changes`, writer, async (page) => {
      const findRow = (text: string) => page.locator('.diff-row', { hasText: text })
      await findRow('It tries').getByRole('button', { name: 'Revert this block' }).press('Enter')
      // The message stays as long as somebody points at it, however long the rest takes.
      await page.getByText('The block is as it is in the space.').hover()
      await expectSoon(readText, after.replace('twice', 'again'))
      await page.getByRole('button', { name: 'Undo' }).click()
      await expectSoon(readText, after)
      await findRow('Three').getByRole('button', { name: 'Revert this block' }).click()
      await expectSoon(readText, after.replace('Three', 'Two'))
    })
    await verso.open(`${changeRequest.address}/changes`, reviewer, async (page) => {
      await page.locator('ins', { hasText: 'twice' }).waitFor()
      await page.getByRole('button', { name: 'Comment on this' }).first().waitFor({ state: 'attached' })
      expect(await verso.findProblemsInLooks(page, 'changes-blocks')).toEqual([])
    })
  })

  test(
    'words are reverted and those beside them stay, and that is undone',
    { timeout: 300_000 },
    async () => {
      const space = await verso.app.space(writer, organizationId, { title: 'Relay guide' })
      const before =
        'Relay waits **five** seconds,\nthen it tries again.\n\n{% hint style="info" %}\nAnswer first.\n{% endhint %}\n\n| Try | Pause |\n| --- | --- |\n| One | Ten seconds |\n\n```js\nretry(1, true)\n```\n'
      const after = before
        .replace('**five**', 'ten')
        .replace('again', 'twice')
        .replace('first', 'last')
        .replace('Ten', 'Twenty')
        .replace('1, true', '2, true')
      await writePages(writer, space.id, [{ title: 'Retries', markdown: before }])
      const pageId = await findPageId(writer, space.id, 'retries')
      const changeRequest = await ChangeRequestUnderTest.create(writer, space.id, 'Wait longer')
      await changeRequest.change([write(pageId, after)])
      const readText = async () => (await changeRequest.readPage(pageId)).markdown
      const revertWords = async (page: Page) => {
        const findButton = (place: string, index = 0) =>
          page.locator(place).getByRole('button', { name: 'Revert these words' }).nth(index)
        await page.locator('.content p ins', { hasText: 'ten' }).waitFor()
        await page.locator('.content > p').first().hover()
        await findButton('.content > p').focus()
        await verso.takePicture(page, 'changes-words')
        // One of two words of a paragraph, by keyboard. Its bold type comes back, and the line stays wrapped where it is.
        await findButton('.content > p').press('Enter')
        await page.getByText('The words are as they are in the space.').hover()
        await expectSoon(readText, after.replace('ten', '**five**'))
        await page.getByRole('button', { name: 'Undo' }).click()
        await expectSoon(readText, after)
        await page.locator('.content p ins', { hasText: 'ten' }).waitFor()

        let rest = after
        const undone = [
          ['.content > p', 1, 'twice', 'again'],
          ['.hint', 0, 'last', 'first'],
          ['td', 0, 'Twenty', 'Ten'],
          ['pre', 0, '2, true', '1, true'],
        ] as const
        for (const [place, index, words, earlierWords] of undone) {
          await expectSoon(async () => {
            await pointAt(page, page.locator(`${place} ins`, { hasText: words.split(',')[0] ?? '' }))
            return countShownButtons(page)
          }, 1)
          await findButton(place, index).click()
          rest = rest.replace(words, earlierWords)
          await expectSoon(readText, rest)
          await page
            .locator('.content ins', { hasText: words.split(',')[0] ?? '' })
            .waitFor({ state: 'detached' })
        }
        // What somebody writes before the undo is not overwritten by it.
        await expectSoon(async () => {
          await pointAt(page, page.locator('.content p ins', { hasText: 'ten' }))
          return countShownButtons(page)
        }, 1)
        await findButton('.content > p').click()
        await page.getByText('The words are as they are in the space.').last().hover()
        await expectSoon(readText, before)
        const later = `${before}\nSomething else.\n`
        await changeRequest.change([write(pageId, later)])
        await page.getByRole('button', { name: 'Undo' }).last().click()
        await page.getByText('The change request has changed since, so nothing was undone.').waitFor()
        expect(await readText()).toBe(later)
      }
      await verso.open(`${changeRequest.address}/changes`, writer, revertWords, {
        expectedMessages: /status of 409/,
      })
      await changeRequest.change([write(pageId, after)])
      // Where nothing can be pointed at, the buttons stand among the words.
      const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
      const lookAtPhone = async (page: Page) => {
        await page.locator('.content p ins', { hasText: 'ten' }).waitFor()
        const buttons = page.getByRole('button', { name: 'Revert these words' })
        expect(await buttons.count()).toBe(5)
        for (const button of await buttons.all()) {
          const box = await button.boundingBox()
          expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(24)
          expect(await button.evaluate((shown) => shown.checkVisibility({ opacityProperty: true }))).toBe(
            true,
          )
        }
        expect(await findAccessibilityProblems(page)).toEqual([])
        await verso.takePicture(page, 'changes-words-phone')
        await buttons.nth(1).tap()
        await page.getByText('The words are as they are in the space.').waitFor()
        await expectSoon(readText, after.replace('twice', 'again'))
        await page.getByRole('button', { name: 'Undo' }).tap()
        await expectSoon(readText, after)
      }
      await verso.open(`${changeRequest.address}/changes`, writer, lookAtPhone, phone)
      const commenter = await verso.app.member(organizationId, 'comment')
      await verso.open(`${changeRequest.address}/changes`, commenter, async (page) => {
        await page.locator('.content p ins', { hasText: 'ten' }).waitFor()
        expect(await page.getByRole('button', { name: 'Revert these words' }).count()).toBe(0)
      })
    },
  )

  test('a page is compared as readers see it, and as Markdown', { timeout: 300_000 }, async () => {
    const space = await verso.app.space(writer, organizationId, { title: 'Relay guide' })
    const before = createText('info', 'five', '| 2 | 20 s |', 'old', 'It goes.')
    const after = createText('danger', 'ten', '| 2 | 25 s |\n| 3 | 40 s |', 'new', '> Something new.')
    await writePages(writer, space.id, [{ title: 'Retries', markdown: before }])
    const pageId = await findPageId(writer, space.id, 'retries')
    const changeRequest = await ChangeRequestUnderTest.create(writer, space.id, 'Wait longer')
    await changeRequest.change([write(pageId, after)])
    await verso.open(`${changeRequest.address}/changes`, reviewer, async (page) => {
      await page.route('https://example.com/*', (route) =>
        route.fulfill({
          contentType: 'image/svg+xml',
          body: picture(route.request().url().includes('old') ? 'red' : 'green'),
        }),
      )
      await page.reload()
      // The words, in the formatting of the page; those who do not see the colours hear what they mean.
      await page.locator('.content p del', { hasText: 'removed five' }).waitFor()
      await page.locator('.content p ins', { hasText: 'added ten' }).waitFor()
      await page.locator('.content p strong', { hasText: 'waits' }).first().waitFor()
      await page.getByText('Hint · Style of the hint: Info → Danger').waitFor()
      // One cell, and one row.
      await page.locator('td ins', { hasText: '25' }).waitFor()
      expect(await page.locator('tr[data-diff="added"]').count()).toBe(1)
      expect(await page.locator('td ins').count()).toBe(1)
      // Both pictures, by keyboard too.
      const slider = page.getByRole('slider', { name: 'How much of the picture before is seen' })
      expect(await page.locator('.picture-stage img').count()).toBe(2)
      await slider.focus()
      await page.keyboard.press('End')
      await expectSoon(() => slider.getAttribute('aria-valuetext'), 'Before 100 %')
      await page.locator('p[data-diff="removed"]', { hasText: 'It goes.' }).waitFor()
      await page.locator('blockquote[data-diff="added"]', { hasText: 'Something new.' }).waitFor()
      await page.getByRole('button', { name: '10 unchanged blocks' }).click()
      expect(await page.locator('.diff-block.same', { hasText: 'Long.' }).count()).toBe(12)
      expect(await verso.findProblemsInLooks(page, 'changes-rendered')).toEqual([])

      await page.setViewportSize({ width: 1440, height: 900 })
      await page.getByRole('radio', { name: 'Markdown' }).press('Space')
      await page.locator('.source-diff ins', { hasText: 'danger' }).waitFor()
      await page.getByRole('button', { name: /^Show \d+ lines$/ }).click()
      expect(await page.getByRole('button', { name: /^Show/ }).count()).toBe(0)
      await page.getByRole('radio', { name: 'Side by side' }).press('Space')
      await page.locator('.source-diff.is-split').waitFor()
      expect(await verso.findProblemsInLooks(page, 'changes-source')).toEqual([])
      // A phone has no room for two texts.
      await page.setViewportSize({ width: 390, height: 844 })
      await page.locator('.source-diff.is-split').waitFor({ state: 'detached' })
    })
    // What was chosen is the same on another device.
    await verso.open(`${changeRequest.address}/changes`, reviewer, async (page) => {
      await page.setViewportSize({ width: 1440, height: 900 })
      await page.reload()
      await page.locator('.source-diff.is-split').waitFor()
    })
  })
})
